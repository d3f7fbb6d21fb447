"""All tables of a population of agents, for a report."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

from gtarena.game_theory.populations.empirical_game import empirical_game_tables
from gtarena.game_theory.populations.mixed_tables import mixed_tables
from gtarena.game_theory.populations.population_returns import population_return_tables
from gtarena.logs.records import MatchRecord
from gtarena.metrics.agent_settings import NULL
from gtarena.metrics.ratings.score_pairs import rated_seats
from gtarena.reports.tables import Table

if TYPE_CHECKING:
    import pandas as pd


def population_tables(
    records: pd.DataFrame | Iterable[MatchRecord], population: Collection[str] | None = None
) -> list[Table]:
    """Returns the tables that these matches allow: empirical games, exploitation and resistance, and mixed tables.

    Matches with a duplicate of an agent are left out.

    Args:
        records: the frame of :func:`gtarena.load_records` or of :func:`gtarena.metrics.frames.seats_frame`, or match
            records.
        population: names of the opponents that count for exploitation and resistance, by default all agents.

    Raises:
        ValueError: a frame lacks a column.
    """
    seats = rated_seats(records)
    seats = seats[~seats["match_id"].isin(seats.loc[seats["agent"].str.startswith(NULL), "match_id"])]
    return [*empirical_game_tables(seats), *population_return_tables(seats, population), *mixed_tables(seats)]
