"""Tic-Tac-Toe."""

from collections.abc import Mapping
from typing import Any

from adapters.images.captions import address
from adapters.images.drawing import Canvas
from adapters.images.squares import MARKS, Squares


def draw(obs: Mapping[str, Any], game: Mapping[str, Any]) -> Canvas:
    """Returns the picture of a position."""
    board = obs["board"]
    columns, rows = ([f"{letter}{number + 1}" for number in range(len(board))] for letter in "CR")
    line = address(obs, f"You play {obs['your_mark']}.", f"{{}} plays {obs['your_mark']}.")
    return Squares(rows, columns, [line]).draw(board, MARKS)
