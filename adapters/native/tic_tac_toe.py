"""Tic-Tac-Toe: cells are named by column and row, as in GTBench."""

from collections.abc import Sequence

import pyspiel

from adapters.native._shared import MarksView

BOARD_WIDTH = 3


class TicTacToeView(MarksView):
    def name(self, game: pyspiel.Game, action: int) -> str:
        row, column = divmod(action, BOARD_WIDTH)
        return f"C{column + 1}R{row + 1}"

    def aliases(self, game: pyspiel.Game, action: int) -> Sequence[str]:
        row, column = divmod(action, BOARD_WIDTH)
        column, row = column + 1, row + 1
        return (
            f"column {column}, row {row}", f"row {row}, column {column}",
            f"C{column}, R{row}", f"R{row}, C{column}", f"R{row}C{column}")


VIEW = TicTacToeView()
