"""Boards that OpenSpiel writes as rows of characters, drawn as squares or hexagons with discs on them.

The games that need no more than the colours of their characters are listed in ``TEXT_BOARDS``.
"""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from adapters.boards._layout import MARGIN, make_canvas
from adapters.images.drawing import BLACK, LEVELS, SEAT_COLOURS, WHITE, Canvas
from adapters.images.squares import EMPTY, MARKS, Squares, draw_piece
from custom_games.framework.labels import numbered_name

Draw = Callable[[Mapping[str, Any], Mapping[str, Any]], Canvas | None]

Spot = tuple[int, float]  # a line of a text, and a place in it in characters

_WORD = re.compile(r"[^\s\[\]]+")
RADIUS = 17  # of a hexagon in pixels
LARGEST = 56  # side of a square in pixels
SIDE = 480  # of a board that smaller squares are used for


@dataclass(frozen=True)
class Grid:
    """Rows of characters with their names, one per cell, and the names of the columns."""

    rows: Sequence[str]
    columns: Sequence[str]
    board: Sequence[str]


def read_grid(text: str, cells: str, first: int = 0) -> Grid | None:
    """Returns the board in OpenSpiel's text, whose cells are these characters; ``None`` if there is none.

    The board is the longest rows of such characters, which may have spaces between them. The number before a row is its
    name, and a line with as many letters as the row has cells is the names of the columns; others count from ``first``.
    """
    one = f"[{re.escape(cells)}]"
    lines = text.splitlines()
    found = [(line, match) for line in lines if (match := re.search(rf"(\d*) ?({one}(?: ?{one})+)", line))]
    width = max((len(match[2].replace(" ", "")) for _, match in found), default=0)
    rows = {line: match for line, match in found if len(match[2].replace(" ", "")) == width}
    board = [(match[1], match[2].replace(" ", "")) for line, match in found if line in rows]
    letters = [line.replace(" ", "") for line in lines if re.fullmatch(r"[A-Za-z ]+", line) and line not in rows]
    columns = [*(names for names in letters if len(names) == width), [str(first + number) for number in range(width)]]
    return Grid([name or str(first + number) for number, (name, _) in enumerate(board)], columns[0],
                [row for _, row in board]) if board else None


def list_sides(obs: Mapping[str, Any]) -> list[str]:
    """Returns which side every seat plays."""
    return [f"{numbered_name(seat)}: {side}" for seat, side in enumerate(obs["seats"])]


def squares_drawing(
    colours: Mapping[str, str], empty: str = EMPTY, first: int = 0, place: str = Squares.place
) -> Draw:
    """Returns the function that draws boards of squares, given the colours of the pieces' characters.

    Rows and columns without a name in the text are counted from the ``first`` number. ``place`` is as in ``Squares``.
    """
    def draw(obs: Mapping[str, Any], game: Mapping[str, Any]) -> Canvas | None:
        """Returns the board of a position; ``None`` if the text has none."""
        read = read_grid(obs["text"], "".join(colours) + empty, first)
        board = [row.replace(empty, EMPTY) for row in read.board] if read else []
        return draw_squares(read.rows, read.columns, board, colours, list_sides(obs), place) if read else None
    return draw


def draw_squares(
    rows: Sequence[str], columns: Sequence[str], board: Sequence[str], colours: Mapping[str, str], lines: Sequence[str],
    place: str = Squares.place,
) -> Canvas:
    """Returns a board of squares that is not too large for a page."""
    cell = min(LARGEST, SIDE // max(len(rows), len(columns)))
    return Squares(rows, columns, lines, cell, place).draw(board, colours)


def hexagons_drawing(colours: Mapping[str, str], slant: int = 1) -> Draw:
    """Returns the function that draws boards of hexagons, given the colours of the pieces' characters.

    A cell, or the name of a row or column, is where the text has it: two characters are the width of a hexagon. Moves
    name a cell by the letter of its column and the number of its row; with a ``slant`` of 1 columns go down to the
    right, with -1 to the left.
    """
    def draw(obs: Mapping[str, Any], game: Mapping[str, Any]) -> Canvas | None:
        """Returns the board of a position; ``None`` if the text has none."""
        words = {(row, (match.start() + match.end() - 1) / 2): match[0]
                 for row, line in enumerate(obs["text"].splitlines()) for match in _WORD.finditer(line)}
        marks = {spot: word for spot, word in words.items() if word in {*colours, EMPTY}}
        if not marks:
            return None
        places = _name_hexagons(marks, slant)
        labels = {spot: word for spot, word in words.items() if spot not in marks} or _label_hexagons(places, slant)
        top, left = (min(spot[axis] for spot in (*marks, *labels)) for axis in (0, 1))
        bottom, right = (max(spot[axis] for spot in (*marks, *labels)) for axis in (0, 1))
        half = RADIUS * 3 ** 0.5 / 2
        canvas = make_canvas((right - left + 2) * half, (1.5 * (bottom - top) + 2) * RADIUS, list_sides(obs))
        for spot in sorted({**labels, **marks}):
            centre = MARGIN + (spot[1] - left + 1) * half, MARGIN + (1.5 * (spot[0] - top) + 1) * RADIUS
            if spot in marks:
                canvas.hexagon(centre, RADIUS, LEVELS[1], edge=LEVELS[3], place=places[spot])
            if marks.get(spot) in colours:
                draw_piece(canvas, centre, marks[spot], colours[marks[spot]], 0.66 * RADIUS)
            elif spot in labels:
                canvas.text(centre, labels[spot], RADIUS)
        return canvas
    return draw


def _name_hexagons(spots: Collection[Spot], slant: int) -> Mapping[Spot, str]:
    """Returns the names of cells."""
    # Along a column a step down is one character aside, which leaves the same number for all its cells.
    columns = {spot: spot[1] - slant * spot[0] for spot in spots}
    first, left = min(row for row, _ in spots), min(columns.values())
    return {spot: f"{chr(ord('a') + round((column - left) / 2))}{spot[0] - first + 1}"
            for spot, column in columns.items()}


def _label_hexagons(places: Mapping[Spot, str], slant: int) -> Mapping[Spot, str]:
    """Returns letters above the columns and numbers before the rows, for a board whose text has none."""
    first = min(row for row, _ in places)
    letters = {(row - 1, at - slant): name[0] for (row, at), name in places.items() if row == first}
    lefts = {row: min(at for other, at in places if other == row) for row, _ in places}
    return letters | {(row, left - 2): places[row, left][1:] for row, left in lefts.items()}


RINGS = {"O": SEAT_COLOURS[0], "@": SEAT_COLOURS[1]}

TEXT_BOARDS: Mapping[str, Draw] = {
    "amazons": squares_drawing(  # arrows are black discs
        {"X": SEAT_COLOURS[0], "O": SEAT_COLOURS[1], "#": BLACK}, first=1, place="({row}, {column})"),
    "clobber": squares_drawing({"o": SEAT_COLOURS[0], "x": SEAT_COLOURS[1]}),
    "havannah": hexagons_drawing(RINGS, slant=-1),
    "hex": hexagons_drawing(MARKS),
    "lines_of_action": squares_drawing(MARKS),
    "mnk": squares_drawing(MARKS, place="({row},{column})"),
    "othello": squares_drawing({"x": BLACK, "o": WHITE}, empty="-"),
    "pentago": squares_drawing(RINGS),
    "phantom_ttt": squares_drawing(MARKS, place="({row},{column})"),  # as far as the player has seen it
    "y": hexagons_drawing(RINGS),
}

# The colours of the sides whose pieces have colours of their own, in the order of seats.
TEXT_SIDES: Mapping[str, Sequence[str]] = {"othello": (BLACK, WHITE)}
