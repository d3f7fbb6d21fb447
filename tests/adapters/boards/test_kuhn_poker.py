from itertools import permutations

import pytest

from tests.support.svg_pictures import board, played, texts

PASS, BET = 0, 1


def test_a_seat_sees_its_own_card_and_what_everybody_did():
    state = played("kuhn_poker", [2, 0, PASS, BET])
    assert texts(board(state, 0)) == [
        "Pot: 3 chips", "Cards, lowest first: J, Q, K", "seat 0", "K", "1 chip", "Pass",
        "seat 1", "?", "2 chips", "Bet"]
    assert texts(board(state, 1))[3:8] == ["?", "1 chip", "Pass", "seat 1", "J"]


@pytest.mark.parametrize("moves", [[], [BET], [PASS, BET, BET]])
def test_cards_of_others_change_nothing(moves):
    boards = {deal: board(played("kuhn_poker", [*deal, *moves]), 0) for deal in permutations(range(3), 2)}
    assert len(set(boards.values())) == 3
    assert boards[0, 1] == boards[0, 2]
