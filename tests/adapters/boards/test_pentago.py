from adapters.images.drawing import PLAYERS
from tests.support.svg_pictures import board, fills, played, texts


def test_a_stone_is_on_the_board_after_the_turn_of_its_quarter():
    svg = board(played("pentago", ["a1y"]))
    assert fills(svg) == [PLAYERS[0]]
    assert texts(svg)[:6] == list("abcdef")
