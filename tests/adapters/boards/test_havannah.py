from tests.support.svg_pictures import board, fills, played, texts


def test_a_hexagon_has_the_names_of_its_rows_and_columns_and_the_last_stone_too():
    svg = board(played("havannah(board_size=3)", ["a1"]))
    assert [text for text in texts(svg)[2:] if text != "O"] == [*"abc", "1", "d", "2", "e", "3", "4", "5"]
    assert len(fills(svg)) == 1
