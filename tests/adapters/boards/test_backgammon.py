from adapters.images.drawing import SEAT_COLOURS
from tests.adapters.native.test_backgammon import after
from tests.support.svg_pictures import board, fills, texts


def test_checkers_lie_on_points_that_have_the_numbers_of_player_0_for_both():
    svg = board(after((1, 3)))
    assert [fills(svg).count(colour) for colour in SEAT_COLOURS[:2]] == [15, 15]
    assert {*map(str, range(1, 25))} <= set(texts(svg))
    assert {"Player 0: x", "Player 1: o", "Off the board: x 0, o 0", "Dice: 1, 3"} <= set(texts(svg))
    assert svg == board(after((1, 3)), 1)
    assert "Dice: not rolled" in texts(board(after()))


def test_checkers_on_the_bar_are_drawn_and_high_stacks_have_a_number():
    hit = after((1, 3), "13/10 6/5", (1, 4), "24/20* 24/23", (3, 5))
    assert len(fills(board(hit))) == 30
    assert board(hit) != board(after((1, 3), "13/10 6/5", (1, 4), "24/23 13/9", (3, 5)))
    high = board(after((1, 2), "24/23 8/6"))
    assert (texts(high).count("x"), len(fills(high))) == (13, 29)
