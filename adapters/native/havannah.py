"""Havannah: a move names the cell that gets a stone, as b3, or takes over the opponent's first stone."""

from collections.abc import Mapping, Sequence
from typing import Any

import pyspiel

from adapters.native._hexagons import RINGS, SWAP, CellsView, read_drawing
from adapters.native._native_view import name_column


class HavannahView(CellsView):
    def observe(self, state: pyspiel.State, player: int) -> Mapping[str, Any]:
        width, history = self.width(state.get_game()), state.history()
        return {
            "text": read_drawing(state),
            "columns": [name_column(column) for column in range(width)],
            "seats": list(RINGS),
            "moves": self.moves(state),
            "may_swap": len(history) == 1 and history[0] in state.legal_actions(),
        }

    def names(self, state: pyspiel.State, player: int, action: int) -> Sequence[str]:
        name = self.name(state.get_game(), action)
        return (SWAP, name) if state.history() == [action] else (name,)

    def moves(self, state: pyspiel.State) -> list[dict[str, Any]]:
        """Returns the moves so far as all views do; the one that repeats the first one's cell is a swap."""
        told, history = super().moves(state), state.history()
        if history[1:2] == history[:1] != []:
            told[1] = {**told[1], "move": SWAP}
        return told

    def width(self, game: pyspiel.Game) -> int:
        return 2 * int(game.get_parameters()["board_size"]) - 1


VIEW = HavannahView()
