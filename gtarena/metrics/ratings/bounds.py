"""One-sided bounds of the ratings of agents that won, or lost, everything.

Their likelihood has no maximum, but the matches bound their ratings all the same. An agent that won everything is rated
at least r if winning everything has a probability of 5 % at r, and less below: the one-sided bound of Clopper and
Pearson (1934), with the probabilities of the Bradley-Terry model in place of one share. All such bounds together are a
confidence distribution (Xie and Singh, 2013), of which every resample draws one, against the ratings that opponents
have in it. Its median, at which winning everything is as likely as not, is the estimate of exact logistic regression
where the likelihood has no maximum (Hirji, Tsiatis and Mehta, 1989); such agents stand there in tables.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from gtarena.metrics.ratings.luce_spectral import Members, Numbers
from gtarena.metrics.ratings.ranges import Ranges

if TYPE_CHECKING:
    import pandas as pd

MOST_ITERATIONS = 100
TOLERANCE = 1e-9


def count_trials(pairs: pd.DataFrame, agents: Sequence[str]) -> Numbers:
    """Returns how many independent wins, ties apart, each two agents have in their matches: a symmetric matrix.

    A unit of matches (``match_units.py``) counts as one, and so do the opponents in a match of several teams by their
    weights: wins that go along with each other tell no more than one. Games are not weighed.

    Args:
        pairs: a frame of :func:`gtarena.metrics.ratings.score_pairs.score_pairs`.
        agents: names of all agents, in the order of the matrix.
    """
    decided = pairs[pairs["score"] != 0.5]
    matches = decided.groupby(["game", "unit", "table"])["match_id"].transform("nunique")
    number = {name: place for place, name in enumerate(agents)}
    first, second = (decided[side].map(number).to_numpy(dtype=np.int64) for side in ("first", "second"))
    trials = np.zeros((len(agents), len(agents)))
    np.add.at(trials, (first, second), (decided["weight"] / matches).to_numpy(dtype=np.float64))
    return trials + trials.T


def draw_lower_bounds(opponents: Numbers, trials: Numbers, tails: Numbers) -> Numbers:
    """Returns the ratings at which an agent wins all its matches with given probabilities.

    Args:
        opponents: their ratings, with a row per draw.
        trials: number of matches against each of them.
        tails: the probability of each draw, between 0 and 1.
    """
    logs = np.log(tails)
    # A start below the solution, from which Newton's steps only rise, as the logarithm is concave: all as the weakest.
    found: Numbers = opponents.min(axis=1) - np.log(np.expm1(-logs / trials.sum()))
    for _ in range(MOST_ITERATIONS):
        gaps = found[:, None] - opponents
        steps = (logs + (trials * np.logaddexp(0, -gaps)).sum(axis=1)) / (trials / (1 + np.exp(gaps))).sum(axis=1)
        found = found + steps
        if np.abs(steps).max(initial=0.0) < TOLERANCE:
            break
    return found


def put_bounds(ranges: Ranges, values: Numbers, wins: Numbers, trials: Numbers, seed: int) -> None:
    """Puts into the ranges the bounds of the agents that won, or lost, everything against rated ones.

    Args:
        ranges: of all agents, with those of the rated ones. Where an opponent has no finite rating in a resample, the
            one by all matches stands in.
        values: ratings by all matches, NaN for agents that have none.
        wins: matrix of the scores of agents against agents.
        trials: matrix of :func:`count_trials`.
        seed: seeds the draw of probabilities.
    """
    opponents = np.where(np.isfinite(ranges.lowest), ranges.lowest, values)
    tails = (np.random.default_rng(seed).permutation(len(opponents)) + 0.5) / max(len(opponents), 1)
    for agent, met, sign in _list_sweeps(values, wins):
        bounds = sign * draw_lower_bounds(sign * opponents[:, met], trials[agent, met], tails)[:, None]
        open_end = np.full_like(bounds, sign * np.inf)
        ranges.put([agent], Ranges(*((bounds, open_end) if sign > 0 else (open_end, bounds))))


def place_agents(values: Numbers, wins: Numbers, trials: Numbers) -> Numbers:
    """Returns where agents stand in tables: at their rating, at the median of their bounds, or NaN.

    The arguments are those of :func:`put_bounds`.
    """
    places = values.copy()
    for agent, met, sign in _list_sweeps(values, wins):
        median = draw_lower_bounds(sign * values[None, met], trials[agent, met], np.array([0.5]))
        places[agent] = sign * median[0]
    return places


def _list_sweeps(values: Numbers, wins: Numbers) -> Iterator[tuple[int, Members, float]]:
    """Yields the agents that only won or only lost against rated ones, whom they met, and 1 or -1."""
    rated = ~np.isnan(values)
    for agent in np.flatnonzero(~rated).tolist():
        met = rated & (wins[agent] + wins[:, agent] > 0)
        if met.any():
            yield agent, met, 1.0 if wins[agent, met].any() else -1.0
