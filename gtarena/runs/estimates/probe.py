"""Probe of a run: a few of its matches of every kind, played before the others to estimate what all will cost."""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from gtarena import games
from gtarena.logs.records import Seat
from gtarena.runs.schedule import MatchSpec

LARGEST_SHARE = 0.25  # of the run; if more were needed to play every cell, every game and every line-up is played


@dataclass(frozen=True)
class Cell:
    """Matches that are alike but for their chance: those of one kind of game by the same agents.

    ``kind`` is the game with the parameters that are no numbers and its greatest length, so that numbers that change
    the length make another kind. ``agents`` are the agents of all teams with all their settings, in any order; in most
    games every seat is a team of its own.
    """

    kind: str
    agents: str


Numbered = tuple[int, MatchSpec]  # the number of a job, and a match of it


def cells(jobs: Sequence[Sequence[MatchSpec]]) -> dict[Cell, list[Numbered]]:
    """Returns the matches of all jobs by cell, in the order of the jobs."""
    found: dict[Cell, list[Numbered]] = defaultdict(list)
    for number, specs in enumerate(jobs):
        for spec in specs:
            found[cell_of(spec)].append((number, spec))
    return dict(found)


def cell_of(spec: MatchSpec) -> Cell:
    """Returns the cell of a match."""
    kind, teams = _kind_and_teams(spec.game, json.dumps(spec.params))
    of_team = dict(zip(teams, spec.seats, strict=True))
    return Cell(kind, "; ".join(sorted(map(_agent, of_team.values()))))


def _agent(seat: Seat) -> str:
    settings = {name: value for name, value in seat.params.items() if name != "wording"}  # a digest of the game's texts
    return str((seat.agent, seat.model, settings))


@cache
def _kind_and_teams(name: str, params: str) -> tuple[str, tuple[int, ...]]:
    stated = json.loads(params)
    words = {key: value for key, value in stated.items() if isinstance(value, str | bool)}
    game = games.load(name, stated)
    return json.dumps([name, words, game.max_game_length()]), tuple(games.teams(game))


def chosen(found: Mapping[Cell, Sequence[Numbered]], each: int) -> list[Numbered]:
    """Returns the matches to play: ``each`` of every cell, spread evenly over its matches.

    Where that is more than a quarter of the run, every kind of game and every line-up of agents is in ``each`` matches
    instead, in changing combinations.
    """
    picked = [match for matches in found.values() for match in _spread(matches, each)]
    if len(picked) <= LARGEST_SHARE * sum(map(len, found.values())):
        return picked
    return [match for cell, number in _combined(found, each).items() for match in _spread(found[cell], number)]


def _spread(matches: Sequence[Numbered], number: int) -> list[Numbered]:
    number = min(number, len(matches))
    return [matches[(2 * place + 1) * len(matches) // (2 * number)] for place in range(number)]


def _combined(found: Mapping[Cell, Sequence[Numbered]], each: int) -> dict[Cell, int]:
    """Returns how many matches of which cells to play, so that every kind and every line-up has ``each``, if it can."""
    picked: dict[Cell, int] = defaultdict(int)
    of_kind: dict[str, int] = defaultdict(int)
    of_agents: dict[str, int] = defaultdict(int)
    diagonals = _diagonals(found)
    for _ in range(each):
        for cell in diagonals:
            if picked[cell] < len(found[cell]) and min(of_kind[cell.kind], of_agents[cell.agents]) < each:
                picked[cell] += 1
                of_kind[cell.kind] += 1
                of_agents[cell.agents] += 1
    return picked


def _diagonals(found: Iterable[Cell]) -> list[Cell]:
    """Returns the cells so that neighbours differ in kind and in agents."""
    listed = list(found)
    kinds = {kind: place for place, kind in enumerate(dict.fromkeys(cell.kind for cell in listed))}
    agents = {name: place for place, name in enumerate(dict.fromkeys(cell.agents for cell in listed))}
    return sorted(listed, key=lambda cell: ((agents[cell.agents] - kinds[cell.kind]) % len(agents), kinds[cell.kind]))
