"""Which moves a text talks about: a guess at what somebody had in mind, never a way to read an answer."""

import re
from collections.abc import Iterable

import pyspiel

from adapters import readers
from adapters.move_names import MoveNames
from adapters.views import View

LOOKED_AT = 20_000  # characters, the last ones

_WORD_OR_SIGN = re.compile(r"\w+|[^\w\s]")


def last_mentioned(view: View, text: str, state: pyspiel.State, player: int) -> list[int] | None:
    """The legal move that the text names last, as pyspiel actions; ``None`` if it names none.

    Names that are mere numbers do not count, as numbers stand for much else, and neither do moves that have no name
    of their own. Names made of words are taken for moves wherever they stand ("if they bet", "not bet").
    """
    names = {readers.typed(name) for action in state.legal_actions(player)
             for name in view.names(state, player, action)}
    telling = [name for name in names if readers.name_key(name) and not readers.name_key(name).isdecimal()]
    if not telling:
        return None
    moves = MoveNames.of_legal_moves(view, state, player)
    read = " ".join(readers.typed(text[-LOOKED_AT:]).split())
    found = [move for mention in _pattern(telling).finditer(read) if (move := moves.find(mention[0]))]
    return found[-1] if found else None


def _pattern(names: Iterable[str]) -> re.Pattern[str]:
    """Any of the names, whatever the white space around their signs, but not as a part of a longer word."""
    spelled = [" ?".join(map(re.escape, _WORD_OR_SIGN.findall(name))) for name in names]
    # Of two names that begin alike the longer one is to be tried first.
    return re.compile(rf"(?<!\w)(?:{'|'.join(sorted(spelled, key=len, reverse=True))})(?!\w)", re.IGNORECASE)
