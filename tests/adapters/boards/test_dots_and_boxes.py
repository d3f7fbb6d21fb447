"""Dots and Boxes: lines are places with the names of the moves, and closed boxes have the colour of a seat."""

from adapters.images.drawing import SEAT_COLOURS
from tests.support.svg_pictures import board, fills, places, played, texts

SMALL = "dots_and_boxes(num_rows=1,num_cols=2)"


def test_every_line_is_a_place_between_its_dots():
    svg = board(played(SMALL))
    where = {name: middle for name, (middle,) in places(svg).items()}
    assert set(where) == {"a1-b1", "b1-c1", "a2-b2", "b2-c2", "a1-a2", "b1-b2", "c1-c2"}
    assert where["a1-a2"][0] < where["a1-b1"][0] == where["a2-b2"][0] < where["b1-b2"][0]
    assert where["a1-b1"][1] < where["a1-a2"][1] < where["a2-b2"][1]
    assert len(fills(svg)) == 6


def test_a_closed_box_has_its_owner_and_colour():
    svg = board(played(SMALL, ["P1(v,0,0)", "P2(h,1,0)", "P1(v,0,1)", "P2(v,0,2)", "P1(h,0,0)"]))
    assert texts(svg) == ["Player 0: 1 box", "Player 1: 0 boxes", "0", "1", "a", "b", "c", "2"]
    assert SEAT_COLOURS[0] in svg
    assert SEAT_COLOURS[1] not in svg
