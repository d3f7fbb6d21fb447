from tests.support.svg_pictures import board, fills, played, texts


def test_a_stone_is_on_a_rhombus_of_hexagons():
    state = played("hex(board_size=3)", ["a1", "c3"])
    assert [text for text in texts(board(state)) if text in "xo"] == ["x", "o"]
    assert len(fills(board(state))) == 2
