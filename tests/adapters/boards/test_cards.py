from adapters.boards._cards import BACK, MARGIN, SIZE, draw_card, framed
from adapters.images.drawing import WHITE, Canvas, width_of
from tests.support.svg_pictures import fills, texts


def test_a_frame_has_margins_around_the_drawing_and_room_for_the_lines_below():
    assert (framed(100, 60, []).width, framed(100, 60, []).height) == (100 + 2 * MARGIN, 60 + 2 * MARGIN)
    long = "A line that is longer than the drawing is wide"
    canvas = framed(100, 60, [long, "another"])
    assert canvas.width > width_of([long], SIZE) + 2 * MARGIN
    assert canvas.height == 60 + 2.5 * MARGIN + 48
    assert texts(canvas.svg("A test")) == [long, "another"]


def test_a_card_that_lies_face_down_has_no_name():
    canvas = Canvas(100, 100)
    draw_card(canvas, (50, 50), None)
    draw_card(canvas, (50, 50), "Q")
    assert texts(canvas.svg("A test")) == ["?", "Q"]
    assert fills(canvas.svg("A test"), "path") == [BACK, WHITE[:4]]
