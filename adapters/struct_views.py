"""Views of the games of ``custom_games``, which describe themselves through OpenSpiel's struct API."""

import random
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

import pyspiel

from adapters.quoting import quoted_struct
from adapters.views import BaseView

_JSON_TYPES = {str: "string", int: "integer", float: "number", bool: "boolean"}


class StructView(BaseView):
    """View of a game of ``custom_games``: its rules say what a player knows and how a move is stated."""

    def observe(self, state: pyspiel.State, player: int) -> Mapping[str, Any]:
        observation: Mapping[str, Any] = state.observation(player)
        return observation

    def names(self, state: pyspiel.State, player: int, action: int) -> Sequence[str]:
        # Neither a part of a compound move nor the action for an unusable answer can be an answer.
        unnamed = state.whole_moves(player) or action == state.rule_break(player)
        return () if unnamed else super().names(state, player, action)

    def patterns(self, state: pyspiel.State, player: int) -> Sequence[str]:
        return state.whole_moves(player) or _with_ranges(super().patterns(state, player))

    def schema(self, state: pyspiel.State, player: int) -> Mapping[str, Any]:
        legal, describe = state.legal_actions(player), _enumeration
        if state.whole_moves(player):
            legal, describe = legal[:1], _type_of
        moves = [state.action_to_struct(player, action).to_dict() for action in legal
                 if action != state.rule_break(player)]
        values = {key: [move[key] for move in moves] for key in moves[0]}
        return {
            "type": "object",
            "properties": {key: describe(some) for key, some in values.items()},
            "required": list(values),
            "additionalProperties": False,
        }

    def struct_to_actions(self, state: pyspiel.State, player: int, struct: Mapping[str, Any]) -> list[int] | None:
        keys = state.action_to_struct(player, state.legal_actions(player)[0]).to_dict().keys()
        if not keys & struct.keys():
            return None
        actions: list[int] = state.struct_to_actions(player, struct)
        return actions

    def spelled(self, state: pyspiel.State, player: int, answer: str) -> list[int] | None:
        if not state.whole_moves(player):
            return None
        keys = list(state.action_to_struct(player, state.legal_actions(player)[0]).to_dict())
        return self.struct_to_actions(state, player, {keys[0]: answer}) if len(keys) == 1 else None

    def random_move(self, state: pyspiel.State, player: int, rng: random.Random) -> list[int]:
        actions: list[int] = state.random_move(player, rng)
        return actions


class PlainStructView(StructView):
    """View of a game of ``custom_games`` without prompts of its own: the generic ones show its observation as JSON."""

    def observe(self, state: pyspiel.State, player: int) -> Mapping[str, Any]:
        return {"text": quoted_struct(super().observe(state, player)), "moves": []}


def _with_ranges(names: Sequence[str]) -> Sequence[str]:
    """Returns the names, with three or more consecutive whole numbers shortened to ``a..b``."""
    if not all(map(str.isdecimal, names)):
        return names
    # Consecutive numbers have the same distance from their places in the list.
    runs = [[name for _, name in run] for _, run in groupby(enumerate(names), lambda item: int(item[1]) - item[0])]
    return [text for run in runs for text in ([f"{run[0]}..{run[-1]}"] if len(run) > 2 else run)]


def _type_of(values: Sequence[Any]) -> Mapping[str, Any]:
    """Returns the JSON schema of the values' type: a compound move has too many values to list."""
    if isinstance(values[0], list):
        return {"type": "array", "items": _type_of(values[0])}
    return {"type": _JSON_TYPES[type(values[0])]}


def _enumeration(values: Sequence[Any]) -> Mapping[str, Any]:
    """Returns the JSON schema of exactly these values."""
    listed = list(dict.fromkeys(values))
    # Providers accept only a few hundred listed values.
    if all(type(value) is int for value in listed) and listed == list(range(listed[0], listed[-1] + 1)):
        return {"type": "integer", "minimum": listed[0], "maximum": listed[-1]}
    return {"type": _JSON_TYPES[type(listed[0])], "enum": listed}
