"""Ranges of ratings in resamples, which are open-ended where a resample has no finite fit."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gtarena.metrics.ratings.linked_agents import find_reach, largest_groups
from gtarena.metrics.ratings.luce_spectral import Numbers, fit_all

EXACT = 1e-6  # ratings that differ by less are equal


@dataclass(frozen=True, eq=False)
class Ranges:
    """Lowest and highest ratings that the resamples allow, with a row per resample and a column per agent.

    Both are the same number where a resample has a fit, and infinite on the side on which it has no bound. They are NaN
    for an agent about which resamples say nothing.
    """

    lowest: Numbers
    highest: Numbers

    @classmethod
    def unknown(cls, resamples: int, agents: int) -> "Ranges":
        """Returns ranges of which nothing is known."""
        return cls(np.full((resamples, agents), np.nan), np.full((resamples, agents), np.nan))

    @classmethod
    def unbounded(cls, resamples: int, agents: int) -> "Ranges":
        """Returns ranges that are open-ended on both sides."""
        return cls(np.full((resamples, agents), -np.inf), np.full((resamples, agents), np.inf))

    @classmethod
    def joined(cls, parts: Sequence["Ranges"]) -> "Ranges":
        """Returns the ranges of some resamples and of others after them."""
        return cls(np.concatenate([part.lowest for part in parts]), np.concatenate([part.highest for part in parts]))

    def put(self, agents: Sequence[int], ranges: "Ranges") -> None:
        """Puts the ranges of some agents in their columns."""
        self.lowest[:, agents], self.highest[:, agents] = ranges.lowest, ranges.highest

    def relative_to(self, agent: int) -> "Ranges":
        """Returns the ranges of the differences from one agent, resample by resample; its own are 0."""
        with np.errstate(invalid="ignore"):  # of two infinite ratings the difference may be anything
            low, high = self.lowest - self.highest[:, [agent]], self.highest - self.lowest[:, [agent]]
        known = ~np.isnan(self.lowest) & ~np.isnan(self.lowest[:, [agent]])
        low[known & np.isnan(low)], high[known & np.isnan(high)] = -np.inf, np.inf
        low[:, agent] = high[:, agent] = np.where(known[:, agent], 0.0, np.nan)
        return Ranges(low, high)

    def interval(self, level: float) -> tuple[Numbers, Numbers]:
        """Returns both ends of every agent's percentile interval, which holds the middle ``level`` of resamples.

        An end is infinite if too many resamples have no bound on its side, and NaN if nothing is known.
        """
        if not len(self.lowest):
            return np.full(self.lowest.shape[1], np.nan), np.full(self.lowest.shape[1], np.nan)
        (low, _), (_, high) = _quantiles(self.lowest, (1 - level) / 2), _quantiles(self.highest, (1 + level) / 2)
        # A lower end at infinity would leave out the fit: so scattered, resamples bound nothing.
        return np.where(low == np.inf, -np.inf, low), np.where(high == -np.inf, np.inf, high)

    def are_alike(self, values: Numbers) -> bool:
        """Returns whether every resample gives the same ratings, or none."""
        same = np.abs(self.lowest - values) < EXACT
        return bool((same | (np.isneginf(self.lowest) & np.isposinf(self.highest))).all())


def _quantiles(values: Numbers, share: float) -> tuple[Numbers, Numbers]:
    """Returns a quantile of each column by interpolation, or the two values that it is between if one is infinite."""
    place = share * (len(values) - 1)
    first = int(place)
    second = min(first + 1, len(values) - 1)
    sorted_there = np.partition(values, [first, second], axis=0)
    lower, higher = sorted_there[first], sorted_there[second]
    finite = np.isfinite(lower) & np.isfinite(higher)
    with np.errstate(invalid="ignore"):
        between = lower + (higher - lower) * (place - first)
    return np.where(finite, between, lower), np.where(finite, between, higher)


def fit_ranges(wins: Numbers, values: Numbers) -> Ranges:
    """Returns the ranges of the maximum-likelihood ratings in every resample.

    A resample rates the largest group of agents that all scored against each other in it; their mean is the one that
    they have in ``values``. Those that only won against them are at plus infinity, those that only lost at minus
    infinity, and those that are not compared with them anywhere (Ford, 1957). Without a largest group this holds
    against all others.

    Args:
        wins: matrices of scores of agents against agents, one per resample.
        values: the ratings by all matches.
    """
    reach = find_reach(wins > 0)
    mutual = reach & reach.transpose(0, 2, 1)
    rated = largest_groups(reach)
    others = (rated | ~rated.any(axis=1, keepdims=True))[:, None, :] & ~mutual
    above, below = (reach & others).any(axis=2), (reach.transpose(0, 2, 1) & others).any(axis=2)
    fits = fit_all(wins, 0.0, values, rated)
    return Ranges(np.where(rated, fits, np.where(above & ~below, np.inf, -np.inf)),
                  np.where(rated, fits, np.where(below & ~above, -np.inf, np.inf)))
