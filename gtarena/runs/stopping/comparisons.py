"""Comparisons that a run can make: the pairs of its agents, and the tables that each of them needs."""

import itertools
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from gtarena import games
from gtarena.errors import UsageError
from gtarena.logs.records import Seat
from gtarena.metrics.agent_settings import NULL
from gtarena.metrics.paired_differences import MOST_AGENTS
from gtarena.runs.schedule import MatchSpec

Agent = str  # all that the log says of a seat


class Table(NamedTuple):
    """Agents that play a game together, in whatever seats."""

    game: str
    agents: tuple[Agent, ...]


@dataclass(frozen=True)
class Comparison:
    """Pair of agents in a game, with the tables from whose matches their difference is computed."""

    game: str
    first: Agent
    second: Agent
    tables: tuple[Table, ...]


def agent_of(seat: Seat) -> Agent:
    """Returns what tells an agent of a run from the others."""
    return seat.model_dump_json()


def name_of(agent: Agent) -> str:
    """Returns the name of an agent in the settings."""
    return Seat.model_validate_json(agent).agent


def table_of(spec: MatchSpec) -> Table:
    """Returns the table of a match."""
    return Table(games.label(spec.game, spec.params), tuple(sorted(map(agent_of, spec.seats))))


def rounds_of(specs: Sequence[MatchSpec]) -> dict[Table, list[list[MatchSpec]]]:
    """Returns the rounds of each table: the first match of each of its seatings, then the second of each, and so on.

    With paired draws the matches of a round have the same deal.
    """
    seatings: dict[Table, dict[tuple[Agent, ...], list[MatchSpec]]] = defaultdict(lambda: defaultdict(list))
    for spec in specs:
        seatings[table_of(spec)][tuple(map(agent_of, spec.seats))].append(spec)
    return {table: [[spec for spec in found if spec] for found in itertools.zip_longest(*matches.values())]
            for table, matches in seatings.items()}


def find_comparisons(specs: Sequence[MatchSpec]) -> list[Comparison]:
    """Returns the pairs of agents of each game that a report compares, with their tables.

    Agents that meet are compared at the tables where both sit, others at those with the same others. A duplicate is
    compared with its original alone. Two opponents that all others play against are not compared.

    Raises:
        UsageError: the agents of a game cannot be compared, or are too many.
    """
    found, planned = list[Comparison](), defaultdict[str, list[MatchSpec]](list)
    for spec in specs:
        planned[games.label(spec.game, spec.params)].append(spec)
    for game, listed in planned.items():
        seats = {agent_of(seat): seat for spec in listed for seat in spec.seats}
        if len(seats) > MOST_AGENTS:
            raise UsageError(f"stop= compares every two agents, and {game} has {len(seats)}: list {MOST_AGENTS} at "
                             "most, or leave stop= out")
        pairs = list(_comparisons(game, seats, listed))
        if not pairs:
            raise UsageError(f"stop= compares agents, and in {game} no two can be: list two agents or more, or leave "
                             "stop= out")
        found += pairs
    return found


def _comparisons(game: str, seats: dict[Agent, Seat], specs: Sequence[MatchSpec]) -> Iterator[Comparison]:
    tables = sorted({table_of(spec) for spec in specs})
    measured = {agent_of(seat) for spec in specs for place, seat in enumerate(spec.seats)
                if spec.challengers is None or place in spec.challengers}
    for first, second in itertools.permutations(sorted(seats), 2):
        one, other = seats[first], seats[second]
        null = other.agent == f"{NULL}{one.agent}" and other.model == one.model
        usual = first < second and not (one.agent.startswith(NULL) or other.agent.startswith(NULL))
        needed = _tables_of(first, second, tables)
        if needed and (null or (usual and not measured.isdisjoint((first, second)))):
            yield Comparison(game, first, second, needed)


def _tables_of(first: Agent, second: Agent, tables: Sequence[Table]) -> tuple[Table, ...]:
    """Returns the tables where both sit or, without any, those where either sits with the same others."""
    if meeting := tuple(table for table in tables if {first, second} <= set(table.agents)):
        return meeting
    others = [{_others(table, agent) for table in tables if agent in table.agents} for agent in (first, second)]
    shared = others[0] & others[1]
    return tuple(table for table in tables
                 if any(agent in table.agents and _others(table, agent) in shared for agent in (first, second)))


def _others(table: Table, agent: Agent) -> tuple[Agent, ...]:
    listed = list(table.agents)
    listed.remove(agent)
    return tuple(listed)
