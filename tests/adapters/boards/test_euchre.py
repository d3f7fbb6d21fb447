from adapters.native.euchre import PASS
from tests.adapters.native.test_euchre import CLUBS, card, dealt
from tests.support.named_games import after
from tests.support.svg_pictures import board, texts


def test_the_table_has_the_bids_and_the_own_hand_with_the_card_that_was_taken():
    shown = texts(board(after("euchre", *dealt(), PASS, CLUBS), 0))
    assert shown[:2] == ["Turned up: AC. Trumps: clubs.", "Tricks: North and South 0, East and West 0."]
    assert shown[2:6] == ["North: dealer", "East: Pass", "South: maker, Order up", "West"]
    assert shown[6:] == ["Your hand (North)", "AC", "KC", "QC", "JC", "TC", "9C"]
    assert "9C" not in texts(board(after("euchre", *dealt(), PASS, CLUBS, card("9C")), 1))
