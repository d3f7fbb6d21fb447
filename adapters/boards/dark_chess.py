"""Dark chess, as one player sees it: pieces by their English letters, and grey squares that the player does not see."""

from collections.abc import Mapping
from typing import Any

from adapters.boards._text_boards import list_sides
from adapters.boards.chess import COLOURS, SIDES
from adapters.images.drawing import LEVELS, Canvas
from adapters.images.squares import EMPTY, Squares

__all__ = ["SIDES", "draw"]

HIDDEN = "?"
CELL = 56  # pixels


def draw(obs: Mapping[str, Any], game: Mapping[str, Any]) -> Canvas:
    """Returns the board of a position as the player sees it."""
    squares = Squares(obs["ranks"], obs["files"], list_sides(obs), CELL)
    canvas = squares.draw([row.replace(HIDDEN, EMPTY) for row in obs["board"]], COLOURS)
    for row, column, centre in squares.centres():
        if obs["board"][row][column] == HIDDEN:
            canvas.square(centre, CELL, LEVELS[3])
    return canvas
