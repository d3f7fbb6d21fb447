from tests.adapters.native.test_hearts import ALL_PASSES, DEAL, LEFT, passes
from tests.support.named_games import after
from tests.support.svg_pictures import board, texts


def test_the_table_has_the_cards_of_the_trick_and_the_hand_is_shown_alone():
    shown = texts(board(after("hearts", LEFT, *DEAL, *ALL_PASSES, *passes("2C", "5D")), 1))
    assert shown[:6] == ["2C", "North: 0 points", "5D", "East: 0 points", "South: 0 points", "West: 0 points"]
    assert "Your hand (East)" in shown
    assert shown[-4:] == ["Passed to South", "2D", "3D", "4D"]
    assert "KS" not in shown
