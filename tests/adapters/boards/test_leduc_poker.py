from tests.support.svg_pictures import board, played, texts

CALL, RAISE = 1, 2


def test_a_seat_sees_its_own_card_the_public_one_and_all_moves():
    assert texts(board(played("leduc_poker", [0, 1]), 0))[-1] == "?"
    state = played("leduc_poker", [5, 0, RAISE, CALL, 3, CALL])
    shown = texts(board(state, 0))
    assert shown[:2] == ["Round 1, player 0: bet; player 1: call", "Round 2, player 0: check"]
    assert shown[2:] == ["Player 0", "K♥", "3 in the pot", "Player 1", "?", "3 in the pot", "public", "Q♥"]
    assert texts(board(state, 1))[3:7] == ["?", "3 in the pot", "Player 1", "J♠"]
    state = played("leduc_poker(suit_isomorphism=True)", [2, 0, RAISE, 0])
    assert texts(board(state, 1))[2:] == [
        "Player 0", "?", "3 in the pot", "Player 1", "J", "1 in the pot", "folded", "public", "?"]
