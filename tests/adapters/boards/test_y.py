from tests.support.svg_pictures import board, fills, played, texts


def test_a_triangle_has_the_names_of_its_rows_and_columns_and_the_last_stone_too():
    svg = board(played("y(board_size=5)", ["b2"]))
    assert texts(svg)[2:] == [*"abcde", "1", "2", "O", "3", "4", "5"]
    assert len(fills(svg)) == 1
