"""Finds the moves that a text mentions: a guess at what its author had in mind, never used to parse an answer."""

import re
from collections.abc import Iterable

import pyspiel

from adapters.replies.names import Names
from adapters.views import View
from custom_games.action_specs.name_keys import name_key, typed

MAX_SEARCHED = 20_000  # characters at the end of a text

_WORD_OR_SIGN = re.compile(r"\w+|[^\w\s]")


def last_mentioned(view: View, text: str, state: pyspiel.State, player: int) -> list[int] | None:
    """Returns the legal move that the text mentions last, as pyspiel actions; ``None`` if it mentions no move.

    Names that are mere numbers do not count, since numbers stand for much else, and neither do moves without a name.
    Names made of words count wherever they stand ("if they bet", "not bet").
    """
    moves = Names.of_legal_moves(view, state, player)
    names = {typed(name) for known in moves.names.values() for name in known}
    telling = [name for name in names if name_key(name) and not name_key(name).isdecimal()]
    if not telling:
        return None
    read = " ".join(typed(text[-MAX_SEARCHED:]).split())
    found = [move for mention in _pattern(telling).finditer(read) if (move := moves.find(mention[0]))]
    return found[-1] if found else None


def _pattern(names: Iterable[str]) -> re.Pattern[str]:
    """Returns a pattern for any of the names as whole words, with any white space around punctuation."""
    spelled = [" ?".join(map(re.escape, _WORD_OR_SIGN.findall(name))) for name in names]
    # Longer names first, so that O-O does not match the beginning of O-O-O.
    return re.compile(rf"(?<!\w)(?:{'|'.join(sorted(spelled, key=len, reverse=True))})(?!\w)", re.IGNORECASE)
