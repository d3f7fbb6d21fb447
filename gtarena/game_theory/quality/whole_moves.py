"""Moves of a player in a state, compound ones whole, and what the player knows there."""

from collections.abc import Sequence
from typing import Any

import pyspiel

from custom_games.framework.spiel import State

WholeMove = tuple[int, ...]  # the actions of a move: one, or several of a compound move

MOST_MOVES = 200  # in one decision


class NotJudgedError(Exception):
    """A decision whose moves the reference cannot value; the text is the reason."""


class NotRedrawnError(NotJudgedError):
    """A decision for which no state was found that the player cannot tell from the true one."""


def whole_moves(state: pyspiel.State, player: int) -> Sequence[WholeMove]:
    """Returns all legal moves of a player who is to move; the actions of a move that has begun are not repeated.

    Raises:
        NotJudgedError: they are texts, or more than ``MOST_MOVES``.
    """
    if not isinstance(state, State):
        return _few([(action,) for action in state.legal_actions(player)])
    spec, begun = state.node.spec(player), state.node.actions_made(player)
    assert spec is not None, f"player {player} has nothing to decide"
    whole: list[WholeMove] = []
    parts: list[WholeMove] = [begun]
    while parts:
        made = parts.pop()
        if spec.is_text(made):
            raise NotJudgedError("the player says a free text there, and no search can try all texts")
        for action in _few(spec.legal_actions(made)):
            longer = (*made, action)
            (whole if spec.is_whole(longer) else parts).append(longer)
        _few([*whole, *parts])
    return sorted(move[len(begun):] for move in whole)


def _few(moves: Sequence[Any]) -> Sequence[Any]:
    if len(moves) > MOST_MOVES:
        raise NotJudgedError(f"the player has more than {MOST_MOVES} moves there")
    return moves


def knowledge(state: pyspiel.State, player: int) -> str:
    """Returns a text that is equal in all states which the player cannot tell apart."""
    kind = state.get_game().get_type()
    if kind.provides_information_state_string:
        return str(state.information_state_string(player))
    hides = kind.information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
    return str(state.observation_string(player)) if hides and kind.provides_observation_string else state.history_str()
