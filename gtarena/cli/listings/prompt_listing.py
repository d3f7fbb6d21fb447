"""Text shown by `gtarena prompts`: every wording of a game as it is sent in decisions of a random match."""

import asyncio
import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

import adapters
from adapters import Message
from gtarena import games
from gtarena.agents.base import Agent, Decision, Move, Seating
from gtarena.errors import unknown
from gtarena.runs.matches.match import play_match

Kind = frozenset[str]
"""The keys of a decision, without numbers of players."""


def prompt_lines(game: str, version: str | None, seed: int) -> Iterator[str]:
    """Yields the prompts of a game in one version or in all, from a match of random moves drawn by the seed.

    Of the first seat the first decision is shown, that in the middle of the match and the last one, and of every kind
    that the match has, such as a clue or a vote, the first one. Of later seats the first decision is shown, only the
    lines that differ from those of the first seat in the same version, and the kinds that no seat before has.

    Raises:
        UsageError: the game or the version does not exist, or the game cannot be loaded.
    """
    name, given = games.parse(game)
    adapter = adapters.for_game(games.load(name, given, seed))
    versions = choose_versions(adapter, version)
    seats = _decisions(adapter, seed)
    for shown in versions:
        yield from _version(game, shown, seats)


def choose_versions(adapter: adapters.Adapter, version: str | None) -> list[str]:
    """Returns the prompt version of a game that was named, in a list, or all of them.

    Raises:
        UsageError: the game has no such version.
    """
    known = adapter.versions()
    if version not in (None, *known):
        name = adapter.game.get_type().short_name
        raise unknown(f"prompt version of {name}", version or "", known, f"(it has: {', '.join(known)})")
    return known if version is None else [version]


def _version(game: str, version: str, seats: Sequence[Sequence[Decision]]) -> Iterator[str]:
    played = [made for made in seats if made]
    shown: set[Kind] = set()
    for made in played[:1]:
        yield from _whole(game, version, made, {0, len(made) // 2, len(made) - 1, *_new_kinds(made, shown)})
    for made in played[1:]:
        first, lines = set(_text(played[0][0].prompt(version))), _text(made[0].prompt(version))
        other = [line for line in lines if line not in first]
        told = "the lines that differ from those" if other else "which reads like that"
        yield f"{_heading(game, version, made, 0)}, {told} of player {played[0][0].player}"
        yield from other
        yield from _whole(game, version, made, {*_new_kinds(made, shown)} - {0})


def _whole(game: str, version: str, made: Sequence[Decision], indices: set[int]) -> Iterator[str]:
    for index in sorted(indices):
        yield _heading(game, version, made, index)
        yield from _text(made[index].prompt(version))


def _new_kinds(made: Sequence[Decision], shown: set[Kind]) -> Iterator[int]:
    """Yields the decisions that are the first of their kind, and adds the kinds to those ``shown``."""
    for index, decision in enumerate(made):
        kind = frozenset(re.sub(r"\d", "", key) for key in decision.keys)
        if kind not in shown:
            shown.add(kind)
            yield index


def _heading(game: str, version: str, made: Sequence[Decision], index: int) -> str:
    return f"\n\n=== {game}, {version}: player {made[index].player}, decision {index + 1} of {len(made)}"


def _text(messages: Sequence[Message]) -> list[str]:
    """Returns the lines of a prompt, with the role of every message before its text."""
    return [line for message in messages
            for line in (f"--- {message['role']}", *message["content"].splitlines())]


class _Recorder(Agent):
    """Player that moves at random and keeps its decisions."""

    def __init__(self, seating: Seating, kept: list[Decision]) -> None:
        self._rng, self._kept = random.Random(seating.seed), kept

    async def act(self, decision: Decision) -> Move:
        self._kept.append(replace(decision, state=decision.state.clone()))
        return Move(decision.random_move(self._rng))


def _decisions(adapter: adapters.Adapter, seed: int) -> list[list[Decision]]:
    """Returns the decisions of each player in a match of random moves."""
    kept: list[list[Decision]] = [[] for _ in range(adapter.game.num_players())]
    asyncio.run(play_match(adapter, [lambda seating: _Recorder(seating, kept[seating.player])] * len(kept), seed))
    return kept
