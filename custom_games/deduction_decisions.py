"""The decisions of Chameleon and Undercover: clues, votes, and private questions about roles and suspicions."""

from collections.abc import Sequence
from functools import cache

from custom_games.action_specs import Choice, Fields, Text
from custom_games.alphabets import LINE
from custom_games.json_set_entries import SEATS
from custom_games.utf8_text import NUM_ACTIONS

PLAYERS = len(SEATS)
PENALTY = NUM_ACTIONS  # beyond the actions of texts and of all choices

# The answers of a player to the belief questions, by seat: whom each suspects, ``None`` for a seat not asked about.
Suspects = tuple[int | None, ...]


def others_of(player: int) -> tuple[int, ...]:
    """Returns the seats of the two others."""
    return tuple(seat for seat in range(PLAYERS) if seat != player)


@cache
def clue_spec(limit: int, bank: tuple[str, ...], without: tuple[str, ...]) -> Text:
    """Returns a clue of at most ``limit`` bytes."""
    return Text("clue", limit, LINE, least=1, bank=bank, without=without)


@cache
def guess_spec(limit: int, bank: tuple[str, ...]) -> Text:
    """Returns the guess of a word of at most ``limit`` bytes."""
    return Text("guess", limit, LINE, least=1, bank=bank)


def _player(key: str, seats: tuple[int, ...]) -> Choice:
    """Returns the choice of one of some players, whose actions are their seats."""
    return Choice(key, tuple(SEATS[seat] for seat in seats), seats)


@cache
def vote_spec(player: int) -> Choice:
    """Returns a player's vote for one of the two others."""
    return _player("vote", others_of(player))


@cache
def role_spec(roles: tuple[str, ...]) -> Fields:
    """Returns the question for one's own name and role."""
    return Fields((_player("name", tuple(range(PLAYERS))), Choice("role", roles)))


@cache
def beliefs_spec(player: int, about: tuple[int, ...], candidates: tuple[tuple[int, ...], ...]) -> Fields:
    """Returns the questions whom the player itself suspects, or thinks that others do.

    ``about`` lists the seats asked about, ``candidates`` has for every seat those that it may suspect.
    """
    return Fields(tuple(_player("suspect" if seat == player else f"player_{seat + 1}_suspects", candidates[seat])
                        for seat in about))


def suspects(about: Sequence[int], answers: Sequence[int]) -> Suspects:
    """Returns the answers to belief questions by seat."""
    given = dict(zip(about, answers, strict=True))
    return tuple(given.get(seat) for seat in range(PLAYERS))
