"""Checkers: pieces by the initials of their sides, capital ones for kings."""

from collections.abc import Mapping
from typing import Any

from adapters.boards._text_boards import draw_squares, list_sides
from adapters.images.drawing import BLACK, WHITE, Canvas

SIDES = (WHITE, BLACK)
COLOURS = {**dict.fromkeys("wW", WHITE), **dict.fromkeys("bB", BLACK)}


def draw(obs: Mapping[str, Any], game: Mapping[str, Any]) -> Canvas:
    """Returns the board of a position."""
    return draw_squares(obs["ranks"], obs["files"], obs["board"], COLOURS, list_sides(obs))
