"""Breakthrough: a move is the square a piece leaves and the square it enters."""

from collections.abc import Mapping
from typing import Any

import pyspiel

from adapters.native._shared import NativeView

# An OpenSpiel action counts, in mixed base, the row (from the top), the column, the direction and whether it captures.
DIRECTIONS = ((1, -1), (1, 0), (1, 1), (-1, -1), (-1, 0), (-1, 1))
CAPTURES = 2
# Boards of at least this many rows start with two rows of pieces on each side, lower ones with one.
ROWS_FOR_TWO_RANKS = 6


class BreakthroughView(NativeView):
    def observe(self, state: pyspiel.State, player: int) -> Mapping[str, Any]:
        *rows, files = state.observation_string(player).splitlines()
        sides = _sides(len(rows))
        return {
            # OpenSpiel labels each row with one character, which beyond row 9 is no longer a digit.
            "board": [row[1:] for row in rows],
            "files": files.strip(),
            "you": sides[player],
            "opponent": sides[1 - player],
            "moves": self.moves(state),
        }

    def name(self, game: pyspiel.Game, action: int) -> str:
        parameters = game.get_parameters()
        square, direction = divmod(action // CAPTURES, len(DIRECTIONS))
        row, column = divmod(square, parameters["columns"])
        down, right = DIRECTIONS[direction]
        height = parameters["rows"] - row
        return f"{_file(column)}{height}->{_file(column + right)}{height - down}"


def _sides(rows: int) -> list[dict[str, Any]]:
    """Colour, piece, starting rows, direction and goal of either player."""
    low = list(range(1, 3 if rows >= ROWS_FOR_TWO_RANKS else 2))
    high = [rows + 1 - row for row in low]
    return [
        {"color": "black", "piece": "b", "rows": high, "direction": "down", "goal": 1},
        {"color": "white", "piece": "w", "rows": low, "direction": "up", "goal": rows},
    ]


def _file(column: int) -> str:
    return chr(ord("a") + column)


VIEW = BreakthroughView()
