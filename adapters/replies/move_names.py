"""Rule 5: a move has the name that prompts list, a short name that is clear, or one of a few others that are data."""

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from pathlib import Path
from typing import Any

import pyspiel

from adapters.replies import short_names
from adapters.replies.errors import ReplyError
from adapters.views import View
from custom_games.action_specs.name_keys import LONGEST_NAME, name_key, normalise_typography, spelling_key, strip_marks

LISTED_MOVES = 60  # in an error message
MAX_SEARCHED = 20_000  # characters at the end of a text in which mentions are found
_WORD_OR_SIGN = re.compile(r"\w+|[^\w\s]")
_PLACE = re.compile(r"\{(\w+)\}")
_DATA = Path(__file__).parent.parent / "prompts" / "names.toml"


@dataclass(frozen=True)
class MoveNames:
    """The legal moves of a decision, or other options, by their names; the first name of each is the listed one.

    ``same`` tells whether several moves lead to the same; ``listed`` returns the moves as prompts list them.
    """

    names: Mapping[int, Sequence[str]]
    listed: Callable[[], Sequence[str]]
    same: Callable[[Sequence[int]], bool] = lambda actions: len(actions) == 1

    @classmethod
    def of_legal_moves(cls, view: View, state: pyspiel.State, player: int) -> "MoveNames":
        """Returns the names of the player's legal moves."""
        names = {action: view.names(state, player, action) for action in state.legal_actions(player)}
        return cls({action: known for action, known in names.items() if known},
                   lambda: view.patterns(state, player), lambda actions: view.are_one_move(state, actions))

    @cached_property
    def _exact(self) -> Mapping[str, Sequence[int]]:
        return self._group_by(spelling_key)

    @cached_property
    def _folded(self) -> Mapping[str, Sequence[int]]:
        return self._group_by(name_key)

    def _group_by(self, key_of: Callable[[str], str]) -> Mapping[str, Sequence[int]]:
        found: dict[str, list[int]] = {}
        for action, known in self.names.items():
            for key in dict.fromkeys(map(key_of, known)):
                found.setdefault(key, []).append(action)
        return found

    @cached_property
    def _initials(self) -> set[str]:
        return {name[:1] for name, *_ in self.names.values() if name[:1].isalpha()}

    def _case_tells(self, said: str) -> bool:
        """Returns whether the case of the first letter may tell a move from another.

        In chess bxc3 is a pawn's move even when only the bishop's Bxc3 is legal.
        """
        mixed = len({initial.isupper() for initial in self._initials}) > 1
        return mixed and (said[:1].islower() or said[:1] in self._initials)

    def find(self, said: str) -> list[int] | None:
        """Returns the one move that a text names, without anything else in it; ``None`` if there is none."""
        found = self._find_meant(said)
        return found[:1] if found and self.same(found) else None

    def _find_meant(self, said: str) -> list[int]:
        if len(said) > LONGEST_NAME or not name_key(said):
            return []
        named = self._exact.get(spelling_key(said), ())
        if len(named) != 1 and not self._case_tells(strip_marks(said)):
            named = self._folded.get(name_key(said), named)
        if len(named) == 1:
            return list(named)
        actions, names = list(self.names), [name for name, *_ in self.names.values()]
        return [actions[index] for index in short_names.find_meant(strip_marks(said), names, _read_data()["denials"])]

    def refusal(self, said: str) -> ReplyError:
        """Returns the error that says why a text names no move."""
        several = self._find_meant(said)
        if len(several) > 1:
            moves = [self.names[action][0] for action in several]
            return ReplyError("illegal", f"Your answer {said[:100]!r} may mean several moves: {_join_listed(moves)}.")
        options = f"Legal moves: {_join_listed(self.listed())}"
        return ReplyError("illegal", f"Your answer {said[:100]!r} is not a legal move.", options)


def find_other_names(game: str, said: str) -> Iterator[str]:
    """Yields the listed names that a text may stand for by the data of names, ``prompts/names.toml``."""
    text = strip_marks(said)
    if len(text) > LONGEST_NAME:
        return
    if (number := _read_data()["numbers"].get(text.casefold())) is not None:
        yield number
    for pattern, listed in _read_rows(game):
        if found := pattern.fullmatch(text):
            yield _PLACE.sub(partial(_fill_place, found), listed)


def _fill_place(said: re.Match[str], place: re.Match[str]) -> str:
    value = said[place[1]]
    return str(_read_data()["numbers"].get(value.casefold(), value))


@cache
def _read_data() -> Mapping[str, Any]:
    return tomllib.loads(_DATA.read_text("utf-8"))


@cache
def _read_rows(game: str) -> Sequence[tuple[re.Pattern[str], str]]:
    return [(_compile_row(said), listed) for said, listed in _read_data().get(game, {}).items()]


def _compile_row(said: str) -> re.Pattern[str]:
    """Returns a pattern for what may be said, in which a place such as ``{n}`` stands for a word or a number."""
    pieces = _PLACE.split(said)
    spelled = (r"[\s_-]*".join(map(re.escape, piece.split())) if index % 2 == 0 else rf"(?P<{piece}>[\w-]+)"
               for index, piece in enumerate(pieces))
    return re.compile(r"[\s_-]*".join(filter(None, spelled)), re.IGNORECASE)


def _join_listed(moves: Sequence[str]) -> str:
    return " | ".join(moves[:LISTED_MOVES]) + (" | ..." if len(moves) > LISTED_MOVES else "")


def find_last_mention(view: View, text: str, state: pyspiel.State, player: int) -> list[int] | None:
    """Returns the legal move that the text mentions last, as pyspiel actions; ``None`` if it mentions no move.

    Names that are mere numbers do not count, since numbers stand for much else, and neither do moves without a name.
    Names made of words count wherever they stand ("if they bet", "not bet").
    """
    moves = MoveNames.of_legal_moves(view, state, player)
    names = {normalise_typography(name) for known in moves.names.values() for name in known}
    telling = [name for name in names if name_key(name) and not name_key(name).isdecimal()]
    if not telling:
        return None
    read = " ".join(normalise_typography(text[-MAX_SEARCHED:]).split())
    found = [move for mention in _compile_mentions(telling).finditer(read) if (move := moves.find(mention[0]))]
    return found[-1] if found else None


def _compile_mentions(names: Iterable[str]) -> re.Pattern[str]:
    """Returns a pattern for any of the names as whole words, with any white space around punctuation."""
    spelled = [" ?".join(map(re.escape, _WORD_OR_SIGN.findall(name))) for name in names]
    # Longer names first, so that O-O does not match the beginning of O-O-O.
    return re.compile(rf"(?<!\w)(?:{'|'.join(sorted(spelled, key=len, reverse=True))})(?!\w)", re.IGNORECASE)
