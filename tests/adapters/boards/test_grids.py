import pytest

from adapters.boards._grids import SIDE, Grid, draw_squares, grid, hexagons, squares
from adapters.images.drawing import BLACK, PLAYERS, WHITE
from tests.support.svg_pictures import fills, texts

OBS = {"seats": ["x", "o"]}
MARKS = dict(zip("xo", PLAYERS, strict=True))


@pytest.mark.parametrize(("text", "cells", "expected"), [
    ("2.x\n1o.\n ab", "xo.", Grid(["2", "1"], "ab", [".x", "o."])),
    ("Black (x) to play:\n  a b\n1 - x 1\n2 o - 2\n  a b", "xo-", Grid(["1", "2"], "ab", ["-x", "o-"])),
    ("..x\nooo\n\nCurrent player: x", "xo.", Grid(["0", "1"], ["0", "1", "2"], ["..x", "ooo"])),
    ("10 +X\n 9 O+\n   AB", "XO+", Grid(["10", "9"], "AB", ["+X", "O+"])),
])
def test_a_board_is_found_in_a_text_with_its_names(text, cells, expected):
    assert grid(text, cells) == expected


def test_names_that_the_text_does_not_have_are_counted_from_a_first_number():
    assert grid("x.\n.o", "xo.", first=1) == Grid(["1", "2"], ["1", "2"], ["x.", ".o"])


def test_a_text_without_a_board_is_not_drawn():
    assert grid("The game is over.", "#%") is None
    assert squares(MARKS)({**OBS, "text": "7"}, {}) is None
    assert hexagons(MARKS)({**OBS, "text": " "}, {}) is None


def test_pieces_have_the_colours_of_their_characters_and_seats_are_told():
    svg = squares({"x": BLACK, "o": WHITE}, empty="-")({**OBS, "text": "x-\n-o"}, {}).svg("A test")
    assert fills(svg) == [None, "#fff"]
    assert texts(svg)[-2:] == ["x", "o"]
    assert {"seat 0: x", "seat 1: o"} <= set(texts(svg))


def test_a_large_board_has_small_squares():
    canvas = draw_squares([""] * 40, [""] * 40, ["." * 40] * 40, MARKS, [])
    assert canvas.width < SIDE + 80


def test_hexagons_are_where_the_text_has_them_with_the_names_beside():
    svg = hexagons(MARKS)({**OBS, "text": "  a b\n 1 . x\n  2[o] ."}, {}).svg("A test")
    assert texts(svg) == ["seat 0: x", "seat 1: o", "a", "b", "1", "x", "2", "o"]
    assert fills(svg) == list(PLAYERS)
