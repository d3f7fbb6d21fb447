from tests.support.svg_pictures import board, fills, played, texts


def test_the_sides_start_with_twelve_pieces_each():
    svg = board(played("checkers"))
    assert fills(svg) == [None] * 12 + ["#fff"] * 12
    assert "seat 1: +" in texts(svg)


def test_a_move_takes_a_piece_to_its_square():
    before, after = (fills(board(played("checkers", moves))) for moves in ([], ["a3b4"]))
    assert len(before) == len(after) == 24
    assert board(played("checkers")) != board(played("checkers", ["a3b4"]))
