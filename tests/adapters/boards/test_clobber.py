from tests.support.svg_pictures import board, fills, played, texts


def test_a_piece_that_is_clobbered_is_gone():
    assert [len(fills(board(played("clobber", moves)))) for moves in ([], ["a5b5"])] == [30, 29]
    assert texts(board(played("clobber")))[:6] == list("abcdef")
