from tests.support.svg_pictures import board, fills, played, texts


def test_pieces_stand_on_their_squares_in_their_colours_with_the_names_of_the_seats_below():
    svg = board(played("othello", ["d3"]))
    assert texts(svg)[:16] == [*"abcdefgh", *"12345678"]
    assert {"Player 0: Black (x)", "Player 1: White (o)"} <= set(texts(svg))
    assert [fills(svg).count(colour) for colour in (None, "#fff")] == [4, 1]
