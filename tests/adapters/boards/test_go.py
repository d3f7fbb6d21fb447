"""Go: stones stand on the crossings of lines that moves name."""

from adapters.boards.go import SIDES
from tests.support.svg_pictures import board, fills, places, played, texts


def test_stones_stand_on_crossings_with_the_names_of_the_moves():
    svg = board(played("go(board_size=9)", ["B c1", "W d9"]))
    assert fills(svg) == ["#fff", None]
    assert texts(svg) == [*"ABCDEFGHJ", *"987654321", "Player 0: Black (X)", "Player 1: White (O)"]
    assert len(places(svg)) == 81
    assert {"A1", "J9"} <= set(places(svg))
    assert len(SIDES) == 2


def test_an_empty_board_has_no_stones():
    assert fills(board(played("go(board_size=5)"))) == []
