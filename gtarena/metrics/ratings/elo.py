"""Elo ratings by OpenSpiel's implementation (``open_spiel/evaluation/elo.cc``, after Hunter, 2004)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from gtarena.logs.records import MatchRecord
from gtarena.metrics.ratings.bradley_terry import games_of, matches_of
from gtarena.metrics.ratings.linked_agents import link_agents
from gtarena.metrics.ratings.score_pairs import names_of, rated_seats, score_pairs

if TYPE_CHECKING:
    import pandas as pd

COLUMNS = ["agent", "game", "rating", "matches", "reason"]


def elo(records: pd.DataFrame | Iterable[MatchRecord], smoothing: float = 0.0) -> pd.DataFrame:
    """Returns the Elo ratings that make the matches likeliest, over all games (``overall``) and in each game.

    The lowest rating is 0. Elo knows only wins and draws: of two agents in a match the one with the higher score wins,
    and every pair counts once, so that games with more matches count more.

    Args:
        records: the frame of :func:`gtarena.load_records`, or match records.
        smoothing: wins and losses that every agent is given against every other one.

    Returns:
        A row per game and agent with the columns ``agent``, ``game``, ``rating``, ``matches`` and ``reason`` (empty, or
        why there is no rating).

    Raises:
        ValueError: a frame lacks a column.
    """
    import pandas as pd

    seats = rated_seats(records)
    agents = names_of(seats)
    rows = [row for game, pairs in games_of(seats, score_pairs(seats)).items()
            for row in _rows(game, pairs, agents, smoothing)]
    return pd.DataFrame(rows, columns=COLUMNS)


def _rows(game: str, pairs: pd.DataFrame, agents: list[str], smoothing: float) -> list[Mapping[str, Any]]:
    from open_spiel.python.algorithms.elo import compute_ratings_from_matrices

    wins, draws = _counts(pairs, agents)
    matches = matches_of(pairs, agents)
    found = link_agents(wins + draws / 2 + smoothing, matches, agents)
    ratings = np.full(len(agents), np.nan)
    if found.rated:
        among = np.ix_(found.rated, found.rated)
        ratings[list(found.rated)] = compute_ratings_from_matrices(wins[among], draws[among], smoothing)
    return [dict(zip(COLUMNS, (agent, game, *cells), strict=True))
            for agent, *cells in zip(agents, ratings, matches, found.reasons, strict=True)]


def _counts(pairs: pd.DataFrame, agents: list[str]) -> tuple[Any, Any]:
    """Returns the wins and the draws of agents (rows) against agents, as matrices of whole numbers."""
    place = {name: number for number, name in enumerate(agents)}
    first, second = (pairs[side].map(place).to_numpy(dtype=np.int64) for side in ("first", "second"))
    score = pairs["score"].to_numpy()
    wins, draws = np.zeros((2, len(agents), len(agents)), dtype=np.int64)
    np.add.at(wins, (first[score > 0.5], second[score > 0.5]), 1)
    np.add.at(wins, (second[score < 0.5], first[score < 0.5]), 1)
    np.add.at(draws, (first[score == 0.5], second[score == 0.5]), 1)
    return wins, draws + draws.T
