"""Tic-Tac-Toe: cells are named by column and row, as in GTBench."""

import pyspiel

from adapters.native._native_view import MarksView

BOARD_WIDTH = 3


class TicTacToeView(MarksView):
    def name(self, game: pyspiel.Game, action: int) -> str:
        row, column = divmod(action, BOARD_WIDTH)
        return f"C{column + 1}R{row + 1}"


VIEW = TicTacToeView()
