from itertools import product

from adapters.boards._cards import BACK
from tests.support.svg_pictures import board, fills, played, texts


def test_a_seat_sees_the_pips_of_its_own_dice():
    state = played("liars_dice", [4, 2, 0])
    assert len(fills(board(state, 0))) == 5
    assert len(fills(board(state, 1))) == 3
    assert fills(board(state, 0), "path").count(BACK) == 1


def test_dice_of_others_change_nothing():
    boards = {roll: board(played("liars_dice", [*roll, 3]), 1) for roll in product(range(6), repeat=2)}
    assert len(set(boards.values())) == 6
    assert boards[0, 5] == boards[3, 5] != boards[0, 4]


def test_bids_are_told_in_order_and_lines():
    state = played("liars_dice(numdice=3)", [0] * 6)
    assert texts(board(state))[0] == "No bid yet"
    for action in (0, 7, 8, 9, 10, 36):
        state.apply_action(action)
    assert texts(board(state))[:2] == [
        "seat 0: 1 x 1,  seat 1: 2 x 2,  seat 0: 2 x 3,  seat 1: 2 x 4", "seat 0: 2 x 5,  seat 1: liar!"]


def test_a_die_with_more_than_six_sides_has_a_number():
    assert "9" in texts(board(played("liars_dice(dice_sides=9)", [8, 0])))
