"""Pictures as SVG: where shapes are, how terse they are, and that texts can do nothing."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from adapters.images.drawing import BLACK, SEAT_COLOURS, WHITE, Canvas
from adapters.images.shapes import Disc, Polygon
from tests.support.svg_pictures import NAMESPACE, parsed, texts

HOSTILE = ['</text><script>alert(1)</script>', '" onload="alert(1)', "]]>", "&lt;", "\x1b[31m", "\u202egnp.exe", "\x00",
           "\ud800", "\ufffe", "&#0;", "<!--"]


def elements(canvas: Canvas, tag: str) -> list[dict[str, str]]:
    return [dict(element.items()) for element in parsed(canvas.svg("A test")).iter(f"{NAMESPACE}{tag}")]


def test_a_picture_says_its_size_and_title_and_has_a_ground_of_its_own():
    canvas = Canvas(120, 90)
    root = parsed(canvas.svg("A test"))
    assert (root.get("viewBox"), root.findtext(f"{NAMESPACE}title")) == ("0 0 120 90", "A test")
    assert elements(canvas, "rect") == [{"width": "120", "height": "90", "fill": "#fff"}]


def test_shapes_of_one_style_are_one_path_with_rounded_corners_and_edges_inside():
    canvas = Canvas(100, 100)
    canvas.square((20, 20), 20, WHITE)
    canvas.square((40, 20), 20, WHITE)
    canvas.square((60, 20), 20, SEAT_COLOURS[0], thickness=2)
    assert elements(canvas, "path") == [
        {"fill": "#fff", "stroke": "#000", "d": "M10 10h20v20h-20zM30 10h20v20h-20z"},
        {"fill": SEAT_COLOURS[0], "stroke": "#000", "stroke-width": "2", "d": "M50 10h20v20h-20z"}]
    canvas = Canvas(100, 100)
    canvas.polygon([(10, 10), (20.06, 10), (15, 18.9)], BLACK, thickness=0)
    assert elements(canvas, "path") == [{"d": "M10 10 20.1 10 15 18.9z"}]
    canvas = Canvas(100, 100)
    canvas.disc((50, 40), 20, SEAT_COLOURS[1], thickness=2)
    canvas.disc((50, 40), 20, SEAT_COLOURS[1], thickness=0)
    assert elements(canvas, "circle") == [
        {"cx": "50", "cy": "40", "r": "19", "fill": SEAT_COLOURS[1], "stroke": "#000", "stroke-width": "2"},
        {"cx": "50", "cy": "40", "r": "20", "fill": SEAT_COLOURS[1]}]
    canvas = Canvas(100, 100)
    canvas.line((10, 20), (30, 40))
    assert elements(canvas, "path") == [{"stroke": "#000", "stroke-width": "2", "d": "M10 20 30 40"}]


def test_texts_are_anchored_on_their_baselines_and_later_shapes_come_later():
    canvas = Canvas(100, 100)
    canvas.text((50, 40), "middle", 20)
    canvas.text((50, 40), "left", 20, WHITE, anchor="lm")
    canvas.text((50, 40), "right", 20, anchor="ra")
    assert elements(canvas, "text") == [
        {"x": "50", "y": "47", "font-size": "20"},
        {"x": "50", "y": "47", "font-size": "20", "text-anchor": "start", "fill": "#fff"},
        {"x": "50", "y": "58", "font-size": "20", "text-anchor": "end"}]
    canvas = Canvas(100, 100)
    canvas.disc((50, 50), 20, WHITE)
    canvas.square((50, 50), 10, BLACK)
    assert [element.tag.removeprefix(NAMESPACE) for element in parsed(canvas.svg("A test"))] == [
        "title", "rect", "circle", "path"]


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_is_shown_and_is_nothing_but_text(text):
    canvas = Canvas(100, 100)
    canvas.text((50, 50), text)
    (shown,) = texts(canvas.svg(text))
    assert shown == "".join(each if each.isprintable() else f"<U+{ord(each):04X}>" for each in text)


@given(st.text(st.characters(), min_size=1))
@example("\ud800<")
def test_any_text_is_read_back_as_it_was_if_it_can_be_seen(text):
    canvas = Canvas(100, 100)
    canvas.text((50, 50), text)
    root = parsed(canvas.svg(text).encode().decode())
    (element,) = root.iter(f"{NAMESPACE}text")
    assert len(root) == 3
    assert (element.text or "").isprintable()
    if text.isprintable():
        assert (element.text or "") == (root.findtext(f"{NAMESPACE}title") or "") == text


def test_equal_shapes_are_one_key():
    corners = ((0, 0), (1, 0), (1, 1))
    assert len({Polygon(corners, "#ffffff", "#000000", 1), Polygon(corners, "#ffffff", "#000000", 1)}) == 1
    assert len({Disc((1, 2), 3, "#ffffff", "#000000", 1), Disc((1, 2), 4, "#ffffff", "#000000", 1)}) == 2
