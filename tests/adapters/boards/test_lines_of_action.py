from adapters.images.drawing import PLAYERS
from tests.support.svg_pictures import board, fills, played, texts


def test_both_sides_start_with_twelve_pieces():
    svg = board(played("lines_of_action"))
    assert [fills(svg).count(colour) for colour in PLAYERS] == [12, 12]
    assert fills(svg)[:6] == [PLAYERS[0]] * 6
    assert "8" in texts(svg)
