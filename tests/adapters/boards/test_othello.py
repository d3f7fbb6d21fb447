from tests.support.svg_pictures import board, fills, played, texts


def test_the_game_starts_with_two_discs_of_each_colour_and_black_turns_one():
    assert fills(board(played("othello"))) == ["#fff", None, None, "#fff"]
    assert fills(board(played("othello", ["d3"]))) == [None, None, None, None, "#fff"]
    assert texts(board(played("othello")))[:8] == list("abcdefgh")
