"""Pictures as SVG: well-formed XML without scripts, styles or links, in which every text is text and nothing else."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from html import escape
from itertools import groupby

from adapters.images.shapes import Disc, Line, Point, Polygon, Shape, Text

FONTS = "Helvetica,Arial,sans-serif"
BLACK = "#000000"
MOST_SHAPES = 10_000  # that are kept: positions of a game have most of theirs in common
# Parts of the size of the font by which the baseline is below the point, by the second letter of the anchor.
BASELINES = {"m": 0.35, "a": 0.9}
ANCHORS = {"l": ' text-anchor="start"', "m": "", "r": ' text-anchor="end"'}


def svg(width: int, height: int, background: str, shapes: Iterable[Shape], title: str) -> str:
    """Returns a picture as SVG text; ``title`` says in a few words what it shows."""
    return "".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
        f' role="img" font-family="{FONTS}" text-anchor="middle"><title>{_text(title)}</title>'
        f'<rect width="{width}" height="{height}" fill="{_short(background)}"/>',
        *_elements(shapes), "</svg>"])


def _elements(shapes: Iterable[Shape]) -> Iterator[str]:
    """Yields the elements in order; polygons that follow each other in one style are one element."""
    for (kind, style), group in groupby(shapes, key=_kind):
        drawn = map(_drawn, group)
        if kind is Polygon:
            yield f'<path{style} d="{"".join(drawn)}"/>'
        else:
            yield from drawn


@lru_cache(MOST_SHAPES)
def _kind(shape: Shape) -> tuple[type[Shape], str]:
    return type(shape), _style(shape)


@lru_cache(MOST_SHAPES)
def _drawn(shape: Shape) -> str:
    """Returns the element of a shape, or the part of a path that is a polygon."""
    if isinstance(shape, Polygon):
        return _outline(shape.points)
    style = _style(shape)
    if isinstance(shape, Disc):
        (x, y), radius = shape.centre, shape.radius - shape.thickness / 2  # the edge is inside the disc
        return f'<circle cx="{_number(x)}" cy="{_number(y)}" r="{_number(radius)}"{style}/>'
    if isinstance(shape, Line):
        return f'<path{style} d="M{_pair(shape.start)} {_pair(shape.end)}"/>'
    x, y = shape.at[0], shape.at[1] + BASELINES[shape.anchor[1]] * shape.size
    return f'<text x="{_number(x)}" y="{_number(y)}"{style}>{_text(shape.text)}</text>'


def _style(shape: Shape) -> str:
    """Returns the attributes of a shape's colours, lines and letters."""
    if isinstance(shape, Text):
        return f' font-size="{_number(shape.size)}"{ANCHORS[shape.anchor[0]]}{_filled(shape.colour)}'
    if isinstance(shape, Line):
        return _stroke(shape.colour, shape.thickness)
    return _filled(shape.fill) + (_stroke(shape.edge, shape.thickness) if shape.thickness else "")


def _filled(colour: str) -> str:
    return "" if colour == BLACK else f' fill="{_short(colour)}"'


def _stroke(colour: str, thickness: int) -> str:
    return f' stroke="{_short(colour)}"' + (f' stroke-width="{thickness}"' if thickness != 1 else "")


def _outline(points: Sequence[Point]) -> str:
    """Returns the path of a polygon, by lines along the axes if it is a rectangle that begins upper left."""
    first, second, third, *rest = points
    if rest == [(first[0], third[1])] and second == (third[0], first[1]):
        x, y, across, down = (_rounded(value) for value in (*first, third[0] - first[0], third[1] - first[1]))
        return f"M{x:g} {y:g}h{across:g}v{down:g}h{-across:g}z"
    return f"M{' '.join(map(_pair, points))}z"


def _pair(point: Point) -> str:
    return f"{_number(point[0])} {_number(point[1])}"


def _number(value: float) -> str:
    return f"{_rounded(value):g}"


def _rounded(value: float) -> float:
    return round(value, 1) + 0.0  # no -0


def _short(colour: str) -> str:
    """Returns a colour such as ``#ff0088`` as ``#f08`` where that is the same."""
    return f"#{colour[1::2]}" if colour[1::2] == colour[2::2] else colour


def _text(text: str) -> str:
    """Returns text as XML shows it: markup is escaped, and characters that cannot be seen are their codes."""
    if not text.isprintable():
        text = "".join(each if each.isprintable() else f"<U+{ord(each):04X}>" for each in text)
    return escape(text, quote=False)
