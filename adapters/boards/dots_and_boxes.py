"""Dots and Boxes: dots, the lines between them, and boxes in the colours of the seats that closed them."""

from collections.abc import Mapping
from typing import Any

from adapters.boards._layout import MARGIN, SIZE, make_canvas
from adapters.images.drawing import BLACK, LEVELS, SEAT_COLOURS, WHITE, Canvas, ink
from adapters.images.shapes import Point
from custom_games.framework.labels import numbered_name

LARGEST = 70  # pixels between dots
SIDE = 480  # of a board whose dots are closer
EDGE = 24  # for the names of rows and columns
THICK = 0.12  # of a line, in sides of a box
DOT = 0.1


def draw(obs: Mapping[str, Any], game: Mapping[str, Any]) -> Canvas:
    """Returns the board of a position."""
    columns, rows, owners = obs["columns"], obs["rows"], obs["owners"]
    cell = min(LARGEST, SIDE // max(len(columns), rows))
    sides = [f"{numbered_name(seat)}: {boxes} {'box' if boxes == 1 else 'boxes'}"
             for seat, boxes in enumerate(obs["boxes"])]
    canvas = make_canvas((len(columns) - 1) * cell + 2 * EDGE, (rows - 1) * cell + 2 * EDGE, sides)
    for row, line in enumerate(owners):
        for column, owner in enumerate(line):
            if owner.strip():
                centre, colour = _place(cell, row + 0.5, column + 0.5), SEAT_COLOURS[int(owner)]
                canvas.square(centre, cell, colour, thickness=0)
                canvas.text(centre, owner, SIZE, ink(colour))
    _draw_lines(canvas, obs, cell)
    for row in range(rows):
        canvas.text((MARGIN, _place(cell, row, 0)[1]), str(row + 1), SIZE)
        for column, name in enumerate(columns):
            canvas.disc(_place(cell, row, column), DOT * cell, BLACK)
            if row == 0:
                canvas.text((_place(cell, 0, column)[0], MARGIN), name, SIZE)
    return canvas


def _place(cell: float, row: float, column: float) -> Point:
    return MARGIN + EDGE + column * cell, MARGIN + EDGE + row * cell


def _draw_lines(canvas: Canvas, obs: Mapping[str, Any], cell: float) -> None:
    """Draws all lines, pale where there is none yet, each as a place with the name of its move."""
    columns, thick = obs["columns"], THICK * cell
    for row, drawn in enumerate(obs["across"]):
        for column, there in enumerate(drawn):
            place = f"{columns[column]}{row + 1}-{columns[column + 1]}{row + 1}"
            canvas.rectangle(_place(cell, row, column + 0.5), cell, thick, BLACK if there else WHITE,
                             BLACK if there else LEVELS[1], place=place)
    for row, drawn in enumerate(obs["down"]):
        for column, there in enumerate(drawn):
            place = f"{columns[column]}{row + 1}-{columns[column]}{row + 2}"
            canvas.rectangle(_place(cell, row + 0.5, column), thick, cell, BLACK if there else WHITE,
                             BLACK if there else LEVELS[1], place=place)
