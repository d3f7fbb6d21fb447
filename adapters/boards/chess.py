"""Chess: pieces by their English letters, small ones and dark discs for black."""

import re
from collections.abc import Mapping
from typing import Any

from adapters.boards._text_boards import draw_squares, list_sides
from adapters.images.drawing import BLACK, WHITE, Canvas
from adapters.images.squares import EMPTY

SIDES = (BLACK, WHITE)  # seat 1 has White in OpenSpiel
COLOURS = {**dict.fromkeys("PNBRQK", WHITE), **dict.fromkeys("pnbrqk", BLACK)}
RANKS, FILES = "87654321", "abcdefgh"


def draw(obs: Mapping[str, Any], game: Mapping[str, Any]) -> Canvas:
    """Returns the board of a position, which OpenSpiel tells in Forsyth-Edwards notation."""
    ranks = obs["text"].split()[0].split("/")
    board = [re.sub(r"\d", lambda match: EMPTY * int(match[0]), rank) for rank in ranks]
    return draw_squares(RANKS, FILES, board, COLOURS, list_sides(obs))
