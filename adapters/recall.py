"""Answers about positions, kept for a while: a decision asks for them several times, and short games come back."""

import weakref
from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import Any, TypeVar

import pyspiel

from custom_games.framework.spiel import State

MOST_KEPT = 3_000  # answers, mostly of a few kilobytes
T = TypeVar("T")


class _Asked:
    """A question that is equal to others about the same, and the function that finds the answer."""

    __slots__ = ("about", "find")

    def __init__(self, about: Hashable, find: Callable[[], Any] | None) -> None:
        self.about, self.find = about, find

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Asked) and self.about == other.about

    def __hash__(self) -> int:
        return hash(self.about)


def recall(about: Hashable, find: Callable[[], T]) -> T:
    """Returns the kept answer to a question about a position, or else what the function finds, which is then kept.

    Nobody may change the answer. Nothing is kept of a function that raises.
    """
    answer: T = _recall(_Asked(about, find))
    return answer


@lru_cache(maxsize=MOST_KEPT)
def _recall(asked: _Asked) -> Any:
    find, asked.find = asked.find, None  # which knows a state that will change
    assert find is not None, "a kept question is only compared"
    return find()


def position_key(state: pyspiel.State) -> Hashable:
    """Returns what identifies a position among all of a game: our node, or the history of one of OpenSpiel's states.

    A state of ours may have been put at another node than its history leads to.
    """
    return weakref.ref(state.node) if isinstance(state, State) else state.history_str()
