"""The decisions of Chameleon and Undercover: clues, votes, and private questions about roles and suspicions."""

from collections.abc import Sequence
from functools import cache

from custom_games.action_specs import Choice, Fields, Text
from custom_games.set_entries import SEATS
from custom_games.utf8_text import NUM_ACTIONS

PLAYERS = len(SEATS)
PENALTY = NUM_ACTIONS  # beyond the actions of texts and of all choices
VOTE_FRAMES = ("I vote for {}.", "I will vote for {}.")

# What a player answers to a belief question, by seat: whom each is said to suspect; ``None`` for a seat not asked about.
Suspects = tuple[int | None, ...]


def others_of(player: int) -> tuple[int, ...]:
    """Returns the seats of the two others."""
    return tuple(seat for seat in range(PLAYERS) if seat != player)


def _choice(key: str, seats: Sequence[int], frames: tuple[str, ...] = ()) -> Choice:
    """Returns the choice of one of some players, whose actions are their seats."""
    return Choice(key, tuple(SEATS[seat] for seat in seats), tuple(seats), frames=frames)


@cache
def clue_spec(limit: int, bank: tuple[str, ...], without: tuple[str, ...]) -> Text:
    """Returns a clue of at most ``limit`` bytes."""
    return Text("clue", limit, least=1, bank=bank, without=without)


@cache
def vote_spec(player: int) -> Choice:
    """Returns a player's vote for one of the two others."""
    return _choice("vote", others_of(player), VOTE_FRAMES)


@cache
def role_spec(roles: tuple[str, ...], aliases: tuple[tuple[str, int], ...] = ()) -> Fields:
    """Returns the question for one's own name and role."""
    return Fields((_choice("name", range(PLAYERS)), Choice("role", roles, aliases=aliases)))


@cache
def beliefs_spec(player: int, about: tuple[int, ...], candidates: tuple[tuple[int, ...], ...]) -> Fields:
    """Returns the questions whom the player itself suspects, or whom it thinks that others do.

    ``about`` lists the seats asked about, ``candidates`` has for every seat those that it may suspect.
    """
    keys = ("suspect" if seat == player else f"player_{seat + 1}_suspects" for seat in about)
    return Fields(tuple(_choice(key, candidates[seat]) for key, seat in zip(keys, about, strict=True)))


def suspects(about: Sequence[int], answers: Sequence[int]) -> Suspects:
    """Returns the answers to belief questions by seat."""
    given = dict(zip(about, answers, strict=True))
    return tuple(given.get(seat) for seat in range(PLAYERS))
