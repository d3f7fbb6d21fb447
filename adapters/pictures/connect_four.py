"""Connect Four."""

from collections.abc import Mapping
from typing import Any

from adapters.images.captions import address
from adapters.images.drawing import Canvas
from adapters.images.squares import MARKS, Squares


def draw(obs: Mapping[str, Any], game: Mapping[str, Any]) -> Canvas:
    """Returns the picture of a position."""
    board = obs["board"]
    columns = [f"C{number + 1}" for number in range(len(board[0]))]
    line = address(obs, f"You play {obs['your_mark']}.", f"{{}} plays {obs['your_mark']}.")
    return Squares([""] * len(board), columns, [line]).draw(board, MARKS)
