from tests.support.svg_pictures import board, fills, played, texts


def test_cells_are_named_as_in_the_moves_and_marks_are_in_them():
    svg = board(played("mnk(m=4,n=3,k=3)", ["x(1,3)"]))
    assert texts(svg)[:7] == ["0", "1", "2", "3", "0", "1", "2"]
    assert len(fills(svg)) == 1
    assert texts(svg)[-1] == "x"
