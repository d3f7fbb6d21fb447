from tests.adapters.native.test_spades import BIDS, DEAL, plays
from tests.support.named_games import after
from tests.support.svg_pictures import board, texts


def test_the_table_has_bids_tricks_and_the_own_hand():
    shown = texts(board(after("spades", *DEAL, *BIDS, *plays("AC", "2D", "3H", "2S", "AS")), 1))
    assert shown[0] == "Trick 1: North AC, East 2D, South 3H, West 2S; taken by West"
    assert shown[1:6] == ["North: bid 4, took 0", "East: bid nil, took 0", "South: bid 6, took 0", "AS",
                          "West: bid 13, took 1"]
    assert shown[6:] == ["Your hand (East)", *(f"{rank}D" for rank in "AKQJT9876543")]
    assert "North" in texts(board(after("spades", *DEAL)))
