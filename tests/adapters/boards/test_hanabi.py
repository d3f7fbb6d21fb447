from tests.support.svg_pictures import board, played, texts

DEAL = [0, 1, 5, 5, 24, 0, 7, 11, 13, 13]


def test_own_cards_show_what_hints_told_and_other_hands_all():
    shown = texts(board(played("hanabi", [*DEAL, 12]), 1))  # player 1 is told its green cards
    assert shown[0] == "Lives: 3, hint tokens: 7, cards in the deck: 40"
    start = shown.index("Player 0")
    assert shown[start + 1:] == ["R1", "R2", "Y1", "Y1", "B5", "Player 1 (you)", "?", "?", "G?", "G?", "G?"]
