from tests.support.named_games import after
from tests.support.svg_pictures import board, texts


def test_hands_are_shown_unless_they_are_secret():
    shown = texts(board(after("goofspiel(num_cards=3,points_order=descending)", [0, 1])))
    assert shown == [
        "Round 2 of 3", "Point card 3: player 0 bid 1, player 1 bid 2; taken by player 1", "Point card", "2",
        "Point cards to come", "1", "Player 0: 0 points", "2", "3", "Player 1: 3 points", "1", "3"]
    secret = texts(board(after("goofspiel(num_cards=3,points_order=descending,imp_info=True)", [0, 1]), 1))
    assert secret[1] == "Point card 3: player 1 bid 2; taken by player 1"
    assert secret[-4:] == ["Player 0: 0 points", "Player 1: 3 points", "1", "3"]
