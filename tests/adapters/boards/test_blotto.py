from adapters.images.drawing import SEAT_COLOURS
from tests.support.named_games import after
from tests.support.svg_pictures import board, fills, texts


def test_coins_are_shown_when_all_have_chosen_and_the_winner_of_a_field_is_coloured():
    assert texts(board(after("blotto(coins=4,fields=2)"))).count("?") == 4
    svg = board(after("blotto(coins=4,fields=2)", [1, 4]))  # 1 and 3 coins; 4 and 0
    assert texts(svg) == ["4 coins for each player", "1", "1", "4", "2", "3", "0", "Player 0", "Player 1"]
    assert [fill for fill in fills(svg, "path") if fill in SEAT_COLOURS] == [SEAT_COLOURS[1], SEAT_COLOURS[0]]
