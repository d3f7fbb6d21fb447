"""The decisions of Chameleon and Undercover: clues, votes, and private questions about roles and suspicions."""

from collections.abc import Mapping, Sequence
from functools import cache
from types import MappingProxyType

from custom_games.action_specs import Choice, Fields, Text
from custom_games.alphabets import LINE
from custom_games.json_set_entries import SEATS
from custom_games.utf8_text import NUM_ACTIONS

PLAYERS = len(SEATS)
PENALTY = NUM_ACTIONS  # beyond the actions of texts and of all choices
CLUE_FRAMES = (
    "I say: {}", "I will say: {}", "I would say: {}", "I give the clue {}.", "I will give the clue {}.",
    "I would give the clue {}.", "I choose the clue {}.", "The clue I give is {}.", "Here is my clue: {}")
GUESS_FRAMES = (
    "The secret word is {}.", "The word is {}.", "The secret code is {}.", "The code is {}.", "I guess {}.",
    "My guess is that the secret word is {}.", "My guess is that the word is {}.",
    "My guess for the secret word is {}.", "The secret word must be {}.", "The word must be {}.", "I guess it is {}.",
    "I guess that it is {}.", "I guess it's {}.", "My guess is that it is {}.", "Secret word: {}")
VOTE_FRAMES = (
    *(f"{vote} for {{}}." for vote in (
        "I vote", "I will vote", "I would vote", "I choose to vote", "I want to vote", "I cast my vote", "My vote is",
        "My final vote is")),
    "My vote goes to {}.", "I accuse {}.", "I accuse {} of being the %s.", "{} is the %s.")
SUSPECT_FRAMES = ("I suspect {}.", "I suspect {} most.", "I suspect {} the most.", "I suspect that {} is the %s.",
                  "I suspect {} is the %s.", "{} is the %s.", "I suspect {} am the %s.",
                  "I suspect that {} am the %s.", "{} am the %s.")
NAME_FRAMES = ("I am {}.", "My name in the game is {}.", "My name in this game is {}.", "I am playing as {}.")
ROLE_FRAMES = ("I am {}.", "I have the role {}.", "I have the role of {}.", "My role in the game is {}.",
               "My role in this game is {}.", "I am playing as {}.")
_VERBS = ("suspects", "thinks", "believes", "suspects that", "thinks that", "believes that", "would suspect",
          "would think", "would believe", "would name", "would call", "would say")
_ENDS = ("", " most", " the most", " is the %s", " the %s")
_OWN = ("I", "me", "myself")
_THEIRS = ("itself", "himself", "herself", "themselves", "themself")

# The answers of a player to the belief questions, by seat: whom each suspects, ``None`` for a seat not asked about.
Suspects = tuple[int | None, ...]


def others_of(player: int) -> tuple[int, ...]:
    """Returns the seats of the two others."""
    return tuple(seat for seat in range(PLAYERS) if seat != player)


def _choice(
    key: str, seats: Sequence[int], frames: Sequence[str], called: Mapping[str, int] = MappingProxyType({})
) -> Choice:
    """Returns the choice of one of some players, whose actions are their seats and who may be stated by number.

    ``called`` are the seats of other names, which count where the seat may be chosen.
    """
    names = {str(seat + 1): seat for seat in seats} | {name: seat for name, seat in called.items() if seat in seats}
    return Choice(key, tuple(SEATS[seat] for seat in seats), tuple(seats), tuple(names.items()), tuple(frames))


def _about(role: str, frames: Sequence[str]) -> list[str]:
    """Returns sentences with the name of the culprit's role filled in."""
    return [frame.replace("%s", role) for frame in frames]


@cache
def clue_spec(limit: int, bank: tuple[str, ...], without: tuple[str, ...]) -> Text:
    """Returns a clue of at most ``limit`` bytes."""
    return Text("clue", limit, LINE, least=1, bank=bank, without=without, frames=CLUE_FRAMES)


@cache
def guess_spec(limit: int, bank: tuple[str, ...]) -> Text:
    """Returns the guess of a word of at most ``limit`` bytes."""
    return Text("guess", limit, LINE, least=1, bank=bank, frames=GUESS_FRAMES)


@cache
def vote_spec(player: int, culprit: str) -> Choice:
    """Returns a player's vote for one of the two others, to be accused of having the role ``culprit``."""
    return _choice("vote", others_of(player), _about(culprit, VOTE_FRAMES))


@cache
def role_spec(roles: tuple[str, ...], aliases: tuple[tuple[str, int], ...] = ()) -> Fields:
    """Returns the question for one's own name and role, of which there are two."""
    denials = ((f"not {article}{role}", 1 - number) for number, role in enumerate(roles)
               for article in ("", "the ", "a ", "an "))
    role = Choice("role", roles, aliases=(*aliases, *denials), frames=ROLE_FRAMES)
    return Fields((_choice("name", range(PLAYERS), NAME_FRAMES), role), frames=("I am {}.",))


@cache
def beliefs_spec(player: int, about: tuple[int, ...], candidates: tuple[tuple[int, ...], ...], culprit: str) -> Fields:
    """Returns the questions whom the player itself suspects of having the role ``culprit``, or thinks that others do.

    ``about`` lists the seats asked about, ``candidates`` has for every seat those that it may suspect.
    """
    own = dict.fromkeys(_OWN, player)
    fields = []
    for seat in about:
        if seat == player:
            fields.append(_choice("suspect", candidates[seat], _about(culprit, SUSPECT_FRAMES), own))
        else:
            frames = [f"{SEATS[seat]} {verb} {{}}{end}." for verb in _VERBS for end in _about(culprit, _ENDS)]
            key = f"player_{seat + 1}_suspects"
            fields.append(_choice(key, candidates[seat], frames, own | dict.fromkeys(_THEIRS, seat)))
    return Fields(tuple(fields))


def suspects(about: Sequence[int], answers: Sequence[int]) -> Suspects:
    """Returns the answers to belief questions by seat."""
    given = dict(zip(about, answers, strict=True))
    return tuple(given.get(seat) for seat in range(PLAYERS))
