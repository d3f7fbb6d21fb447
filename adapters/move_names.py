"""Looks up a move, or another option, by the name that an answer states."""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial

import pyspiel

from adapters import readers, withdrawals
from adapters.errors import ReplyError
from adapters.views import View
from custom_games import stated_numbers
from custom_games.action_specs import ActionSpec

LISTED_MOVES = 60  # in an error message
MAX_NAME_LENGTH = 1000  # characters; no move's name comes near it, and comparing a longer answer takes time
_WORDS = re.compile(r"[^\W\d_]{2}")
# On an answer line "I stay ..." may explain the JSON object above it, while as a value of one it states a move.
_SENTENCE = re.compile(r"\W*I(?:['’]ll)? ", re.IGNORECASE)
_OR = re.compile(r"\W*(?:or|maybe|perhaps)\b\W*", re.IGNORECASE)
NO_MOVE_STATED = "Your reply did not state a move in the required form."


class Vocabulary(ABC):
    """The moves, or other options, of one decision, as answers name them."""

    def find(self, answer: str) -> list[int] | None:
        """Returns the one move that an answer names, without any remark; otherwise ``None``."""
        return self._find(answer) if len(answer) <= MAX_NAME_LENGTH and readers.name_key(answer) else None

    @abstractmethod
    def _find(self, name: str) -> list[int] | None:
        """Returns the one move of that name, or ``None``."""

    @abstractmethod
    def _refusal(self, answer: str, move: str) -> ReplyError:
        """Returns the error that says why an answer names no move; ``move`` is the answer without a remark."""

    def _before(self, move: str, remark: str) -> list[int] | None:
        """Returns the one move of that name, which a remark follows, or ``None``."""
        return self.find(move)

    def stated(self, answer: str) -> list[int] | None:
        """Returns the one move that an answer names; a remark may follow the name unless it names another move."""
        found = self.find(answer)
        move, remark = readers.split_remark(answer)
        if found is not None or not remark or withdrawals.turns(remark):
            return found
        before, other = self._before(move, remark), self.find(_OR.sub("", remark))
        return before if other in (None, before) else None

    def resolve(self, answer: str) -> list[int]:
        """Returns the one move that an answer names; a remark may follow the name unless it names another move.

        Raises:
            ReplyError: the answer names no move, or two.
        """
        if not readers.name_key(answer):
            raise ReplyError("unparsable", NO_MOVE_STATED)
        found = self.stated(answer)
        if found is not None:
            return found
        move, remark = readers.split_remark(answer)
        if self.find(move) and self.find(remark):
            raise ReplyError("illegal", f"Your answer {answer[:100]!r} states two moves.")
        raise self._refusal(answer, move)


@dataclass(frozen=True)
class SpelledMoves(Vocabulary):
    """The moves of a decision whose spec reads them, so that none of perhaps thousands has to be named."""

    spec: ActionSpec

    def _find(self, name: str) -> list[int] | None:
        if _SENTENCE.match(name):
            return None
        try:
            return self.spec.read_line(readers.undressed(name))
        except ValueError:
            return None

    def _refusal(self, answer: str, move: str) -> ReplyError:
        try:
            self.spec.read_line(readers.undressed(move))
        except ValueError as error:
            return ReplyError("illegal", f"Your answer {answer[:100]!r} is not a legal move: {error}.")
        return ReplyError("illegal", f"Your answer {answer[:100]!r} is not a legal move.")


@dataclass(frozen=True)
class MoveNames(Vocabulary):
    """The moves, or other options, of one decision by every name that is understood.

    ``exact`` maps the key of a name (see :func:`readers.name_key`) to the actions that share it, and ``folded`` does
    the same for case-folded keys. ``listed`` returns the options as an error message lists them, and ``abbreviated``
    the actions of which an answer states a part of the name; it is asked about answers that are no name. ``numbers``
    are the listed names that are numbers, which may be stated with a unit.
    """

    exact: Mapping[str, set[int]]
    folded: Mapping[str, set[int]]
    listed: Callable[[], Sequence[str]]
    abbreviated: Callable[[str], Mapping[int, str]] = lambda answer: {}
    numbers: Collection[str] = ()

    @classmethod
    def of_legal_moves(cls, view: View, state: pyspiel.State, player: int) -> "MoveNames":
        """Returns the names of the player's legal moves."""
        exact: dict[str, set[int]] = {}
        folded: dict[str, set[int]] = {}
        shown: list[str] = []
        for action in state.legal_actions(player):
            keys = list(map(_key, view.names(state, player, action)))
            shown += keys[:1]
            for key in filter(None, keys):
                exact.setdefault(key, set()).add(action)
                folded.setdefault(key.casefold(), set()).add(action)
        # Where some names start with a capital and others with a small letter, case tells moves apart: in chess
        # bxc3 is a pawn's move even when only the bishop's Bxc3 is legal.
        initials = {key[0].isupper() for key in shown if key[:1].isalpha()}
        return cls(
            exact, folded if len(initials) < 2 else {}, lambda: view.patterns(state, player),
            partial(view.abbreviated, state, player), frozenset(filter(str.isdecimal, shown)))

    def _find(self, name: str) -> list[int] | None:
        """Returns the one move of that name; letter case matters only where it tells moves apart.

        A part of a name is taken where exactly one move has it.
        """
        named = self._named(name) or self._named(self._number(name))
        meant = named or self.abbreviated(name).keys()
        return list(meant) if len(meant) == 1 else None

    def _named(self, answer: str) -> set[int]:
        """Returns the moves of which an answer is the whole name; several if they share it."""
        key = readers.name_key(answer)
        exact, folded = self.exact.get(key, set()), self.folded.get(key.casefold(), set())
        return exact if len(exact) == 1 or not folded else folded

    def _number(self, answer: str) -> str:
        """Returns the number among the names that an answer states with a unit, or ""."""
        number = stated_numbers.digits(readers.undressed(answer)) if self.numbers else None
        return number if number is not None and number in self.numbers else ""

    def _before(self, move: str, remark: str) -> list[int] | None:
        # What stands in brackets behind a part of a name may be the rest of it: "shoot (3, 4)".
        named = self._named(move)
        return list(named) if len(named) == 1 else self.find(move) if _WORDS.match(remark) else None

    def _refusal(self, answer: str, move: str) -> ReplyError:
        alike = list(self.abbreviated(move[:MAX_NAME_LENGTH]).values())
        if len(alike) > 1:
            return ReplyError("illegal", f"Your answer {answer[:100]!r} may mean several moves: {_listed(alike)}.")
        return ReplyError(
            "illegal", f"Your answer {answer[:100]!r} is not a legal move.", f"Legal moves: {_listed(self.listed())}")


@lru_cache(maxsize=8192)  # the names of a game's moves come back at every decision
def _key(name: str) -> str:
    return readers.name_key(name)


def _listed(moves: Sequence[str]) -> str:
    return " | ".join(moves[:LISTED_MOVES]) + (" | ..." if len(moves) > LISTED_MOVES else "")
