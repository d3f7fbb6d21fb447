from adapters.images.shapes import Disc, Polygon


def test_equal_shapes_are_one_key():
    corners = ((0, 0), (1, 0), (1, 1))
    assert len({Polygon(corners, "#ffffff", "#000000", 1), Polygon(corners, "#ffffff", "#000000", 1)}) == 1
    assert len({Disc((1, 2), 3, "#ffffff", "#000000", 1), Disc((1, 2), 4, "#ffffff", "#000000", 1)}) == 2
