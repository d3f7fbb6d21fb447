"""The view of OpenSpiel games without code of their own: observation strings and OpenSpiel's names of moves."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import pyspiel
from pyspiel import GameType

from adapters.views import BaseView
from custom_games.patterns import Pattern

LATEST_MOVES = 2  # per player: a board alone may not show which pieces are whose
_COLOURS = re.compile(r"\x1b\[[\d;]*m")


class GenericView(BaseView):
    """View of any other OpenSpiel game, by its observation string and its own names of moves."""

    def observe(self, state: pyspiel.State, player: int) -> Mapping[str, Any]:
        return {"text": _COLOURS.sub("", _observation(state, player)), "moves": _latest_moves(state)}

    def names(self, state: pyspiel.State, player: int, action: int) -> Sequence[str]:
        name = _name(state, player, action)
        return name, _numbered(name, action)

    def patterns(self, state: pyspiel.State, player: int) -> Sequence[Pattern]:
        names = {action: _name(state, player, action) for action in state.legal_actions(player)}
        alike = Counter(names.values())
        return [Pattern(name if alike[name] == 1 else _numbered(name, action)) for action, name in names.items()]


def _name(state: pyspiel.State, player: int, action: int) -> str:
    """Returns OpenSpiel's name in one line; names in chat_game have several."""
    return " ".join(state.action_to_string(player, action).split())


def _numbered(name: str, action: int) -> str:
    """Returns a name that tells apart moves to which OpenSpiel gives the same name."""
    return f"{name} #{action}"


def _latest_moves(state: pyspiel.State) -> list[dict[str, Any]]:
    """Returns the last moves as ``{"player": seat, "move": name}`` if opponents see every move; otherwise none."""
    if not _moves_are_seen(state.get_game()):
        return []
    # Some games name a move by the position it is made in, so the match is replayed.
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
    """Returns whether there are opponents who see every move, and the history determines the state."""
    kind = game.get_type()
    return game.num_players() > 1 and _is_perfect(kind) and (
        kind.dynamics == GameType.Dynamics.SEQUENTIAL
        and kind.chance_mode != GameType.ChanceMode.SAMPLED_STOCHASTIC)


def _is_perfect(kind: GameType) -> bool:
    return bool(kind.information == GameType.Information.PERFECT_INFORMATION)


def _observation(state: pyspiel.State, player: int) -> str:
    """Returns the fullest text that shows the player nothing hidden; empty if the game provides no such text."""
    kind = state.get_game().get_type()
    perfect = _is_perfect(kind)
    if perfect and kind.provides_observation_string:
        return str(state.observation_string(player))
    if kind.provides_information_state_string:
        return str(state.information_state_string(player))
    if kind.provides_observation_string:
        return str(state.observation_string(player))
    return str(state) if perfect else ""
