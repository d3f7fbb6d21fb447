from tests.support.svg_pictures import board, fills, played, texts


def test_stones_are_on_the_lines_named_as_in_the_moves():
    svg = board(played("go(board_size=9)", ["B c1", "W d9"]))
    assert fills(svg) == ["#fff", None]
    assert texts(svg)[:9] == list("ABCDEFGHJ")
    assert texts(svg)[9:18] == list("987654321")
