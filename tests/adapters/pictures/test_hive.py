import pytest

import adapters
from adapters.native.hive import VIEW
from adapters.pictures import hive
from adapters.pictures.hive import FILLS, GROUND, MARK, draw
from tests.support.drawn import colour_at, opened
from tests.support.test_hive_rules import LINE, played

STACK = rf"{LINE};wB1 \wG1;bA1 bQ-;wB1 wG1;bA2 bA1-"


def canvas_of(moves: str, player: int = 0):
    state = played(moves)
    return draw(VIEW.observe(state, player), state.get_game().get_parameters())


def test_pieces_stand_in_a_row_in_their_colours():
    # A line of four pieces along r = 0: the cells around it begin half a cell left of wQ, one row above.
    canvas = canvas_of(LINE)
    radius = hive.LARGEST
    width = 3 ** 0.5 * radius
    left, middle = hive.MARGIN + 1.5 * width, hive.MARGIN + 2.5 * radius
    shades = [colour_at(canvas, (left + number * width, middle - 0.7 * radius)) for number in range(4)]
    assert shades == [FILLS["w"], FILLS["w"], FILLS["b"], FILLS["b"]]


def test_the_piece_that_was_moved_last_has_a_red_edge_and_so_has_the_cell_that_it_left():
    assert marked(canvas_of("")) == 0
    placed, moved = marked(canvas_of(LINE)), marked(canvas_of(rf"{LINE};wQ \wG1"))
    assert 0 < placed < moved


def marked(canvas) -> int:
    return sum(count for count, colour in canvas.image.getcolors(1_000_000) if "#" + bytes(colour).hex() == MARK)


def test_equal_positions_have_equal_files_and_other_players_or_stacks_others():
    end = r";wA2 /wQ;bA2 bQ" + "\\"
    one, two = (rf"{LINE};wA1 -wQ;bA1 bQ-;wS1 \wQ;bS1 bQ/{end}", rf"{LINE};wS1 \wQ;bS1 bQ/;wA1 -wQ;bA1 bQ-{end}")
    assert canvas_of(one).png() == canvas_of(two).png()
    assert canvas_of(one).png() != canvas_of(one.removesuffix(end)).png()
    assert canvas_of(LINE, 0).png() != canvas_of(LINE, 1).png()
    covered, single = canvas_of(STACK), canvas_of(LINE)
    assert covered.png() != single.png()
    assert hive._write_lines(VIEW.observe(played(STACK), 0)).count("    (0,0): wG1, wB1") == 1


@pytest.mark.parametrize(("moves", "lines"), [
    ("", ["White is to move.", "Turn 1 of 250", "    wA1, wA2, wA3"]),
    (LINE, ["White is to move.", "You play white.", "Turn 3 of 250", "    wS1, wS2",
            "    bQ from the reserve to (2,0)"]),
    (rf"{LINE};wQ \wG1", ["Black is to move.", "    wQ from (-1,0) to (0,-1)"])])
def test_the_lines_tell_what_the_hexagons_do_not(moves, lines):
    told = hive._write_lines(VIEW.observe(played(moves), 0))
    assert set(lines) <= set(told)


def test_a_position_that_is_over_is_drawn_and_a_long_hive_keeps_labels_that_can_be_read():
    over = played(r"wB2;bB2 wB2\;wA1 wB2/;bQ bB2-;wG1 \wA1;bQ wB2-;wQ wG1-;bG3 bB2\;wS1 \wQ;bA3 bQ-;wQ bQ/;bG1 /bA3")
    assert "The game is over." in hive._write_lines(VIEW.observe(over, 0))
    assert opened(adapters.for_game(over.get_game()).picture(over, 0)).format == "PNG"
    line = LINE + "".join(f";w{white} -w{before};b{white} b{before}-" for before, white in zip(
        ["Q", "A1", "A2", "A3", "S1", "S2"], ["A1", "A2", "A3", "S1", "S2", "B1"], strict=True))
    assert canvas_of(line).image.size[0] < 1900
    assert colour_at(canvas_of(line), (2, 2)) == GROUND
