"""The shapes of a picture as they were recorded, whatever draws them; points are (x, y) in pixels."""

from typing import NamedTuple

Point = tuple[float, float]
BLACK = "#000000"


class Polygon(NamedTuple):
    """A filled polygon with an edge of so many pixels (0: none), and its name if it is a place of a board."""

    points: tuple[Point, ...]
    fill: str
    edge: str
    thickness: int
    place: str = ""


class Disc(NamedTuple):
    """A filled disc with an edge of so many pixels (0: none)."""

    centre: Point
    radius: float
    fill: str
    edge: str
    thickness: int


class Line(NamedTuple):
    """A straight line."""

    start: Point
    end: Point
    colour: str
    thickness: int


class Text(NamedTuple):
    """One line of text; ``anchor`` says in Pillow's letters what of it is at the point."""

    at: Point
    text: str
    size: float
    colour: str
    anchor: str


Shape = Polygon | Disc | Line | Text
