"""Breakthrough."""

from collections.abc import Mapping
from typing import Any

from adapters.images.drawing import BLACK, WHITE, Canvas
from adapters.pictures._squares import Squares, pieces


def draw(obs: Mapping[str, Any], game: Mapping[str, Any]) -> Canvas:
    """Returns the picture of a position."""
    board, you = obs["board"], obs["you"]
    rows = [str(number) for number in range(len(board), 0, -1)]
    squares = Squares(rows, obs["files"], [f"You play {you['color']} ({you['piece']}) and move {you['direction']}."])
    canvas = squares.canvas()
    pieces(canvas, squares, board, {"b": BLACK, "w": WHITE})
    return canvas
