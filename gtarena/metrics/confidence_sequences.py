"""Confidence sequences of a ratio of sums: intervals that hold however often one looks, and whenever one stops.

Units come one after the other, each with a gain and a size, of which the gain is at most the size. Whoever bets that
the ratio is above a value, and it is not, cannot expect to win: the capital reaches 1/a with a probability of a at most
(Ville). The interval has the values against which neither side has won enough. This is the hedged capital of
Waudby-Smith and Ramdas (J. R. Stat. Soc. B 86, 2024, 1-27, Theorem 3), with ``gain - ratio * size``, whose mean is 0
at the true ratio, in place of an observation minus its mean. Bets are fixed before the unit is seen. The paper bets
one amount; here the capital is split among bets that suit small and large differences, because a run does not know how
large they are.
"""

from __future__ import annotations

import math

import numpy as np

from gtarena.metrics.bootstrap import LEVEL, Numbers

EFFECTS = (0.1, 0.25, 0.7)  # in standard deviations; a bet of so much per standard deviation suits such a difference
TRUNCATION = 0.75  # share of the capital that a bet may lose; the paper recommends 1/2 or 3/4
FIRST_VARIANCE = 0.25  # in squares of the bound, counted as one unit: the paper's
_TOLERANCE = 1e-6


def ratio_interval(gains: Numbers, sizes: Numbers, bound: float, level: float = LEVEL) -> tuple[float, float]:
    """Returns the ends of the interval of the mean gain over the mean size after all units, from -1 to 1.

    With the probability ``level`` the intervals after every number of units hold the ratio, all of them.

    Args:
        gains: a number per unit, in the order in which they were played.
        sizes: the largest gain that the unit could have had.
        bound: the largest size that any unit can have. If the numbers are beyond it, both ends are NaN.
    """
    if not _within(gains, sizes, bound):
        return math.nan, math.nan
    needed = math.log(2 / (1 - level))
    return _lower_end(gains, sizes, bound, needed), -_lower_end(-gains, sizes, bound, needed)


def ratio_p(gains: Numbers, sizes: Numbers, bound: float) -> float:
    """Returns the p-value of a ratio of 0, which holds whenever one stops; arguments are as for the interval.

    It is the inverse of the most that either side has won so far, as both are half of the bets. If the numbers are
    beyond the bound it is NaN.
    """
    if not _within(gains, sizes, bound):
        return math.nan
    most = max(float(_log_capital(signed, sizes, bound, 0.0).max()) for signed in (gains, -gains))
    return min(1.0, 2 * math.exp(-most))


def _within(gains: Numbers, sizes: Numbers, bound: float) -> bool:
    allowed = bound * (1 + _TOLERANCE)
    possible = (np.abs(gains) <= sizes + allowed * _TOLERANCE) & (sizes <= allowed)
    return 0 < bound < math.inf and bool(possible.all())


def _lower_end(gains: Numbers, sizes: Numbers, bound: float, needed: float) -> float:
    from scipy.optimize import brentq

    def won(ratio: float) -> float:
        return float(_log_capital(gains, sizes, bound, ratio)[-1]) - needed

    # Every factor of the capital falls as the ratio rises, also where the bet is cut. At 1 nothing can be won.
    return -1.0 if won(-1.0) < 0 else float(brentq(won, -1.0, 1.0, xtol=_TOLERANCE))


def _log_capital(gains: Numbers, sizes: Numbers, bound: float, ratio: float) -> Numbers:
    """Returns the logarithm, after each unit, of the capital of bets that the true ratio is above this one."""
    largest = TRUNCATION / max(bound * (1 + ratio), 1e-300)
    bets = np.minimum(_bets(gains, sizes, bound), largest)
    logs = np.cumsum(np.log1p(bets * (gains - ratio * sizes)), axis=1)
    capital: Numbers = np.logaddexp.reduce(logs, axis=0) - math.log(len(EFFECTS))
    return capital


def _bets(gains: Numbers, sizes: Numbers, bound: float) -> Numbers:
    """Returns a row per effect with the bet on each unit, which the units before it decide."""
    # Before the first unit the ratio is 0.
    totals = np.maximum(np.cumsum(sizes), np.finfo(float).tiny)
    ratios = np.concatenate([[0.0], (np.cumsum(gains) / totals)[:-1]])
    squares = np.concatenate([[FIRST_VARIANCE * bound**2], ((gains - ratios * sizes) ** 2)[:-1]])
    deviations = np.sqrt(np.cumsum(squares) / np.arange(1, len(gains) + 1))
    return np.outer(EFFECTS, 1 / deviations)
