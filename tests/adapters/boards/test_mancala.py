"""Mancala: pits and stores have the numbers of their seeds, and the places the names of the moves."""

from adapters.images.drawing import SEAT_COLOURS
from tests.support.svg_pictures import board, places, played, texts


def test_both_rows_have_their_pits_in_the_order_of_sowing():
    svg = board(played("mancala", [3, 6]))
    shown = texts(svg)
    assert [name for name in shown if name in ("Player 0", "Player 1", "store")] == [
        "Player 0", "store", "Player 1", "store"]
    assert shown[:12] == ["4", "1", "4", "2", "0", "3", "5", "4", "5", "5", "0", "6"]
    assert shown[-2:] == ["0", "store"]
    where = {name: middle for name, (middle,) in places(svg).items()}
    assert set(where) == set(map(str, [*range(1, 7), *range(8, 14)]))
    assert where["1"][0] == where["13"][0] < where["6"][0] == where["8"][0]
    assert where["13"][1] < where["1"][1]
    assert all(colour in svg for colour in SEAT_COLOURS[:2])
