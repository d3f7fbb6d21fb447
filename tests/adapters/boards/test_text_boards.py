"""Boards of text: rows of characters are found in it, and each game of the table is drawn."""

import pytest

from adapters.boards._text_boards import SIDE, Grid, draw_squares, hexagons_drawing, read_grid, squares_drawing
from adapters.images.drawing import BLACK, SEAT_COLOURS, WHITE
from tests.support.svg_pictures import board, fills, played, texts

OBS = {"seats": ["x", "o"]}
MARKS = dict(zip("xo", SEAT_COLOURS[:2], strict=True))


@pytest.mark.parametrize(("text", "cells", "expected"), [
    ("2.x\n1o.\n ab", "xo.", Grid(["2", "1"], "ab", [".x", "o."])),
    ("Black (x) to play:\n  a b\n1 - x 1\n2 o - 2\n  a b", "xo-", Grid(["1", "2"], "ab", ["-x", "o-"])),
    ("..x\nooo\n\nCurrent player: x", "xo.", Grid(["0", "1"], ["0", "1", "2"], ["..x", "ooo"])),
    ("10 +X\n 9 O+\n   AB", "XO+", Grid(["10", "9"], "AB", ["+X", "O+"]))])
def test_a_board_is_found_in_a_text_with_its_names(text, cells, expected):
    assert read_grid(text, cells) == expected


def test_names_that_a_text_does_not_have_are_counted_and_a_text_without_a_board_is_not_drawn():
    assert read_grid("x.\n.o", "xo.", first=1) == Grid(["1", "2"], ["1", "2"], ["x.", ".o"])
    assert read_grid("The game is over.", "#%") is None
    assert squares_drawing(MARKS)({**OBS, "text": "7"}, {}) is None
    assert hexagons_drawing(MARKS)({**OBS, "text": " "}, {}) is None


def test_pieces_have_their_colours_and_seats_large_boards_small_squares_and_hexagons_their_places():
    svg = squares_drawing({"x": BLACK, "o": WHITE}, empty="-")({**OBS, "text": "x-\n-o"}, {}).svg("A test")
    assert fills(svg) == [None, "#fff"]
    assert texts(svg)[-2:] == ["x", "o"]
    assert {"Player 0: x", "Player 1: o"} <= set(texts(svg))
    assert draw_squares([""] * 40, [""] * 40, ["." * 40] * 40, MARKS, []).width < SIDE + 80
    svg = hexagons_drawing(MARKS)({**OBS, "text": "  a b\n 1 . x\n  2[o] ."}, {}).svg("A test")
    assert texts(svg) == ["Player 0: x", "Player 1: o", "a", "b", "1", "x", "2", "o"]
    assert fills(svg) == list(SEAT_COLOURS[:2])


def test_pieces_of_both_sides_start_on_named_squares_move_and_are_taken():
    svg = board(played("amazons"))
    assert len(fills(svg)) == 8
    assert texts(svg)[0] == texts(svg)[10] == "1"
    svg = board(played("checkers"))
    assert fills(svg) == [None] * 12 + ["#fff"] * 12
    assert "Player 1: Black (b)" in texts(svg)
    before, after = (fills(board(played("checkers", moves))) for moves in ([], ["a3b4"]))
    assert len(before) == len(after) == 24
    assert board(played("checkers")) != board(played("checkers", ["a3b4"]))
    assert [len(fills(board(played("clobber", moves)))) for moves in ([], ["a5b5"])] == [30, 29]
    assert texts(board(played("clobber")))[:6] == list("abcdef")
    svg = board(played("lines_of_action"))
    assert [fills(svg).count(colour) for colour in SEAT_COLOURS[:2]] == [12, 12]
    assert fills(svg)[:6] == [SEAT_COLOURS[0]] * 6
    assert "8" in texts(svg)
    assert fills(board(played("othello"))) == ["#fff", None, None, "#fff"]
    assert fills(board(played("othello", ["d3"]))) == [None, None, None, None, "#fff"]
    assert texts(board(played("othello")))[:8] == list("abcdefgh")


def test_hexagons_have_names_of_rows_and_columns_and_stones_the_last_one_too():
    svg = board(played("havannah(board_size=3)", ["a1"]))
    assert [text for text in texts(svg)[2:] if text != "O"] == [*"abc", "1", "d", "2", "e", "3", "4", "5"]
    assert len(fills(svg)) == 1
    svg = board(played("hex(board_size=3)", ["a1", "c3"]))  # whose text has no names
    assert texts(svg)[2:] == [*"abc", "1", "x", "2", "3", "o"]
    assert len(fills(svg)) == 2
    svg = board(played("y(board_size=5)", ["b2"]))
    assert (texts(svg)[2:], len(fills(svg))) == ([*"abcde", "1", "2", "O", "3", "4", "5"], 1)


def test_marks_are_in_the_cells_of_the_moves_after_turns_and_unmet_ones_are_hidden():
    svg = board(played("mnk(m=4,n=3,k=3)", ["x(1,3)"]))
    assert (texts(svg)[:7], len(fills(svg)), texts(svg)[-1]) == (["0", "1", "2", "3", "0", "1", "2"], 1, "x")
    svg = board(played("pentago", ["a1y"]))
    assert (fills(svg), texts(svg)[:6]) == ([SEAT_COLOURS[0]], list("abcdef"))
    state = played("phantom_ttt", ["x(0,0)"])
    assert [len(fills(board(state, seat))) for seat in (0, 1)] == [1, 0]
    assert "Player 1: o" in texts(board(state, 1))
