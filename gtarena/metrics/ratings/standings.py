"""Ratings as leaderboards show them: with 95 % intervals, and the ranks that the matches leave open."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from gtarena.metrics.duels import OVERALL
from gtarena.metrics.paired_differences import Difference, find_differences, find_ranks
from gtarena.metrics.ratings.bradley_terry import Recipe, rate_pairs
from gtarena.metrics.ratings.score_pairs import names_of, score_pairs

if TYPE_CHECKING:
    import pandas as pd

RESAMPLES = 1000  # a tenth of those of a publication: every run has leaderboards
LEVEL = 0.95
RATING_COLUMNS = ["rating", "low_95", "high_95", "best_rank", "worst_rank", "reason"]
_UNKNOWN = (math.nan, math.nan)
COLUMNS = ["game", "name", *RATING_COLUMNS, "place"]


def overall_standings(
    seats: pd.DataFrame, anchor: str | None = None, pairs: pd.DataFrame | None = None,
    differences: Sequence[Difference] | None = None,
) -> pd.DataFrame:
    """Returns one row per agent with its ``name`` and its rating over all games, which weigh the same.

    ``rating``, ``low_95``, ``high_95`` and ``reason`` are as in :func:`gtarena.ratings.bradley_terry`,
    with ties as half wins and 1,000 resamples; a rating from fewer than ``FEWEST_UNITS`` deals has no interval,
    and one from few deals a wider one (see ``student_level``).
    ``best_rank`` and ``worst_rank`` are the ranks that the agent can have among those that met others: another
    one is surely above it if their difference is beyond noise (see :class:`Difference`). ``place`` is as in
    :func:`gtarena.ratings.bradley_terry`.

    Args:
        seats: the frame of :func:`gtarena.metrics.frames.seats_frame`.
        anchor: name of the agent whose rating is 0; by default the mean of all ratings is.
        pairs: the frame of :func:`score_pairs` for these seats, if there is one already.
        differences: those of :func:`find_differences` for these seats, if they are known already.

    Raises:
        UsageError: no agent has the name of the anchor.
    """
    games = {OVERALL: score_pairs(seats) if pairs is None else pairs}
    return _frame(seats, games, anchor, differences).drop(columns="game")


def game_standings(
    seats: pd.DataFrame, anchor: str | None = None, pairs: pd.DataFrame | None = None,
    differences: Sequence[Difference] | None = None,
) -> pd.DataFrame:
    """Returns one row per game and agent with the columns of :func:`overall_standings` and the ``game``."""
    scores = score_pairs(seats) if pairs is None else pairs
    games = {game: scores[scores["game"] == game] for game in seats["game"].unique()}
    return _frame(seats, games, anchor, differences)


def _frame(
    seats: pd.DataFrame, games: Mapping[str, pd.DataFrame], anchor: str | None,
    differences: Sequence[Difference] | None,
) -> pd.DataFrame:
    import pandas as pd

    agents, recipe = names_of(seats), Recipe(RESAMPLES, ties="half", anchor=anchor)
    known = find_differences(seats) if differences is None else differences
    rows = []
    for game, pairs in games.items():
        ratings = rate_pairs(pairs, agents, recipe)
        compared = [agent for agent, matches in zip(agents, ratings.matches, strict=True) if matches]
        ranks = find_ranks(known, game, compared)
        columns = (agents, ratings.values, *ratings.interval(LEVEL), ratings.reasons, ratings.places)
        rows += [(game, agent, value, low, high, *ranks.get(agent, _UNKNOWN), reason, place)
                 for agent, value, low, high, reason, place in zip(*columns, strict=True)]
    return pd.DataFrame(rows, columns=COLUMNS)
