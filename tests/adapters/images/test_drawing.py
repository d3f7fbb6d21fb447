"""Pictures of boards: where shapes are, which colours they have, and what their PNG files hold."""

import math
import re
import struct
import subprocess
import sys
from itertools import combinations

import pytest

from adapters.images.drawing import (
    BLACK,
    LEVELS,
    SEAT_COLOURS,
    WHITE,
    Canvas,
    grey,
    height_of,
    ink,
    width_of,
    write_png,
)
from tests.support import ROOT
from tests.support.drawn import colour_at, dark_pixels, opened


def chunks(file: bytes) -> list[bytes]:
    """The types of a PNG file's chunks."""
    names, at = [], 8
    while at < len(file):
        (length,) = struct.unpack(">I", file[at:at + 4])
        names.append(file[at + 4:at + 8])
        at += 12 + length
    return names


def board() -> Canvas:
    canvas = Canvas(120, 90)
    canvas.hexagon((30, 30), 20, LEVELS[1])
    canvas.disc((30, 30), 8, SEAT_COLOURS[0])
    canvas.text((30, 30), "A", 12)
    canvas.arrow((60, 60), (90, 60), SEAT_COLOURS[1])
    canvas.lines((5, 70), ["Pawn A is to move."], 12)
    return canvas


def test_the_same_drawing_gives_the_same_bytes_in_another_process_and_another_one_others() -> None:
    code = "from tests.adapters.images.test_drawing import board; print(board().png().hex())"
    drawn = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    assert bytes.fromhex(drawn) == board().png()
    other = board()
    other.text((100, 20), "B", 12)
    assert other.png() != board().png()


def test_a_file_has_the_pixels_of_its_picture_and_no_metadata() -> None:
    canvas = board()
    canvas.image.info = {"dpi": (72, 72), "Comment": "drawn here"}
    file = canvas.png()
    assert (set(chunks(file)), opened(file).tobytes()) == ({b"IHDR", b"IDAT", b"IEND"}, canvas.image.tobytes())
    assert file == write_png(canvas.image)


def test_shapes_cover_what_is_inside_their_edges_and_earlier_shapes() -> None:
    canvas = Canvas(60, 60)
    canvas.square((30, 30), 40, SEAT_COLOURS[0], thickness=2)
    assert [colour_at(canvas, (30, y)) for y in (9, 10, 12, 48, 50, 51)] == [
        WHITE, BLACK, SEAT_COLOURS[0], SEAT_COLOURS[0], BLACK, WHITE]
    assert colour_at(canvas, (12, 48)) == SEAT_COLOURS[0]
    canvas = Canvas(100, 100)
    canvas.hexagon((50, 50), 40, SEAT_COLOURS[1], thickness=0)
    assert colour_at(canvas, (50, 12)) == colour_at(canvas, (50, 88)) == SEAT_COLOURS[1]
    half_width = round(20 * math.sqrt(3))
    assert {colour_at(canvas, (50 + side * (half_width - 2), 50)) for side in (-1, 1)} == {SEAT_COLOURS[1]}
    assert colour_at(canvas, (50 + half_width + 2, 50)) == colour_at(canvas, (55, 12)) == WHITE
    assert colour_at(canvas, (50 + half_width - 2, 68)) == SEAT_COLOURS[1]
    canvas = Canvas(60, 60)
    canvas.disc((30, 30), 20, SEAT_COLOURS[0], thickness=0)
    assert colour_at(canvas, (43, 43)) == colour_at(canvas, (30, 11)) == SEAT_COLOURS[0]
    assert colour_at(canvas, (45, 45)) == colour_at(canvas, (30, 8)) == WHITE
    canvas = Canvas(60, 60)
    canvas.square((30, 30), 50, LEVELS[2])
    canvas.disc((30, 30), 10, SEAT_COLOURS[1])
    assert (colour_at(canvas, (30, 30)), colour_at(canvas, (15, 15))) == (SEAT_COLOURS[1], LEVELS[2])
    canvas = Canvas(60, 60)
    canvas.square((30, 30), 40, SEAT_COLOURS[0])
    assert colour_at(canvas, (30, 30)) == SEAT_COLOURS[0]
    canvas.rectangle((30, 30), 10, 20, SEAT_COLOURS[1])
    assert [colour_at(canvas, (x, 38)) for x in (27, 36)] == [SEAT_COLOURS[1], SEAT_COLOURS[0]]


def test_an_arrow_is_thicker_before_its_end_than_at_its_start() -> None:
    canvas = Canvas(100, 40)
    canvas.arrow((10, 20), (90, 20))
    widths = {x: sum(colour_at(canvas, (x, y)) == BLACK for y in range(40)) for x in (12, 83, 95)}
    assert widths[12] == 2
    assert widths[83] > 4
    assert widths[95] == 0


def test_text_is_centred_or_anchored_and_lines_stand_below_each_other_in_the_size_that_is_told() -> None:
    canvas = Canvas(100, 60)
    canvas.text((50, 30), "H", 30)
    xs, ys = zip(*dark_pixels(canvas), strict=True)
    assert (min(xs) + max(xs)) / 2 == pytest.approx(50, abs=1.5)
    assert (min(ys) + max(ys)) / 2 == pytest.approx(30, abs=4)
    anchored = Canvas(100, 60)
    anchored.text((50, 30), "H", 30, anchor="lm")
    assert min(x for x, _ in dark_pixels(anchored)) >= 50
    lines = ["Queen 1", "Grasshoppers: 3", "x"]
    width, height = width_of(lines, 20), height_of(lines, 20)
    assert height == 90
    canvas = Canvas(300, 200)
    canvas.lines((10, 20), lines, 20)
    dark = dark_pixels(canvas)
    assert min(x for x, _ in dark) >= 10
    assert 10 + width - 3 <= max(x for x, _ in dark) <= 10 + width
    for line in range(3):
        assert any(20 + 30 * line <= y < 50 + 30 * line for _, y in dark)
    assert all(20 <= y < 20 + height for _, y in dark)
    assert width_of([]) == height_of([]) == 0


def test_colours_of_seats_are_those_of_pages() -> None:
    css = (ROOT / "gtarena" / "reports" / "templates" / "report.css").read_text("utf-8")
    light = css[:css.index("prefers-color-scheme: dark")]  # pictures have a light ground
    assert tuple(re.findall(r"--seat\d: (#\w+)", light)) == SEAT_COLOURS


def test_shades_differ_and_ink_stands_out_on_each_colour() -> None:
    assert [grey(level) for level in LEVELS] == sorted(map(grey, LEVELS), reverse=True)
    assert all(abs(grey(one) - grey(other)) > 40 for one, other in combinations(LEVELS, 2))
    assert [ink(colour) for colour in (*SEAT_COLOURS, LEVELS[0], LEVELS[-1])] == [*[WHITE] * 6, BLACK, WHITE]


def test_pillow_is_not_imported_before_something_is_drawn_and_not_needed_for_svg() -> None:
    code = ("import sys, adapters.boards, gtarena.cli.main; from adapters.images.drawing import Canvas; "
            "canvas = Canvas(9, 9); canvas.square((4, 4), 3, '#ffffff'); canvas.text((4, 4), 'A'); "
            "canvas.svg('A test'); "
            "assert 'PIL' not in sys.modules")
    subprocess.run([sys.executable, "-c", code], check=True)
