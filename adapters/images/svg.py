"""Pictures as SVG: well-formed XML without scripts, styles or links, in which every text is text and nothing else."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from html import escape
from itertools import groupby

from adapters.images.shapes import BLACK, Disc, Line, Point, Polygon, Shape, Text

FONTS = "Helvetica,Arial,sans-serif"
MOST_SHAPES = 10_000  # that are kept: positions of a game have most of theirs in common
# Parts of the size of the font by which the baseline is below the point, by the second letter of the anchor.
BASELINES = {"m": 0.35, "a": 0.9}
ANCHORS = {"l": ' text-anchor="start"', "m": "", "r": ' text-anchor="end"'}


def write_svg(width: int, height: int, background: str, shapes: Iterable[Shape], title: str) -> str:
    """Returns a picture as SVG text; ``title`` says in a few words what it shows."""
    return "".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
        f' role="img" font-family="{FONTS}" text-anchor="middle"><title>{_escape_text(title)}</title>'
        f'<rect width="{width}" height="{height}" fill="{_shorten(background)}"/>', *_list_elements(shapes), "</svg>"])


def _list_elements(shapes: Iterable[Shape]) -> Iterator[str]:
    """Yields the elements in order.

    Polygons that follow each other in one style are one element, or a group with an element for each place. Texts
    without a letter are left out.
    """
    seen = (shape for shape in shapes if not isinstance(shape, Text) or shape.text)
    for style, group in groupby(seen, key=_style_of):
        outlines = dict[str, str]()
        for shape in group:
            if isinstance(shape, Polygon):
                outlines[shape.place] = outlines.get(shape.place, "") + _write_outline(shape.points)
            else:
                yield _write_element(shape)
        if not outlines:
            continue
        if "" in outlines:
            yield f'<path{style[-1]} d="{outlines[""]}"/>'
        else:
            parts = (f'<path data-place="{_escape_name(place)}" d="{path}"/>' for place, path in outlines.items())
            yield f"<g{style[-1]}>{''.join(parts)}</g>"


@lru_cache(MOST_SHAPES)
def _style_of(shape: Shape) -> tuple[bool, bool, str]:
    """Returns whether a shape is a polygon, and one that is a place, and the attributes of its style."""
    return isinstance(shape, Polygon), isinstance(shape, Polygon) and bool(shape.place), _write_style(shape)


@lru_cache(MOST_SHAPES)
def _write_element(shape: Disc | Line | Text) -> str:
    """Returns the element of a shape that stands alone."""
    style = _write_style(shape)
    if isinstance(shape, Disc):
        (x, y), radius = shape.centre, shape.radius - shape.thickness / 2  # the edge is inside the disc
        return f'<circle cx="{_write_number(x)}" cy="{_write_number(y)}" r="{_write_number(radius)}"{style}/>'
    if isinstance(shape, Line):
        return f'<path{style} d="M{_write_pair(shape.start)} {_write_pair(shape.end)}"/>'
    x, y = shape.at[0], shape.at[1] + BASELINES[shape.anchor[1]] * shape.size
    return f'<text x="{_write_number(x)}" y="{_write_number(y)}"{style}>{_escape_text(shape.text)}</text>'


def _write_style(shape: Shape) -> str:
    """Returns the attributes of a shape's colours, lines and letters."""
    if isinstance(shape, Text):
        return f' font-size="{_write_number(shape.size)}"{ANCHORS[shape.anchor[0]]}{_write_fill(shape.colour)}'
    if isinstance(shape, Line):
        return _write_stroke(shape.colour, shape.thickness)
    return _write_fill(shape.fill) + (_write_stroke(shape.edge, shape.thickness) if shape.thickness else "")


def _write_fill(colour: str) -> str:
    return "" if colour == BLACK else f' fill="{_shorten(colour)}"'


def _write_stroke(colour: str, thickness: int) -> str:
    return f' stroke="{_shorten(colour)}"' + (f' stroke-width="{thickness}"' if thickness != 1 else "")


@lru_cache(MOST_SHAPES)
def _write_outline(points: Sequence[Point]) -> str:
    """Returns the path of a polygon, by lines along the axes if it is a rectangle that begins upper left."""
    first, second, third, *rest = points
    if rest == [(first[0], third[1])] and second == (third[0], first[1]):
        x, y, across, down = (_round(value) for value in (*first, third[0] - first[0], third[1] - first[1]))
        return f"M{x:g} {y:g}h{across:g}v{down:g}h{-across:g}z"
    return f"M{' '.join(map(_write_pair, points))}z"


def _write_pair(point: Point) -> str:
    return f"{_write_number(point[0])} {_write_number(point[1])}"


def _write_number(value: float) -> str:
    return f"{_round(value):g}"


def _round(value: float) -> float:
    return round(value, 1) + 0.0  # no -0


def _shorten(colour: str) -> str:
    """Returns a colour such as ``#ff0088`` as ``#f08`` where that is the same."""
    return f"#{colour[1::2]}" if colour[1::2] == colour[2::2] else colour


def _escape_name(text: str) -> str:
    """Returns a text as an attribute shows it."""
    return escape(_show_hidden(text))


def _escape_text(text: str) -> str:
    """Returns text as XML shows it: markup is escaped, and characters that cannot be seen are their codes."""
    return escape(_show_hidden(text), quote=False)


def _show_hidden(text: str) -> str:
    return text if text.isprintable() else "".join(
        each if each.isprintable() else f"<U+{ord(each):04X}>" for each in text)
