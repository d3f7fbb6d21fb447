"""Exploitation and resistance: what an agent gets from a population, and what its worst opponent gets from it.

As in Lanctot et al., "Population-based Evaluation in Repeated Rock-Paper-Scissors as a Benchmark for Multiagent
Reinforcement Learning" (TMLR, 2023), section 2: PopulationReturn is the mean return against an opponent drawn from the
population with equal probability, WithinPopExpl the highest return that one of the population gets against the agent,
and AggregateScore their difference. The paper counts an agent of the population as its own opponent; here it is one if
it has met itself.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

import numpy as np

from gtarena.game_theory.populations.cells import known_cell, rows_of
from gtarena.metrics.bootstrap import average_estimates, estimate_mean
from gtarena.metrics.ratings.score_pairs import names_in
from gtarena.metrics.teams import AGENT_COLUMNS, with_opponents
from gtarena.reports.tables import Cell, Table

if TYPE_CHECKING:
    import pandas as pd

COLUMNS = ("game", "agent", "population_return", "low", "high", "exploitability", "aggregate", "worst_opponent",
           "opponents", "matches", "reason")


def population_returns(seats: pd.DataFrame, population: Collection[str] | None = None) -> pd.DataFrame:
    """Returns the exploitation and resistance of each agent in each game of two teams.

    Args:
        seats: a frame of :func:`gtarena.metrics.frames.seats_frame`.
        population: names of the opponents that count, by default of all agents of the game.

    Returns:
        A row per game and agent with the columns ``game``, ``agent``, ``population_return``, ``low`` and ``high`` (its
        95 % interval, NaN from too few deals), ``exploitability`` (the mean return of the worst opponent, negative if
        none of them gained), ``aggregate``, ``worst_opponent``, ``opponents`` (how many), ``matches`` and ``reason``:
        empty, or which members of the population the agent has not met, without whom its numbers are NaN.
    """
    import pandas as pd

    duels = _duels(seats)
    rows = []
    for game, played in duels.groupby("game"):
        agents = sorted(set(played["name"]))
        wanted = [name for name in agents if population is None or name in population]
        for agent, own in played.groupby("name"):
            rows.append({"game": game, "agent": agent, **_exploitation(own, str(agent), wanted)})
    return pd.DataFrame(rows, columns=list(COLUMNS))


def _duels(seats: pd.DataFrame) -> pd.DataFrame:
    """Returns a row per team of the finished matches of two teams, with the names of its agent and of the opponent."""
    finished = seats[(seats["outcome"] == "finished") & seats["return"].notna()]
    duels = with_opponents(finished)
    other = duels[[f"{column}_opponent" for column in AGENT_COLUMNS]].set_axis(AGENT_COLUMNS, axis=1)
    return duels.assign(name=names_in(duels), opponent=names_in(other))


def _exploitation(own: pd.DataFrame, agent: str, wanted: list[str]) -> dict[str, Any]:
    met = {str(name): matches for name, matches in own.groupby("opponent") if name in wanted}
    counts = {"opponents": len(met), "matches": sum(matches["match_id"].nunique() for matches in met.values())}
    unmet = [name for name in wanted if name not in met and name != agent]
    if unmet or not met:
        return {**counts, "reason": f"no match with {unmet[0]}" if unmet else "no opponent of the population"}
    estimates = [estimate_mean(matches["return"].to_numpy(dtype=np.float64), seed, matches["unit"].tolist())
                 for seed, matches in enumerate(met.values())]  # with the same seed they would not be independent
    average = average_estimates(estimates)
    low, high = average.interval()
    theirs = {name: float(matches["return_opponent"].mean()) for name, matches in met.items()}
    worst = max(theirs, key=lambda name: theirs[name])
    return {**counts, "population_return": average.value, "low": low, "high": high, "exploitability": theirs[worst],
            "aggregate": average.value - theirs[worst], "worst_opponent": worst, "reason": ""}


def population_return_tables(seats: pd.DataFrame, population: Collection[str] | None = None) -> list[Table]:
    """Returns a table per game of two teams and at least three agents, the agent with the best aggregate first.

    Arguments are those of :func:`population_returns`.
    """
    found = population_returns(seats, population)
    return [_table(str(game), rows) for game, rows in found.groupby("game") if len(rows) > 2]


def _table(game: str, rows: pd.DataFrame) -> Table:
    best_first = rows.sort_values(["aggregate", "agent"], ascending=[False, True], na_position="last")
    return Table(
        f"population-{game}", f"{game}: exploitation",
        ("population return", "within-population exploitability", "aggregate", "opponents", "matches"),
        tuple((row.agent, _cells(row)) for row in rows_of(best_first)), label="agent",
        notes=("Population return: mean return over the opponents. Within-population exploitability: the highest mean "
               "return of one of them. Aggregate: the first less the second. An opponent outside of the population may "
               "exploit more.", *map(_describe_worst, rows_of(best_first))))


def _describe_worst(row: Any) -> str:
    if row.reason:
        return f"{row.agent}: {row.reason}."
    most = "gains most from" if row.exploitability > 0 else "loses least to"
    return f"{row.worst_opponent} {most} {row.agent}."


def _cells(row: Any) -> tuple[Cell | None, ...]:
    counts = (Cell(row.opponents, digits=0), Cell(row.matches, digits=0))
    return (known_cell(row.population_return, 2, row.low, row.high), known_cell(row.exploitability, 2),
            known_cell(row.aggregate, 2), *counts)
