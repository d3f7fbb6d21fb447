"""Hex: stones on hexagons that have the names of the moves, with a swap and with other letters for stones too."""

import pytest

from tests.support.svg_pictures import board, fills, places, played, texts


@pytest.mark.parametrize("game_string", ["hex(board_size=3)", "hex(board_size=3,string_rep=explicit)"])
def test_stones_and_the_sides_of_the_seats_are_drawn(game_string):
    svg = board(played(game_string, [0, 8]))
    assert texts(svg) == ["Player 0: x, who connects the top and the bottom",
                          "Player 1: o, who connects the left and the right", *"abc", "1", "x", "2", "3", "o"]
    assert len(fills(svg)) == 2
    assert set(places(svg)) == {f"{letter}{number}" for letter in "abc" for number in (1, 2, 3)}
    assert len(fills(board(played("hex(board_size=3,swap=True)", [1, 9])))) == 1
