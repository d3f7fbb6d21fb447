"""Connect Four."""

from collections.abc import Mapping
from typing import Any

from adapters.images.drawing import PLAYERS, Canvas
from adapters.pictures._squares import Squares, pieces


def draw(obs: Mapping[str, Any], game: Mapping[str, Any]) -> Canvas:
    """Returns the picture of a position."""
    board = obs["board"]
    columns = [f"C{number + 1}" for number in range(len(board[0]))]
    squares = Squares([""] * len(board), columns, [f"You play {obs['your_mark']}."])
    canvas = squares.canvas()
    pieces(canvas, squares, board, dict(zip("xo", PLAYERS, strict=True)))
    return canvas
