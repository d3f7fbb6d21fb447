"""Hex: a move names the cell that gets a stone, as b3, or takes over the opponent's first stone."""

from collections.abc import Mapping, Sequence
from typing import Any

import pyspiel

from adapters.native._hexagons import SWAP, CellsView
from adapters.native._native_view import PLAYER_MARKS, name_column

# With ``string_rep=explicit`` OpenSpiel tells by other letters which edges a stone is connected to.
_PLAIN = str.maketrans({**dict.fromkeys("xXyz", PLAYER_MARKS[0]), **dict.fromkeys("oOpq", PLAYER_MARKS[1])})


class HexView(CellsView):
    def observe(self, state: pyspiel.State, player: int) -> Mapping[str, Any]:
        board = [row.translate(_PLAIN).split() for row in str(state).splitlines()]
        lines = [f"{' ' * number}{' '.join(row)}" for number, row in enumerate(board)]
        return {
            "text": "\n".join(lines),
            "drawing": _draw(lines, len(board[0])),
            "columns": [name_column(column) for column in range(len(board[0]))],
            "rows": len(board),
            "seats": [f"{PLAYER_MARKS[0]}, who connects the top and the bottom",
                      f"{PLAYER_MARKS[1]}, who connects the left and the right"],
            "moves": self.moves(state),
            "may_swap": any(self.name(state.get_game(), action) == SWAP for action in state.legal_actions()[-1:]),
        }

    def name(self, game: pyspiel.Game, action: int) -> str:
        return SWAP if action == self.width(game) * game.get_parameters()["num_rows"] else super().name(game, action)

    def width(self, game: pyspiel.Game) -> int:
        return int(game.get_parameters()["num_cols"])


def _draw(lines: Sequence[str], width: int) -> str:
    """Returns the board with a letter above every column of the first row and a number before every row."""
    margin = len(str(len(lines))) + 1
    letters = " " * margin + " ".join(map(name_column, range(width)))
    # A row is one character farther to the right than the row above it, and so is its number.
    rows = (f"{' ' * number}{number + 1:>{margin - 1}} {line.lstrip()}" for number, line in enumerate(lines))
    return "\n".join([letters, *rows])


VIEW = HexView()
