"""Probe of a run: a few of its matches of every kind, played before the others to estimate what all will cost."""

import json
from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence
from functools import cache

from gtarena import games
from gtarena.logs.records import Seat
from gtarena.runs.schedule import MatchSpec

LARGEST_SHARE = 0.25  # of the run, unless agents are put together

Numbered = tuple[int, MatchSpec]  # the number of a job, and a match of it


def choose_probe(jobs: Sequence[Sequence[MatchSpec]], each: int) -> tuple[list[list[Numbered]], list[Numbered]]:
    """Returns the matches of all jobs by kind, and those of them to play: ``each`` of every kind, evenly spread.

    Matches of a kind are of the same game by the same agents with the same settings. Where the probe would be more than
    a quarter of the run, they are those of the same game, and a quarter of them is played, or ``each`` if that is more.
    """
    total = sum(map(len, jobs))
    kinds = _group(jobs, lambda spec: (_game_and_teams(spec)[0], _agents(spec)))
    numbers = [each] * len(kinds)
    if sum(min(each, len(matches)) for matches in kinds) > LARGEST_SHARE * total:
        kinds = _group(jobs, lambda spec: _game_and_teams(spec)[0])
        numbers = [max(each, int(LARGEST_SHARE * len(matches))) for matches in kinds]
    return kinds, [match for place, (matches, number) in enumerate(zip(kinds, numbers, strict=True))
                   for match in _spread(matches, min(number, len(matches)), place)]


def _group(jobs: Sequence[Sequence[MatchSpec]], kind: Callable[[MatchSpec], Hashable]) -> list[list[Numbered]]:
    """Returns the matches of all jobs by kind, in the order of the jobs."""
    found: dict[Hashable, list[Numbered]] = defaultdict(list)
    for number, specs in enumerate(jobs):
        for spec in specs:
            found[kind(spec)].append((number, spec))
    return list(found.values())


def _spread(matches: Sequence[Numbered], number: int, shift: int) -> list[Numbered]:
    """Returns so many of the matches at equal distances; other shifts choose others, such as those of other agents."""
    return [matches[((2 * place + 1) * len(matches) // (2 * number) + shift) % len(matches)] for place in range(number)]


def _agents(spec: MatchSpec) -> tuple[str, ...]:
    """Returns the agents of all teams with their settings, in any seats."""
    _, teams = _game_and_teams(spec)
    return tuple(sorted(map(_settings, dict(zip(teams, spec.seats, strict=True)).values())))


def _settings(seat: Seat) -> str:
    settings = {name: value for name, value in seat.params.items() if name != "wording"}  # a digest of the game's texts
    return str((seat.agent, seat.model, settings))


def _game_and_teams(spec: MatchSpec) -> tuple[str, tuple[int, ...]]:
    """Returns the game with its parameters that are no numbers and its greatest length, and the teams of its seats.

    In games of the same kind numbers differ, but not those that change the length.
    """
    return _load_game(spec.game, json.dumps(spec.params))


@cache
def _load_game(name: str, params: str) -> tuple[str, tuple[int, ...]]:
    given = json.loads(params)
    words = {key: value for key, value in given.items() if isinstance(value, str | bool)}
    game = games.load(name, given)
    return json.dumps([name, words, game.max_game_length()]), tuple(games.teams(game))
