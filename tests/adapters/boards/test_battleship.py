from tests.adapters.native.test_battleship import PLACED, SMALL
from tests.support.named_games import after
from tests.support.svg_pictures import board, places, texts


def test_shots_are_shown_and_the_waters_that_the_move_is_about_are_places():
    placing = board(after(SMALL))
    assert len(places(placing)) == 12
    svg = board(after(SMALL, *PLACED, 4, 1, 8, 11))
    assert texts(svg)[:2] == ["Ships sunk: 1 of the opponent's, 0 of the own. Shots left: you 7, opponent 7.",
                              "Latest shots: you at C1, sunk; opponent at C4, miss"]
    assert [texts(svg).count(mark) for mark in "X#"] == [2, 1]
    assert texts(svg).count("o") == 1
    assert min(x for x, _ in places(svg)["A4"]) > max(x for x, _ in places(placing)["A4"])
