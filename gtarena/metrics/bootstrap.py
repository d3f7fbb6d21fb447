"""Bootstrap intervals of means and ratios over matches.

Matches that were dealt the same chance, such as the same cards with seats swapped, are not independent. They are one
unit: a resample draws whole units, each with all of its matches.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from gtarena.metrics.nra import advantage

RESAMPLES = 10_000
LEVEL = 0.95
FEWEST_UNITS = 6  # that an interval is drawn from; with fewer, no test of signs gets below 5 %: 2 / 2**5 is more
_COUNTS_AT_ONCE = 4_000_000

Numbers = npt.NDArray[np.float64]


def refuse_verdict(units: int) -> str:
    """Returns in words that so few units tell nothing, and how many would."""
    return f"no verdict from {units} {'deal' if units == 1 else 'deals'}: at least {FEWEST_UNITS} are needed"


def expanded_level(units: int, level: float = LEVEL) -> float:
    """Returns the level of a percentile interval of a mean that holds its true value with ``level``, from few units.

    Resamples of n units vary less than samples of n do, and less often by much: the interval is expanded by Student's t
    with n - 1 degrees of freedom (Hesterberg, The American Statistician 69, 2015, 371-386, section 5.3).
    """
    return student_level(units - 1, level, math.sqrt(units / (units - 1)))


@cache
def student_level(freedom: int, level: float = LEVEL, wider: float = 1.0) -> float:
    """Returns the level of a normal interval as wide as Student's t with these degrees of freedom has it, or wider."""
    from scipy.special import ndtr, stdtrit

    return float(1 - 2 * ndtr(-stdtrit(freedom, (1 + level) / 2) * wider))


@dataclass(frozen=True, eq=False)
class BootstrapEstimate:
    """Statistic of some matches, with its values in ``RESAMPLES`` samples of their units, drawn with replacement."""

    value: float
    resampled: Numbers
    matches: int
    units: int

    def interval(self, level: float = LEVEL) -> tuple[float, float]:
        """Returns the percentile interval with a level that is expanded for few units; NaN with less than the fewest.

        :func:`expanded_level` has the level, and ``FEWEST_UNITS`` is the fewest.
        """
        if self.units < FEWEST_UNITS:
            return math.nan, math.nan
        expanded = expanded_level(self.units, level)
        low, high = np.quantile(self.resampled, [(1 - expanded) / 2, (1 + expanded) / 2])
        return float(low), float(high)

    def negate(self) -> BootstrapEstimate:
        """Returns the estimate from the opponent's side, with the sign changed."""
        return BootstrapEstimate(0.0 - self.value, 0.0 - self.resampled, self.matches, self.units)


def estimate_ratio(parts: Numbers, seed: int, units: Sequence[Hashable]) -> BootstrapEstimate:
    """Estimates the sum of the first column over that of the second, or 0 if that is 0.

    Args:
        parts: a row per match.
        seed: seeds the resampling.
        units: the unit of each match; matches with the same one are drawn together.
    """
    numbers = {unit: number for number, unit in enumerate(dict.fromkeys(units))}
    sums_of_units = np.zeros((len(numbers), 2))
    np.add.at(sums_of_units, [numbers[unit] for unit in units], parts)
    sums = resampled_sums(sums_of_units, seed)
    return BootstrapEstimate(
        float(advantage(*parts.sum(axis=0))), advantage(sums[:, 0], sums[:, 1]), len(parts),
        len(numbers))


def resampled_sums(rows: Numbers, seed: int) -> Numbers:
    """Returns the sums of the columns in ``RESAMPLES`` samples of the rows, one per unit, drawn with replacement."""
    # Equal rows are drawn together: a resample is the number of times that each distinct row occurs in it.
    distinct, counts = np.unique(rows, axis=0, return_counts=True)
    generator, shares = np.random.default_rng(seed), counts / len(rows)
    # In parts, because all counts of a long log with many distinct rows would take gigabytes.
    size = max(1, _COUNTS_AT_ONCE // len(distinct))
    return np.concatenate([
        generator.multinomial(len(rows), shares, size=min(size, RESAMPLES - first)) @ distinct
        for first in range(0, RESAMPLES, size)])


def estimate_mean(numbers: Numbers, seed: int, units: Sequence[Hashable]) -> BootstrapEstimate:
    """Estimates the mean of a number per match; ``units`` are as in :func:`estimate_ratio`."""
    return estimate_ratio(np.column_stack([numbers, np.ones_like(numbers)]), seed, units)


def average_estimates(estimates: Sequence[BootstrapEstimate]) -> BootstrapEstimate:
    """Returns the unweighted mean of estimates that were resampled independently, as over games.

    Its ``units`` count one less for every further estimate, as each spends one on its own mean. Of a single unit nobody
    knows how far it varies, so that an average over one has no interval.
    """
    freedom = sum(each.units - 1 for each in estimates) if min(each.units for each in estimates) > 1 else 0
    return BootstrapEstimate(
        float(np.mean([each.value for each in estimates])),
        np.mean([each.resampled for each in estimates], axis=0),
        sum(each.matches for each in estimates), freedom + 1)
