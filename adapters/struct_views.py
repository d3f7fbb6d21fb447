"""Views of the games of ``custom_games``, which describe themselves through OpenSpiel's struct API."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

import pyspiel

from adapters.rendering.quoting import quoted_struct
from adapters.views import NOTHING_TOLD, BaseView
from custom_games.action_specs import ActionSpec
from custom_games.action_specs.patterns import Pattern


class StructView(BaseView):
    """View of a game of ``custom_games``: its rules say what a player knows and how a move is stated."""

    def observe(self, state: pyspiel.State, player: int) -> Mapping[str, Any]:
        observation: Mapping[str, Any] = state.observation(player)
        return observation

    def names(self, state: pyspiel.State, player: int, action: int) -> Sequence[str]:
        # Of a move that is spelled, neither the whole nor a part has a name that could be an answer.
        return super().names(state, player, action) if _spec(state, player).named else ()

    def patterns(self, state: pyspiel.State, player: int) -> Sequence[Pattern]:
        spec = self.action_spec(state, player)
        return [] if spec is None else spec.patterns()

    def action_spec(self, state: pyspiel.State, player: int) -> ActionSpec | None:
        spec: ActionSpec | None = state.action_spec(player)
        return spec

    def random_move(self, state: pyspiel.State, player: int, rng: random.Random) -> list[int]:
        actions: list[int] = state.random_move(player, rng)
        return actions


def _spec(state: pyspiel.State, player: int) -> ActionSpec:
    spec: ActionSpec | None = state.action_spec(player)
    assert spec is not None, f"player {player} has nothing to decide"
    return spec


class PlainStructView(StructView):
    """View of a game of ``custom_games`` without prompts of its own: the generic ones show its observation as JSON."""

    def observe(self, state: pyspiel.State, player: int) -> Mapping[str, Any]:
        return {
            **NOTHING_TOLD,
            "text": quoted_struct(super().observe(state, player)),
            "at_once": state.is_simultaneous_node() and state.get_game().num_players() > 1,
        }
