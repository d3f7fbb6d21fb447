from tests.adapters.native.test_gin_rummy import act, dealt
from tests.support.svg_pictures import board, texts

OWN = ["5♠", "6♠", "7♠", "A♣", "2♣", "3♣", "K♣", "2♦", "K♦", "K♥"]


def test_the_other_hand_lies_face_down_until_a_knock():
    state = dealt()
    assert texts(board(state, 0)) == [
        "Discarded: none", "Player 0", *OWN, "Upcard, and 31 cards in the stock", "J♠", "Player 1", *["?"] * 10]
    assert texts(board(state, 1))[1:12] == ["Player 0", *["?"] * 10]
    act(state, "Draw upcard", "Knock", "JS", "5S 6S 7S", "KC KD KH", "AC 2C 3C", "Pass", "8S")
    shown = texts(board(state, 1))
    assert shown[:3] == ["Player 0 has knocked", "Player 0 laid 5♠ 6♠ 7♠,  K♣ K♦ K♥,  A♣ 2♣ 3♣", "Laid off: 8♠"]
    assert shown[3:5] == ["Player 0", "2♦"]
    assert "10♠" in shown
    assert "No upcard, and 31 cards in the stock" in shown
