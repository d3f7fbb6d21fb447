from adapters.images.drawing import PLAYERS
from tests.support.svg_pictures import board, fills, played, texts


def test_objects_that_are_left_are_filled_and_taken_ones_are_rings():
    svg = board(played("nim(pile_sizes=2;3)", ["pile:2, take:2;"]))
    assert fills(svg) == [PLAYERS[1], PLAYERS[1], PLAYERS[1], "#fff", "#fff"]
    assert texts(svg) == ["2", "pile 1", "1", "pile 2"]


def test_a_tall_pile_is_a_number_above_the_objects_that_fit():
    svg = board(played("nim(pile_sizes=100;1)"))
    assert len(fills(svg)) == 20 + 1
    assert texts(svg)[0] == "100"
