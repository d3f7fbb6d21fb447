from itertools import permutations

from tests.support.svg_pictures import board, played, texts

CALL, RAISE = 1, 2


def test_a_seat_sees_its_own_card_the_public_one_and_all_moves():
    state = played("leduc_poker", [5, 0, RAISE, CALL, 3, CALL])
    shown = texts(board(state, 0))
    assert shown[:2] == ["Round 1: Raise, Call", "Round 2: Call"]
    assert shown[3:12] == ["seat 0", "5", "3 in the pot", "seat 1", "?", "3 in the pot", "public", "3", ""]
    assert texts(board(state, 1))[4:8] == ["?", "3 in the pot", "seat 1", "0"]


def test_cards_of_others_change_nothing_and_the_public_card_is_covered_at_first():
    boards = {deal: board(played("leduc_poker", deal), 0) for deal in permutations(range(6), 2)}
    assert len(set(boards.values())) == 6
    assert texts(boards[0, 1])[-2] == "?"
