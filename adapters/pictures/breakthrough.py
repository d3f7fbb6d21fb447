"""Breakthrough."""

from collections.abc import Mapping
from typing import Any

from adapters.images.captions import address
from adapters.images.drawing import BLACK, WHITE, Canvas
from adapters.images.squares import Squares

SIDES = (BLACK, WHITE)


def draw(obs: Mapping[str, Any], game: Mapping[str, Any]) -> Canvas:
    """Returns the picture of a position."""
    board, you = obs["board"], obs["you"]
    rows = [str(number) for number in range(len(board), 0, -1)]
    side, way = f"{you['color']} ({you['piece']})", you["direction"]
    lines = [address(obs, f"You play {side} and move {way}.", f"{{}} plays {side} and moves {way}.")]
    return Squares(rows, obs["files"], lines).draw(board, dict(zip("bw", SIDES, strict=True)))
