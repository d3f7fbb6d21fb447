"""The decisions of Codenames: a clue with its number, and a guess."""

from collections.abc import Callable
from functools import lru_cache

from custom_games.action_specs import Fields, NamedActions, Number
from custom_games.codenames_clues import LETTERS, ClueWord

END_TURN = "end turn"


def clue_spec(board: tuple[str, ...], limit: int, max_number: int) -> Fields:
    """Returns the decision on a clue of at most ``limit`` letters and its number, from 0 to ``max_number``."""
    return Fields((ClueWord("clue", limit, LETTERS, least=1, board=board), Number("number", 0, max_number)))


def guess_spec(board: tuple[str, ...], hidden: tuple[int, ...], may_end: bool) -> NamedActions:
    """Returns the guess of one of the words at the places ``hidden``, or the end of the turn if it may end."""
    return NamedActions("guess", (*hidden, *[len(board)] * may_end), _naming(board))


@lru_cache(maxsize=500)  # so that equal decisions compare as equal
def _naming(board: tuple[str, ...]) -> Callable[[int], str]:
    return (*board, END_TURN).__getitem__
