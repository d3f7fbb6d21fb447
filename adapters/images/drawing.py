"""Pictures of positions: a canvas for boards, colours of seats and shades of grey, PNG files and SVG.

A picture is made of a :class:`Canvas`::

    canvas = Canvas(200, 240)
    canvas.square((50, 50), side=60, fill=LEVELS[1])
    canvas.disc((50, 50), radius=20, fill=SEAT_COLOURS[0])
    canvas.text((50, 50), "A", size=24, colour=ink(SEAT_COLOURS[0]))
    canvas.lines((10, 200), ["Pawn A is to move."])
    return canvas

A canvas records its shapes; :meth:`Canvas.png` and :meth:`Canvas.svg` draw them. Points are (x, y) in pixels from the
upper left corner, x to the right and y downwards. Shapes are placed by their centre. Colours are ``#rrggbb``. A polygon
that is a place of the board may have the name by which moves call it, which SVG keeps for pages. The font
of PNG files is Pillow's own and has the characters of English text only. Pillow is imported when a PNG file is drawn or
text is measured.
"""

import io
import math
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from adapters.images.shapes import BLACK as BLACK
from adapters.images.shapes import Disc, Line, Point, Polygon, Shape, Text
from adapters.images.svg import write_svg

if TYPE_CHECKING:
    from PIL import Image, ImageDraw, ImageFont

WHITE = "#ffffff"
# The colours of seats, which pages have for the same seats; colour-blind people tell the first two, blue and orange,
# apart. The seats of larger games have them by turns.
SEAT_COLOURS = ("#2e6fb7", "#cd6828", "#3c8d5a", "#8a5bb5", "#b0487c", "#7d7a2b")
# Shades of grey in equal steps, from the lowest level to the highest.
LEVELS = ("#ffffff", "#d4d4d4", "#a9a9a9", "#7e7e7e", "#303030")

LINE_SPACING = 1.5  # of lines of text, in sizes of the font


class Canvas:
    """A picture that is being drawn, ``width`` times ``height`` pixels; later shapes cover earlier ones."""

    def __init__(self, width: int, height: int, background: str = WHITE) -> None:
        self.width, self.height, self.background = width, height, background
        self.shapes: list[Shape] = []
        self._image: Image.Image | None = None
        self._drawn = 0  # shapes that the image has

    @property
    def image(self) -> "Image.Image":
        """The picture in pixels, with all shapes so far."""
        from PIL import Image, ImageDraw

        if self._image is None:
            self._image = Image.new("RGB", (self.width, self.height), self.background)
        pencil = ImageDraw.Draw(self._image)
        for shape in self.shapes[self._drawn:]:
            _draw(pencil, shape)
        self._drawn = len(self.shapes)
        return self._image

    def polygon(
        self, points: Sequence[Point], fill: str, edge: str = BLACK, thickness: int = 1, place: str = ""
    ) -> None:
        """Draws a filled polygon with these corners and an edge of so many pixels (0: none).

        ``place`` is the name of the place of the board that it is, as moves have it; empty for none.
        """
        self.shapes.append(Polygon((*points,), fill, edge, thickness, place))

    def square(
        self, centre: Point, side: float, fill: str, edge: str = BLACK, thickness: int = 1, place: str = ""
    ) -> None:
        """Draws a square."""
        self.rectangle(centre, side, side, fill, edge, thickness, place)

    def rectangle(
        self, centre: Point, width: float, height: float, fill: str, edge: str = BLACK, thickness: int = 1,
        place: str = "",
    ) -> None:
        """Draws a rectangle."""
        (x, y), across, down = centre, width / 2, height / 2
        self.polygon(((x - across, y - down), (x + across, y - down), (x + across, y + down), (x - across, y + down)),
                     fill, edge, thickness, place)

    def hexagon(
        self, centre: Point, radius: float, fill: str, edge: str = BLACK, thickness: int = 1, place: str = ""
    ) -> None:
        """Draws a regular hexagon with a corner at the top; ``radius`` is from the centre to a corner.

        Hexagons that touch are ``sqrt(3) * radius`` apart in a row, and rows are ``1.5 * radius`` apart.
        """
        turns = (math.radians(60 * corner - 90) for corner in range(6))
        corners = [(centre[0] + radius * math.cos(turn), centre[1] + radius * math.sin(turn)) for turn in turns]
        self.polygon(corners, fill, edge, thickness, place)

    def disc(self, centre: Point, radius: float, fill: str, edge: str = BLACK, thickness: int = 1) -> None:
        """Draws a disc."""
        self.shapes.append(Disc(centre, radius, fill, edge, thickness))

    def line(self, start: Point, end: Point, colour: str = BLACK, thickness: int = 2) -> None:
        """Draws a straight line."""
        self.shapes.append(Line(start, end, colour, thickness))

    def arrow(self, start: Point, end: Point, colour: str = BLACK, thickness: int = 2) -> None:
        """Draws a straight arrow whose head ends in ``end``."""
        self.line(start, end, colour, thickness)
        back, head = math.atan2(start[1] - end[1], start[0] - end[0]), 4 * thickness
        wings = [(end[0] + head * math.cos(back + side), end[1] + head * math.sin(back + side)) for side in (-0.5, 0.5)]
        self.polygon((end, *wings), colour, thickness=0)

    def text(self, at: Point, text: str, size: float = 16, colour: str = BLACK, anchor: str = "mm") -> None:
        """Writes one line of text; ``anchor`` says in Pillow's letters what of it is at the point: "mm" its middle.

        "lm" is the middle of its left end, "rm" of its right end, "la" the upper left corner.
        """
        self.shapes.append(Text(at, text, size, colour, anchor))

    def lines(self, corner: Point, lines: Sequence[str], size: float = 16, colour: str = BLACK) -> None:
        """Writes lines of text below each other, the first one's upper left corner at ``corner``."""
        for number, line in enumerate(lines):
            self.text((corner[0], corner[1] + number * LINE_SPACING * size), line, size, colour, anchor="la")

    def png(self) -> bytes:
        """Returns the picture as a PNG file; see :func:`png`."""
        return write_png(self.image)

    def svg(self, title: str) -> str:
        """Returns the picture as SVG text; ``title`` says in a few words what it shows."""
        return write_svg(self.width, self.height, self.background, self.shapes, title)


def _draw(pencil: "ImageDraw.ImageDraw", shape: Shape) -> None:
    """Draws a shape with Pillow; the pixels are a part of the prompts that logs hold the digests of."""
    match shape:
        case Polygon(points, fill, edge, thickness, _):
            pencil.polygon(points, fill=fill, outline=edge if thickness else None, width=max(thickness, 1))
        case Disc((x, y), radius, fill, edge, thickness):
            pencil.ellipse((x - radius, y - radius, x + radius, y + radius), fill, edge if thickness else None,
                           max(thickness, 1))
        case Line(start, end, colour, thickness):
            pencil.line((start, end), fill=colour, width=thickness)
        case Text(at, text, size, colour, anchor):
            pencil.text(at, text, fill=colour, font=_font(size), anchor=anchor)


def write_png(image: "Image.Image") -> bytes:
    """Returns a picture as a PNG file without metadata, equal bytes for equal pixels."""
    from PIL import Image

    file = io.BytesIO()
    plain = Image.frombytes(image.mode, image.size, image.tobytes())  # without what the image says of itself
    plain.save(file, format="PNG", compress_level=6)  # the levels above take three times as long for a few per cent
    return file.getvalue()


def width_of(lines: Sequence[str], size: float = 16) -> int:
    """Returns how many pixels wide these lines of text are at most."""
    return max((_width(line, size) for line in lines), default=0)


@lru_cache(10_000)
def _width(line: str, size: float) -> int:
    return math.ceil(_font(size).getlength(line))


def height_of(lines: Sequence[str], size: float = 16) -> int:
    """Returns how many pixels high :meth:`Canvas.lines` are."""
    return math.ceil(len(lines) * LINE_SPACING * size)


def grey(colour: str) -> float:
    """Returns the grey of a colour, from 0 (black) to 255 (white), by the weights of ITU-R 601."""
    red, green, blue = bytes.fromhex(colour[1:])
    return 0.299 * red + 0.587 * green + 0.114 * blue


def ink(fill: str) -> str:
    """Returns black or white, whichever is easier to read on a colour."""
    return BLACK if grey(fill) > 127 else WHITE


@cache
def _font(size: float) -> "ImageFont.FreeTypeFont":
    from PIL import ImageFont

    font = ImageFont.load_default(size)
    assert isinstance(font, ImageFont.FreeTypeFont), "Pillow was built without FreeType"
    return font
