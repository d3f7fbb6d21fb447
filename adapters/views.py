"""How the two families without code of their own are read: games with a struct API, and all the others."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import pyspiel


class Named:
    """Shared by all views: every legal move is listed by its first name, and JSON has no keys of the game's own."""

    def names(self, state: pyspiel.State, player: int, action: int) -> Sequence[str]:
        return (state.action_to_string(player, action),)

    def patterns(self, state: pyspiel.State, player: int) -> Sequence[str]:
        return [self.names(state, player, action)[0] for action in state.legal_actions(player)]

    def struct_to_actions(self, state: pyspiel.State, player: int, struct: Mapping[str, Any]) -> list[int] | None:
        return None


class StructView(Named):
    """A game of ``custom_games``: its rules say what a player knows and how a move is stated."""

    def observe(self, state: pyspiel.State, player: int) -> Mapping[str, Any]:
        observation: Mapping[str, Any] = state.observation(player)
        return observation

    def struct_to_actions(self, state: pyspiel.State, player: int, struct: Mapping[str, Any]) -> list[int] | None:
        keys = state.action_to_struct(player, state.legal_actions(player)[0]).to_dict().keys()
        if not keys & struct.keys():
            return None
        actions: list[int] = state.struct_to_actions(player, struct)
        return actions


class GenericView(Named):
    """Any other OpenSpiel game: its own observation string, and its moves as it names them."""

    def observe(self, state: pyspiel.State, player: int) -> Mapping[str, Any]:
        return {"text": _observation(state, player)}

    def names(self, state: pyspiel.State, player: int, action: int) -> Sequence[str]:
        name = state.action_to_string(player, action)
        return name, _numbered(name, action)

    def patterns(self, state: pyspiel.State, player: int) -> Sequence[str]:
        names = {action: state.action_to_string(player, action) for action in state.legal_actions(player)}
        alike = Counter(names.values())
        return [name if alike[name] == 1 else _numbered(name, action) for action, name in names.items()]


def _numbered(name: str, action: int) -> str:
    """A name that tells apart the moves that OpenSpiel gives the same name."""
    return f"{name} #{action}"


def _observation(state: pyspiel.State, player: int) -> str:
    """The fullest text that shows the player nothing hidden; empty if the game offers none."""
    kind = state.get_game().get_type()
    perfect = kind.information == pyspiel.GameType.Information.PERFECT_INFORMATION
    if perfect and kind.provides_observation_string:
        return str(state.observation_string(player))
    if kind.provides_information_state_string:
        return str(state.information_state_string(player))
    if kind.provides_observation_string:
        return str(state.observation_string(player))
    return str(state) if perfect else ""
