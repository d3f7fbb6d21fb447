from tests.support.svg_pictures import board, fills, played, texts


def test_pieces_stand_on_their_squares_and_promoted_pawns_are_queens():
    svg = board(played("chess"))
    assert texts(svg)[:8] == list("abcdefgh")
    assert len(fills(svg)) == 32
    svg = board(played("chess", ["a4", "b5", "axb5", "h6", "b6", "h5", "bxc7", "h4", "cxb8=Q"]))
    assert (texts(svg).count("Q"), len(fills(svg))) == (2, 29)
    assert {"Player 0: Black", "Player 1: White"} <= set(texts(svg))


def test_shuffled_pieces_are_drawn_where_they_are_and_before_they_are_shuffled_too():
    game = "chess(chess960=True)"
    assert [text for text in texts(board(played(game, [3]))) if text in "KQRBN"] == list("BBQNRKRN")
    assert len(fills(board(played(game)))) == 32
