from tests.adapters.native.test_universal_poker import CALL, DEAL, FLOP, HEADS_UP, POT
from tests.support.named_games import after
from tests.support.svg_pictures import board, texts


def test_a_seat_sees_its_own_and_the_shared_cards_all_chips_and_all_moves():
    state = after(HEADS_UP.format("fcpa"), *DEAL, CALL, CALL, *FLOP, POT)
    shown = texts(board(state, 0))
    assert shown == [
        "Pot: 400 chips", "Round 1, player 1: call; player 0: check", "Round 2, player 0: bet 200", "9♣", "8♣", "7♣",
        "Player 0", "A♠", "K♥", "300 in the pot", "700 left", "Player 1", "?", "?", "100 in the pot", "900 left"]
    assert texts(board(state, 1))[6:] == [
        "Player 0", "?", "?", "300 in the pot", "700 left", "Player 1", "3♦", "2♣", "100 in the pot", "900 left"]
