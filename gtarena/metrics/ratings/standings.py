"""Ratings as leaderboards show them: with 95 % intervals, and the ranks that the matches leave open."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from gtarena.metrics.ratings.bradley_terry import Recipe, rate_pairs
from gtarena.metrics.ratings.luce_spectral import Numbers
from gtarena.metrics.ratings.ranges import Ranges
from gtarena.metrics.ratings.score_pairs import names_of, score_pairs

if TYPE_CHECKING:
    import pandas as pd

RESAMPLES = 1000  # a tenth of those of a publication: every run has leaderboards
LEVEL = 0.95
RATING_COLUMNS = ["rating", "low_95", "high_95", "best_rank", "worst_rank", "reason"]
COLUMNS = ["game", "name", *RATING_COLUMNS, "place"]


def overall_standings(
    seats: pd.DataFrame, anchor: str | None = None, pairs: pd.DataFrame | None = None,
) -> pd.DataFrame:
    """Returns one row per agent with its ``name`` and its rating over all games, which weigh the same.

    ``rating``, ``low_95``, ``high_95`` and ``reason`` are as in :func:`gtarena.ratings.bradley_terry`,
    with ties as half wins and 1,000 resamples. ``best_rank`` and ``worst_rank`` are the ranks that the agent can have
    among those with an interval: another one is surely above it if the 95 % interval of their difference is positive.
    ``place`` is as in :func:`gtarena.ratings.bradley_terry`.

    Args:
        seats: the frame of :func:`gtarena.metrics.frames.seats_frame`.
        anchor: name of the agent whose rating is 0; by default the mean of all ratings is.
        pairs: the frame of :func:`score_pairs` for these seats, if there is one already.

    Raises:
        UsageError: no agent has the name of the anchor.
    """
    return _frame(seats, {"": score_pairs(seats) if pairs is None else pairs}, anchor).drop(columns="game")


def game_standings(
    seats: pd.DataFrame, anchor: str | None = None, pairs: pd.DataFrame | None = None,
) -> pd.DataFrame:
    """Returns one row per game and agent with the columns of :func:`overall_standings` and the ``game``."""
    scores = score_pairs(seats) if pairs is None else pairs
    return _frame(seats, {game: scores[scores["game"] == game] for game in seats["game"].unique()}, anchor)


def _frame(seats: pd.DataFrame, games: Mapping[str, pd.DataFrame], anchor: str | None) -> pd.DataFrame:
    import pandas as pd

    agents, recipe = names_of(seats), Recipe(RESAMPLES, ties="half", anchor=anchor)
    rows = []
    for game, pairs in games.items():
        ratings = rate_pairs(pairs, agents, recipe)
        columns = (ratings.agents, ratings.values, *ratings.ranges.interval(LEVEL), *_ranks(ratings.ranges),
                   ratings.reasons, ratings.places)
        rows += [(game, *row) for row in zip(*columns, strict=True)]
    return pd.DataFrame(rows, columns=COLUMNS)


def _ranks(ranges: Ranges) -> tuple[Numbers, Numbers]:
    """Returns the best and the worst rank that each agent can have, from 1; NaN without an interval."""
    best, worst = np.full((2, ranges.lowest.shape[1]), np.nan)
    known = np.flatnonzero(~np.isnan(ranges.lowest).any(axis=0)).tolist()
    for agent in known:
        low, high = ranges.relative_to(agent).interval(LEVEL)
        best[agent] = 1 + (low > 0).sum()
        worst[agent] = len(known) - (high < 0).sum()
    return best, worst
