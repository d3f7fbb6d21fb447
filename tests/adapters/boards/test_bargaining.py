from tests.adapters.native.test_bargaining import GAME, POOL, offer
from tests.support.named_games import after
from tests.support.svg_pictures import board, texts


def test_offers_are_rows_below_the_pool_and_the_values_of_the_seat():
    state = after(GAME, POOL, offer(1, 0, 1))
    shown = texts(board(state, 1))
    assert shown[:4] == ["books", "hats", "basketballs", "In the pool"]
    assert shown[7] == "Values of Player 1"
    assert shown[11:] == ["Player 0 takes", "1", "0", "1"]
    state.apply_action(state.legal_actions()[-1])
    assert texts(board(state, 1))[0] == "Player 1 agrees"
