"""Breakthrough."""

from collections.abc import Mapping
from typing import Any

from adapters.images.drawing import BLACK, WHITE, Canvas
from adapters.images.squares import Squares


def draw(obs: Mapping[str, Any], game: Mapping[str, Any]) -> Canvas:
    """Returns the picture of a position."""
    board, you = obs["board"], obs["you"]
    rows = [str(number) for number in range(len(board), 0, -1)]
    lines = [f"You play {you['color']} ({you['piece']}) and move {you['direction']}."]
    return Squares(rows, obs["files"], lines).draw(board, {"b": BLACK, "w": WHITE})
