"""Bootstrap intervals of means and ratios over matches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from gtarena.metrics.leaderboard import advantage

RESAMPLES = 10_000
LEVEL = 0.95

Numbers = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Estimate:
    """Statistic of some matches, with its values in ``RESAMPLES`` samples drawn from them with replacement."""

    value: float
    resampled: Numbers
    matches: int

    def interval(self, level: float = LEVEL) -> tuple[float, float]:
        """Returns the percentile interval that holds the middle ``level`` of the resampled values."""
        low, high = np.quantile(self.resampled, [(1 - level) / 2, (1 + level) / 2])
        return float(low), float(high)

    def turned(self) -> Estimate:
        """Returns the estimate from the opponent's side, with the sign changed."""
        return Estimate(0.0 - self.value, 0.0 - self.resampled, self.matches)


def ratio(parts: Numbers, seed: int) -> Estimate:
    """Estimates the sum of the first column over that of the second, or 0 if that is 0, with a row per match."""
    # Equal rows are drawn together: a resample is the number of times that each distinct row occurs in it.
    distinct, counts = np.unique(parts, axis=0, return_counts=True)
    drawn = np.random.default_rng(seed).multinomial(len(parts), counts / len(parts), size=RESAMPLES)
    sums = drawn @ distinct
    return Estimate(float(advantage(*parts.sum(axis=0))), advantage(sums[:, 0], sums[:, 1]), len(parts))


def mean(numbers: Numbers, seed: int) -> Estimate:
    """Estimates the mean of a number per match."""
    return ratio(np.column_stack([numbers, np.ones_like(numbers)]), seed)


def average(estimates: Sequence[Estimate]) -> Estimate:
    """Returns the unweighted mean of estimates that were resampled independently, as over games."""
    return Estimate(
        float(np.mean([each.value for each in estimates])),
        np.mean([each.resampled for each in estimates], axis=0),
        sum(each.matches for each in estimates))
