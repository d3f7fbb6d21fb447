from tests.adapters.native.test_bridge import DEAL, PLAYED, calls, plays
from tests.support.named_games import after
from tests.support.svg_pictures import board, texts


def test_calls_are_at_the_seats_in_the_auction_and_hands_below_in_the_play():
    shown = texts(board(after(PLAYED, *DEAL, *calls("1C", "Double")), 2))
    assert shown[0] == "Dealer: North. Highest bid: 1C by North, doubled."
    assert shown[1:5] == ["North: 1C", "East: Double", "South", "West"]
    state = after(PLAYED, *DEAL, *calls("1NT", "Pass", "Pass", "Pass"), *plays("2D"))
    shown = texts(board(state, 0))
    assert shown[:3] == ["Contract: 1NT by North. 7 tricks are needed.",
                         "Tricks: North and South 0, East and West 0.", "North"]
    assert {"Your hand (North)", "Dummy (South)", "AH", "AC", "2D"} <= {*shown}
    assert not {"3D", "2S"} & {*shown}
    assert "Dummy (South)" not in texts(board(state, 2))
