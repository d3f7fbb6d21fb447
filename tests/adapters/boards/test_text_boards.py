"""Boards of text: rows of characters are found in it, and each game of the table is drawn."""

import pytest

from adapters.boards._text_boards import SIDE, Grid, draw_squares, hexagons_drawing, read_grid, squares_drawing
from adapters.images.drawing import BLACK, PLAYERS, WHITE
from tests.support.svg_pictures import board, fills, played, texts

OBS = {"seats": ["x", "o"]}
MARKS = dict(zip("xo", PLAYERS, strict=True))


@pytest.mark.parametrize(("text", "cells", "expected"), [
    ("2.x\n1o.\n ab", "xo.", Grid(["2", "1"], "ab", [".x", "o."])),
    ("Black (x) to play:\n  a b\n1 - x 1\n2 o - 2\n  a b", "xo-", Grid(["1", "2"], "ab", ["-x", "o-"])),
    ("..x\nooo\n\nCurrent player: x", "xo.", Grid(["0", "1"], ["0", "1", "2"], ["..x", "ooo"])),
    ("10 +X\n 9 O+\n   AB", "XO+", Grid(["10", "9"], "AB", ["+X", "O+"])),
])
def test_a_board_is_found_in_a_text_with_its_names(text, cells, expected):
    assert read_grid(text, cells) == expected


def test_names_that_the_text_does_not_have_are_counted_from_a_first_number():
    assert read_grid("x.\n.o", "xo.", first=1) == Grid(["1", "2"], ["1", "2"], ["x.", ".o"])


def test_a_text_without_a_board_is_not_drawn():
    assert read_grid("The game is over.", "#%") is None
    assert squares_drawing(MARKS)({**OBS, "text": "7"}, {}) is None
    assert hexagons_drawing(MARKS)({**OBS, "text": " "}, {}) is None


def test_pieces_have_the_colours_of_their_characters_and_seats_are_told():
    svg = squares_drawing({"x": BLACK, "o": WHITE}, empty="-")({**OBS, "text": "x-\n-o"}, {}).svg("A test")
    assert fills(svg) == [None, "#fff"]
    assert texts(svg)[-2:] == ["x", "o"]
    assert {"seat 0: x", "seat 1: o"} <= set(texts(svg))


def test_a_large_board_has_small_squares():
    canvas = draw_squares([""] * 40, [""] * 40, ["." * 40] * 40, MARKS, [])
    assert canvas.width < SIDE + 80


def test_hexagons_are_where_the_text_has_them_with_the_names_beside():
    svg = hexagons_drawing(MARKS)({**OBS, "text": "  a b\n 1 . x\n  2[o] ."}, {}).svg("A test")
    assert texts(svg) == ["seat 0: x", "seat 1: o", "a", "b", "1", "x", "2", "o"]
    assert fills(svg) == list(PLAYERS)


def test_four_amazons_of_each_side_start_on_squares_that_are_counted_from_one():
    svg = board(played("amazons"))
    assert len(fills(svg)) == 8
    assert texts(svg)[0] == texts(svg)[10] == "1"


def test_the_sides_start_with_twelve_pieces_each():
    svg = board(played("checkers"))
    assert fills(svg) == [None] * 12 + ["#fff"] * 12
    assert "seat 1: +" in texts(svg)


def test_a_move_takes_a_piece_to_its_square():
    before, after = (fills(board(played("checkers", moves))) for moves in ([], ["a3b4"]))
    assert len(before) == len(after) == 24
    assert board(played("checkers")) != board(played("checkers", ["a3b4"]))


def test_a_piece_that_is_clobbered_is_gone():
    assert [len(fills(board(played("clobber", moves)))) for moves in ([], ["a5b5"])] == [30, 29]
    assert texts(board(played("clobber")))[:6] == list("abcdef")


def test_a_hexagon_has_the_names_of_its_rows_and_columns_and_the_last_stone_too():
    svg = board(played("havannah(board_size=3)", ["a1"]))
    assert [text for text in texts(svg)[2:] if text != "O"] == [*"abc", "1", "d", "2", "e", "3", "4", "5"]
    assert len(fills(svg)) == 1


def test_a_stone_is_on_a_rhombus_of_hexagons():
    state = played("hex(board_size=3)", ["a1", "c3"])
    assert [text for text in texts(board(state)) if text in "xo"] == ["x", "o"]
    assert len(fills(board(state))) == 2


def test_both_sides_start_with_twelve_pieces():
    svg = board(played("lines_of_action"))
    assert [fills(svg).count(colour) for colour in PLAYERS] == [12, 12]
    assert fills(svg)[:6] == [PLAYERS[0]] * 6
    assert "8" in texts(svg)


def test_cells_are_named_as_in_the_moves_and_marks_are_in_them():
    svg = board(played("mnk(m=4,n=3,k=3)", ["x(1,3)"]))
    assert texts(svg)[:7] == ["0", "1", "2", "3", "0", "1", "2"]
    assert len(fills(svg)) == 1
    assert texts(svg)[-1] == "x"


def test_the_game_starts_with_two_discs_of_each_colour_and_black_turns_one():
    assert fills(board(played("othello"))) == ["#fff", None, None, "#fff"]
    assert fills(board(played("othello", ["d3"]))) == [None, None, None, None, "#fff"]
    assert texts(board(played("othello")))[:8] == list("abcdefgh")


def test_a_stone_is_on_the_board_after_the_turn_of_its_quarter():
    svg = board(played("pentago", ["a1y"]))
    assert fills(svg) == [PLAYERS[0]]
    assert texts(svg)[:6] == list("abcdef")


def test_marks_that_a_player_has_not_met_are_not_on_its_board():
    state = played("phantom_ttt", ["x(0,0)"])
    assert [len(fills(board(state, seat))) for seat in (0, 1)] == [1, 0]
    assert "seat 1: o" in texts(board(state, 1))


def test_a_triangle_has_the_names_of_its_rows_and_columns_and_the_last_stone_too():
    svg = board(played("y(board_size=5)", ["b2"]))
    assert texts(svg)[2:] == [*"abcde", "1", "2", "O", "3", "4", "5"]
    assert len(fills(svg)) == 1
