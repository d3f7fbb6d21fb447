from tests.support.svg_pictures import board, fills, played, texts


def test_the_game_starts_with_white_pieces_below_and_black_ones_above():
    svg = board(played("chess"))
    assert fills(svg) == [None] * 16 + ["#fff"] * 16
    assert texts(svg)[-8:] == list("RNBQKBNR")
    assert texts(svg)[:8] == list("abcdefgh")


def test_a_pawn_moves_two_ranks():
    before, after = (texts(board(played("chess", moves))) for moves in ([], ["e4"]))
    assert before.count("P") == after.count("P") == 8
    assert after.index("P") == len(after) - 16
