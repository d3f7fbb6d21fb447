"""Nim: a move names a pile, counted from 1, and how many objects to take from it."""

from collections.abc import Mapping, Sequence
from typing import Any

import pyspiel

from adapters.native._native_view import NativeView, make_span
from custom_games.action_specs.patterns import Pattern


class NimView(NativeView):
    def observe(self, state: pyspiel.State, player: int) -> Mapping[str, Any]:
        return {"piles": _read_piles(state, player), "moves": self.moves(state)}

    def name(self, game: pyspiel.Game, action: int) -> str:
        take, pile = divmod(action, _count_piles(game))
        return f"pile:{pile + 1}, take:{take + 1}"

    def patterns(self, state: pyspiel.State, player: int) -> Sequence[Pattern]:
        piles = enumerate(_read_piles(state, player), start=1)
        return [Pattern(f"pile:{pile}, take:", make_span(1, size)) for pile, size in piles if size]


def _count_piles(game: pyspiel.Game) -> int:
    """Returns the number of piles at the start."""
    return int(game.get_parameters()["pile_sizes"].count(";")) + 1


def _read_piles(state: pyspiel.State, player: int) -> list[int]:
    """Returns the current sizes, from an observation such as ``(0): 1 3 5 7``."""
    _, sizes = state.observation_string(player).split(":")
    return [int(size) for size in sizes.split()]


VIEW = NimView()
