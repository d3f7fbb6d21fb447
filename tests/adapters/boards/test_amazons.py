from tests.support.svg_pictures import board, fills, played, texts


def test_four_amazons_of_each_side_start_on_squares_that_are_counted_from_one():
    svg = board(played("amazons"))
    assert len(fills(svg)) == 8
    assert texts(svg)[0] == texts(svg)[10] == "1"
