"""Decisions by name, to which replies are written."""

from collections.abc import Mapping
from functools import cache

import pyspiel

import adapters
from adapters.replies import ReplyReader
from tests.support import gamebench_decisions, magic_decisions
from tests.support.playouts import decision_points

Decision = tuple[adapters.Adapter, pyspiel.State, int]


@cache
def decision(name: str) -> Decision:
    """Returns a decision by its name in the tables of decisions, or the first one of a game."""
    if name in (known := _known()):
        return known[name]
    state, player = next(iter(decision_points(name, seed=0)))
    return adapters.for_game(state.get_game()), state, player


@cache
def _known() -> Mapping[str, Decision]:
    return {**gamebench_decisions.decisions(), **magic_decisions.decisions()}


# By state and player: a reader works out names and prompt once. It holds its state, so that no other has the same id.
_READERS: dict[tuple[int, int], ReplyReader] = {}


def reader_of(of: Decision) -> ReplyReader:
    """Returns the reader of replies to a decision, whose state must not change any more."""
    adapter, state, player = of
    if (id(state), player) not in _READERS:
        _READERS[id(state), player] = adapter.reader(state, player)
    return _READERS[id(state), player]


def reading(of: Decision, reply: str) -> list[int] | str:
    """Returns the actions of the move that a reply states, or the reason why it states none."""
    try:
        return list(reader_of(of).read(reply).actions)
    except adapters.ReplyError as refused:
        return refused.reason
