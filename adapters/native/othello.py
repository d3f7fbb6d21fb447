"""Othello: a move is the square where a piece is placed, or the word pass."""

from collections.abc import Mapping
from typing import Any

import pyspiel

from adapters.native._native_view import NativeView

SEATS = ("Black", "White")
MARKS = "xo"
EMPTY = "-"  # OpenSpiel's, where prompts have a dot
FILES = "abcdefgh"
_CELLS = len(FILES) ** 2  # passing is the action after all of them


class OthelloView(NativeView):
    def seat_name(self, state: pyspiel.State, player: int) -> str:
        return SEATS[player]

    def observe(self, state: pyspiel.State, player: int) -> Mapping[str, Any]:
        text = state.observation_string(player)
        board = ["".join(line.split()[1:-1]).replace(EMPTY, ".") for line in text.splitlines()[2:-1]]
        counts = ["".join(board).count(mark) for mark in MARKS]
        moves = self.moves(state)
        return {
            "text": text, "seats": [f"{side} ({mark})" for side, mark in zip(SEATS, MARKS, strict=True)],
            "you": SEATS[player], "opponent": SEATS[1 - player], "your_mark": MARKS[player],
            "opponent_mark": MARKS[1 - player], "board": board, "files": list(FILES),
            "yours": counts[player], "theirs": counts[1 - player],
            "must_pass": state.legal_actions(player) == [_CELLS], "moves": moves}

    def name(self, game: pyspiel.Game, action: int) -> str:
        row, column = divmod(action, len(FILES))
        return "pass" if action == _CELLS else f"{FILES[column]}{row + 1}"


VIEW = OthelloView()
