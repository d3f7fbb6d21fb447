from tests.support.svg_pictures import board, played, texts


def test_one_of_the_dealers_cards_lies_face_down_until_the_player_stands():
    state = played("blackjack", [24, 49, 27, 7])
    assert texts(board(state)) == ["Points: 20", "Dealer", "?", "8♣", "Player 0", "Q♦", "J♠"]
    state.apply_action(1)
    assert texts(board(state)) == ["Points: 20", "Dealer", "2♥", "8♣", "Player 0", "Q♦", "J♠"]
