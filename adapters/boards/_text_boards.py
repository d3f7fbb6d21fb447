"""Boards that OpenSpiel writes as rows of characters, drawn as squares or hexagons with discs on them.

The games that need no more than the colours of their characters are listed in ``TEXT_BOARDS``.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from adapters.boards._layout import MARGIN, make_canvas
from adapters.images.drawing import BLACK, LEVELS, PLAYERS, WHITE, Canvas
from adapters.images.squares import EMPTY, MARKS, Squares, draw_piece

Draw = Callable[[Mapping[str, Any], Mapping[str, Any]], Canvas | None]

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
    return [f"seat {seat}: {side}" for seat, side in enumerate(obs["seats"])]


def squares_drawing(colours: Mapping[str, str], empty: str = EMPTY, first: int = 0) -> Draw:
    """Returns the function that draws boards of squares, given the colours of the pieces' characters.

    Rows and columns without a name in the text are counted from the ``first`` number.
    """
    def draw(obs: Mapping[str, Any], game: Mapping[str, Any]) -> Canvas | None:
        """Returns the board of a position; ``None`` if the text has none."""
        read = read_grid(obs["text"], "".join(colours) + empty, first)
        board = [row.replace(empty, EMPTY) for row in read.board] if read else []
        return draw_squares(read.rows, read.columns, board, colours, list_sides(obs)) if read else None
    return draw


def draw_squares(
    rows: Sequence[str], columns: Sequence[str], board: Sequence[str], colours: Mapping[str, str], lines: Sequence[str]
) -> Canvas:
    """Returns a board of squares that is not too large for a page."""
    return Squares(rows, columns, lines, min(LARGEST, SIDE // max(len(rows), len(columns)))).draw(board, colours)


def hexagons_drawing(colours: Mapping[str, str]) -> Draw:
    """Returns the function that draws boards of hexagons, given the colours of the pieces' characters.

    A cell, or the name of a row or column, is where the text has it: two characters are the width of a hexagon.
    """
    cells = f"{''.join(colours)}{EMPTY}"

    def draw(obs: Mapping[str, Any], game: Mapping[str, Any]) -> Canvas | None:
        """Returns the board of a position; ``None`` if the text has none."""
        rows = [[((match.start() + match.end() - 1) / 2, match[0]) for match in _WORD.finditer(line)]
                for line in obs["text"].splitlines()]
        places = [at for row in rows for at, _ in row]
        if not places:
            return None
        half = RADIUS * 3 ** 0.5 / 2
        canvas = make_canvas((max(places) - min(places) + 2) * half, (1.5 * len(rows) + 0.5) * RADIUS, list_sides(obs))
        for number, row in enumerate(rows):
            for at, mark in row:
                centre = MARGIN + (at - min(places) + 1) * half, MARGIN + (1.5 * number + 1) * RADIUS
                if mark in cells:
                    canvas.hexagon(centre, RADIUS, LEVELS[1], edge=LEVELS[3])
                if mark in colours:
                    draw_piece(canvas, centre, mark, colours[mark], 0.66 * RADIUS)
                elif mark not in cells:
                    canvas.text(centre, mark, RADIUS)
        return canvas
    return draw


RINGS = {"O": PLAYERS[0], "@": PLAYERS[1]}

TEXT_BOARDS: Mapping[str, Draw] = {
    "amazons": squares_drawing({"X": PLAYERS[0], "O": PLAYERS[1], "#": BLACK}, first=1),  # arrows are black discs
    # Capital letters, and the star of ``+``, are crowned.
    "checkers": squares_drawing({"o": WHITE, "8": WHITE, "+": BLACK, "*": BLACK}),
    "clobber": squares_drawing(MARKS),
    "havannah": hexagons_drawing(RINGS),
    "hex": hexagons_drawing(MARKS),
    "lines_of_action": squares_drawing(MARKS),
    "mnk": squares_drawing(MARKS),
    "othello": squares_drawing({"x": BLACK, "o": WHITE}, empty="-"),
    "pentago": squares_drawing(RINGS),
    "phantom_ttt": squares_drawing(MARKS),  # as far as the player has seen it
    "y": hexagons_drawing(RINGS),
}
