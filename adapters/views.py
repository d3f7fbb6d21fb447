"""How the two families without code of their own are read: games with a struct API, and all the others."""

import random
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

import pyspiel

from adapters.quoting import quoted_struct

# A board alone may not say which pieces are whose; these many moves per player do.
LATEST_MOVES = 2
_JSON_TYPES = {str: "string", int: "integer", float: "number", bool: "boolean"}
_COLOURS = re.compile(r"\x1b\[[\d;]*m")


class BaseView:
    """Shared by all views: every legal move is listed by its first name, and JSON has no keys of the game's own."""

    def names(self, state: pyspiel.State, player: int, action: int) -> Sequence[str]:
        return (state.action_to_string(player, action),)

    def patterns(self, state: pyspiel.State, player: int) -> Sequence[str]:
        return [name for action in state.legal_actions(player) for name in self.names(state, player, action)[:1]]

    def schema(self, state: pyspiel.State, player: int) -> Mapping[str, Any] | None:
        return None

    def struct_to_actions(self, state: pyspiel.State, player: int, struct: Mapping[str, Any]) -> list[int] | None:
        return None

    def spelled(self, state: pyspiel.State, player: int, answer: str) -> list[int] | None:
        return None

    def random_move(self, state: pyspiel.State, player: int, rng: random.Random) -> list[int]:
        return [rng.choice(state.legal_actions(player))]


class StructView(BaseView):
    """A game of ``custom_games``: its rules say what a player knows and how a move is stated."""

    def observe(self, state: pyspiel.State, player: int) -> Mapping[str, Any]:
        observation: Mapping[str, Any] = state.observation(player)
        return observation

    def names(self, state: pyspiel.State, player: int, action: int) -> Sequence[str]:
        # An action that is a part of a compound move is no answer, and neither is the one for an unusable answer.
        unnamed = state.whole_moves(player) or action == state.rule_break(player)
        return () if unnamed else super().names(state, player, action)

    def patterns(self, state: pyspiel.State, player: int) -> Sequence[str]:
        return state.whole_moves(player) or _with_ranges(super().patterns(state, player))

    def schema(self, state: pyspiel.State, player: int) -> Mapping[str, Any]:
        legal, describe = state.legal_actions(player), _one_of
        if state.whole_moves(player):
            legal, describe = legal[:1], _kind
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
    """A game of ``custom_games`` without wordings of its own: the generic ones show its observation as it is."""

    def observe(self, state: pyspiel.State, player: int) -> Mapping[str, Any]:
        return {"text": quoted_struct(super().observe(state, player)), "moves": []}


class GenericView(BaseView):
    """Any other OpenSpiel game: its own observation string, and its moves as it names them."""

    def observe(self, state: pyspiel.State, player: int) -> Mapping[str, Any]:
        return {"text": _COLOURS.sub("", _observation(state, player)), "moves": _latest_moves(state)}

    def names(self, state: pyspiel.State, player: int, action: int) -> Sequence[str]:
        name = _name(state, player, action)
        return name, _numbered(name, action)

    def patterns(self, state: pyspiel.State, player: int) -> Sequence[str]:
        names = {action: _name(state, player, action) for action in state.legal_actions(player)}
        alike = Counter(names.values())
        return [name if alike[name] == 1 else _numbered(name, action) for action, name in names.items()]


def _with_ranges(names: Sequence[str]) -> Sequence[str]:
    """The names, those of three and more whole numbers in a row as ``a..b``."""
    if not all(map(str.isdecimal, names)):
        return names
    # Numbers in a row have the same distance from their place in the list.
    runs = [[name for _, name in run] for _, run in groupby(enumerate(names), lambda item: int(item[1]) - item[0])]
    return [text for run in runs for text in ([f"{run[0]}..{run[-1]}"] if len(run) > 2 else run)]


def _kind(values: Sequence[Any]) -> Mapping[str, Any]:
    """The JSON schema of values like these: a compound move has too many to list."""
    if isinstance(values[0], list):
        return {"type": "array", "items": _kind(values[0])}
    return {"type": _JSON_TYPES[type(values[0])]}


def _one_of(values: Sequence[Any]) -> Mapping[str, Any]:
    """The JSON schema of exactly these values."""
    listed = list(dict.fromkeys(values))
    # Providers limit the number of listed values to some hundred.
    if all(type(value) is int for value in listed) and listed == list(range(listed[0], listed[-1] + 1)):
        return {"type": "integer", "minimum": listed[0], "maximum": listed[-1]}
    return {"type": _JSON_TYPES[type(listed[0])], "enum": listed}


def _name(state: pyspiel.State, player: int, action: int) -> str:
    """OpenSpiel's name in one line: chat_game's have several."""
    return " ".join(state.action_to_string(player, action).split())


def _numbered(name: str, action: int) -> str:
    """A name that tells apart the moves that OpenSpiel gives the same name."""
    return f"{name} #{action}"


def _latest_moves(state: pyspiel.State) -> list[dict[str, Any]]:
    """The last moves as ``{"player": seat, "move": name}`` where opponents see them one by one; otherwise none."""
    if not _moves_are_seen(state.get_game()):
        return []
    # Some games name a move by the position it is made in, so the match is played again up to there.
    steps = state.full_history()
    made = [index for index, step in enumerate(steps) if step.player >= 0]
    shown = set(made[-LATEST_MOVES * state.num_players():])
    past, moves = state.get_game().new_initial_state(), []
    for index, step in enumerate(steps):
        if index in shown:
            moves.append({"player": step.player, "move": _name(past, step.player, step.action)})
        past.apply_action(step.action)
    return moves


def _moves_are_seen(game: pyspiel.Game) -> bool:
    """Whether there are opponents who see every move, and a history that fixes the state."""
    kind = game.get_type()
    return game.num_players() > 1 and _is_perfect(kind) and (
        kind.dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL
        and kind.chance_mode != pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC)


def _is_perfect(kind: pyspiel.GameType) -> bool:
    return bool(kind.information == pyspiel.GameType.Information.PERFECT_INFORMATION)


def _observation(state: pyspiel.State, player: int) -> str:
    """The fullest text that shows the player nothing hidden; empty if the game offers none."""
    kind = state.get_game().get_type()
    perfect = _is_perfect(kind)
    if perfect and kind.provides_observation_string:
        return str(state.observation_string(player))
    if kind.provides_information_state_string:
        return str(state.information_state_string(player))
    if kind.provides_observation_string:
        return str(state.observation_string(player))
    return str(state) if perfect else ""
