"""Y: stones on hexagons that have the names of the moves, from drawings in colour too."""

import pytest

from tests.support.svg_pictures import board, fills, places, played, texts


@pytest.mark.parametrize("colours", [False, True])
def test_stones_and_the_sides_of_the_seats_are_drawn(colours):
    svg = board(played(f"y(board_size=3,ansi_color_output={colours})", ["a1", "b2"]))
    assert texts(svg)[:2] == ["Player 0: O", "Player 1: @"]
    assert len(fills(svg)) == 2
    assert {"a1", "b2", "c1"} <= set(places(svg))
