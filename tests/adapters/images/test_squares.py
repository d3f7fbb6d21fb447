import pytest

from adapters.images.drawing import BLACK, LEVELS, SEAT_COLOURS, WHITE
from adapters.images.squares import MARKS, Squares, draw_piece
from tests.support.drawn import colour_at, dark_pixels

SQUARES = Squares(["2", "1"], ["a", "b", "c"], ["You play x."], cell=60)


def test_cells_lie_side_by_side_and_pieces_have_their_colours_and_names():
    assert (SQUARES.centre(0, 0), SQUARES.centre(1, 2)) == ((70, 70), (190, 130))
    assert [(row, column) for row, column, _ in SQUARES.centres()] == [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)]
    canvas = SQUARES.draw([".x.", "o.."], MARKS)
    beside = {(row, column): colour_at(canvas, (x + 15, y + 10)) for row, column, (x, y) in SQUARES.centres()}
    assert beside == {(0, 0): LEVELS[0], (0, 1): SEAT_COLOURS[0], (0, 2): LEVELS[0],
                      (1, 0): SEAT_COLOURS[1], (1, 1): LEVELS[0], (1, 2): LEVELS[1]}


def test_names_stand_above_columns_and_left_of_rows_and_lines_below_in_a_frame_that_is_wide_enough():
    dark = dark_pixels(SQUARES.draw_frame())
    for centre in (70, 130, 190):
        assert any(abs(x - centre) < 10 and y < 40 for x, y in dark)
    for centre in (70, 130):
        assert any(abs(y - centre) < 10 and x < 40 for x, y in dark)
    assert any(y > 180 for _, y in dark)
    assert not [x for x, y in dark if x > 40 and 40 < y < 160]
    wide = Squares(["1"], ["a"], ["This line is longer than the board is wide, and stays whole."], cell=60).draw_frame()
    assert max(x for x, _ in dark_pixels(wide)) < wide.image.width - 10


@pytest.mark.parametrize(("colour", "ink"), [(SEAT_COLOURS[0], WHITE), (LEVELS[1], BLACK)])
def test_a_name_is_written_in_a_colour_that_stands_out(colour, ink):
    canvas = SQUARES.draw_frame()
    draw_piece(canvas, (100, 100), "I", colour, 25)
    assert (colour_at(canvas, (100, 100)), colour_at(canvas, (85, 100))) == (ink, colour)
