"""Go: stones on the intersections of lines."""

from collections.abc import Mapping
from typing import Any

from adapters.boards._text_boards import SIDE, list_sides
from adapters.images.drawing import BLACK, WHITE, Canvas
from adapters.images.squares import EMPTY, Squares

SIDES = (BLACK, WHITE)
STONES = dict(zip("XO", SIDES, strict=True))
LARGEST = 40  # pixels between lines


def draw(obs: Mapping[str, Any], game: Mapping[str, Any]) -> Canvas:
    """Returns the board of a position."""
    board, last = obs["board"], len(obs["board"]) - 1
    rows = [str(row) for row in range(last + 1, 0, -1)]
    squares = Squares(rows, obs["columns"], list_sides(obs), min(LARGEST, SIDE // (last + 1)))
    canvas = squares.draw_frame()
    for row, column, centre in squares.centres():
        canvas.square(centre, squares.cell, WHITE, thickness=0, place=squares.name_place(row, column))
    for number in range(last + 1):
        canvas.line(squares.centre(number, 0), squares.centre(number, last), thickness=1)
        canvas.line(squares.centre(0, number), squares.centre(last, number), thickness=1)
    for row, column, centre in squares.centres():
        stone = board[row][column]
        if stone != EMPTY:
            canvas.disc(centre, 0.46 * squares.cell, STONES[stone])
    return canvas
