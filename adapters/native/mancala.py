"""Mancala (Kalah): a move names the pit whose seeds are sown; pits have OpenSpiel's numbers, in the order of sowing."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import pyspiel

from adapters.native._native_view import NativeView

PITS = ((1, 2, 3, 4, 5, 6), (8, 9, 10, 11, 12, 13))  # of both players
STORES = (7, 0)
_NUMBER = re.compile(r"\d+")


class MancalaView(NativeView):
    def observe(self, state: pyspiel.State, player: int) -> Mapping[str, Any]:
        moves = self.moves(state)
        return {
            "seeds": read_seeds(state),
            "moves": moves,
            "move_number": len(moves) + 1,
            "again": bool(moves) and moves[-1]["player"] == state.current_player(),
        }

    def name(self, game: pyspiel.Game, action: int) -> str:
        return str(action)

    def names(self, state: pyspiel.State, player: int, action: int) -> Sequence[str]:
        return str(action), f"pit {action}"


def read_seeds(state: pyspiel.State) -> list[int]:
    """Returns how many seeds are in each pit or store, by its number."""
    upper, stores, lower, *_ = (list(map(int, _NUMBER.findall(line))) for line in str(state).splitlines())
    return [stores[0], *lower, stores[1], *reversed(upper)]


VIEW = MancalaView()
