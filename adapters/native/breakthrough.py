"""Breakthrough: a move is named by the square that a piece leaves and the square that it enters."""

from collections.abc import Mapping
from typing import Any

import pyspiel

from adapters.native._native_view import NativeView, name_column

# OpenSpiel encodes row (from the top), column, direction and capture in mixed base.
DIRECTIONS = ((1, -1), (1, 0), (1, 1), (-1, -1), (-1, 0), (-1, 1))
CAPTURES = 2
# Boards of at least this many rows start with two rows of pieces on each side, lower ones with one.
ROWS_FOR_TWO_RANKS = 6


class BreakthroughView(NativeView):
    def observe(self, state: pyspiel.State, player: int) -> Mapping[str, Any]:
        *rows, files = state.observation_string(player).splitlines()
        sides = _list_sides(len(rows))
        return {
            # OpenSpiel labels each row with one character, which is not a digit beyond row 9.
            "board": [row[1:] for row in rows],
            "files": files.strip(),
            "you": sides[player],
            "opponent": sides[1 - player],
            "moves": self.moves(state),
        }

    def moves(self, state: pyspiel.State) -> list[dict[str, Any]]:
        """Returns the moves so far as all views do, each with whether it ``captures``."""
        taken = [step.action % CAPTURES == 1 for step in state.full_history()]
        return [{**made, "captures": captures} for made, captures in zip(super().moves(state), taken, strict=True)]

    def name(self, game: pyspiel.Game, action: int) -> str:
        parameters = game.get_parameters()
        square, direction = divmod(action // CAPTURES, len(DIRECTIONS))
        row, column = divmod(square, parameters["columns"])
        down, right = DIRECTIONS[direction]
        height = parameters["rows"] - row
        return f"{name_column(column)}{height}->{name_column(column + right)}{height - down}"


def _list_sides(rows: int) -> list[dict[str, Any]]:
    """Returns colour, piece, starting rows, direction and goal row of both players."""
    low = list(range(1, 3 if rows >= ROWS_FOR_TWO_RANKS else 2))
    high = [rows + 1 - row for row in low]
    return [
        {"color": "black", "piece": "b", "rows": high, "direction": "down", "goal": 1},
        {"color": "white", "piece": "w", "rows": low, "direction": "up", "goal": rows}]


VIEW = BreakthroughView()
