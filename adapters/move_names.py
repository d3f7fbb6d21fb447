"""Looks up a move, or another option, by the name that an answer states."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import pyspiel

from adapters import readers
from adapters.errors import ReplyError
from adapters.views import View

LISTED_MOVES = 60  # in an error message
MAX_NAME_LENGTH = 1000  # characters; no move's name comes near it, and comparing a longer answer takes time
_WORDS = re.compile(r"[^\W\d_]{2}")
NO_MOVE_STATED = "Your reply did not state a move in the required form."


@dataclass(frozen=True)
class MoveNames:
    """The moves, or other options, of one decision by every name that is understood.

    ``exact`` maps the key of a name (see :func:`readers.name_key`) to the actions that share it, and ``folded`` does
    the same for case-folded keys. ``listed`` returns the options as an error message lists them, and ``abbreviated``
    the actions of which an answer states a part of the name; it is asked about answers that are no name.
    """

    exact: Mapping[str, set[int]]
    folded: Mapping[str, set[int]]
    listed: Callable[[], Sequence[str]]
    abbreviated: Callable[[str], Mapping[int, str]] = lambda answer: {}

    @classmethod
    def of_legal_moves(cls, view: View, state: pyspiel.State, player: int) -> "MoveNames":
        """Returns the names of the player's legal moves."""
        exact: dict[str, set[int]] = {}
        folded: dict[str, set[int]] = {}
        initials: set[bool] = set()
        for action in state.legal_actions(player):
            keys = [readers.name_key(name) for name in view.names(state, player, action)]
            initials |= {key[0].isupper() for key in keys[:1] if key[:1].isalpha()}
            for key in keys:
                exact.setdefault(key, set()).add(action)
                folded.setdefault(key.casefold(), set()).add(action)
        # Where some names start with a capital and others with a small letter, case tells moves apart: in chess
        # bxc3 is a pawn's move even when only the bishop's Bxc3 is legal.
        return cls(
            exact, folded if len(initials) < 2 else {}, lambda: view.patterns(state, player),
            partial(view.abbreviated, state, player))

    def find(self, answer: str) -> list[int] | None:
        """Returns the one move of that name, or ``None``; letter case matters only where it tells moves apart.

        A part of a name is taken where exactly one move has it.
        """
        named = self._named(answer)
        if len(named) == 1:
            return list(named)
        meant = {} if named or len(answer) > MAX_NAME_LENGTH else self.abbreviated(answer)
        return list(meant) if len(meant) == 1 else None

    def _named(self, answer: str) -> set[int]:
        """Returns the moves of which an answer is the whole name; several if they share it."""
        if len(answer) > MAX_NAME_LENGTH:
            return set()
        found: list[set[int]] = []
        for reading in readers.readings(answer):
            found += [self.exact.get(reading, set()), self.folded.get(reading.casefold(), set())]
        return next((actions for actions in found if len(actions) == 1), max(found, key=len))

    def resolve(self, answer: str) -> list[int]:
        """Returns the one move that an answer names; a remark may follow the name unless it names a move itself.

        Raises:
            ReplyError: no move has that name.
        """
        if not readers.name_key(answer):
            raise ReplyError("unparsable", NO_MOVE_STATED)
        move, remark = readers.split_remark(answer)
        found = self.find(answer)
        if found is None and self.find(remark) is None:
            # What stands in brackets behind a part of a name may be the rest of it: "shoot (3, 4)".
            named = self._named(move)
            found = list(named) if len(named) == 1 else self.find(move) if _WORDS.match(remark) else None
        if found is None:
            raise self._refusal(answer, move)
        return found

    def _refusal(self, answer: str, move: str) -> ReplyError:
        """Returns the error that tells the moves that the answer may mean, or else all legal moves."""
        alike = list(self.abbreviated(move[:MAX_NAME_LENGTH]).values())
        if len(alike) > 1:
            return ReplyError("illegal", f"Your answer {answer[:100]!r} may mean several moves: {_listed(alike)}.")
        return ReplyError(
            "illegal", f"Your answer {answer[:100]!r} is not a legal move.", f"Legal moves: {_listed(self.listed())}")


def _listed(moves: Sequence[str]) -> str:
    return " | ".join(moves[:LISTED_MOVES]) + (" | ..." if len(moves) > LISTED_MOVES else "")
