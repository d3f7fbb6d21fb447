"""The correlation of radar area and win rate over challengers, by which the paper supports its measures (Figure 1)."""

from __future__ import annotations

from dataclasses import dataclass
from math import nan
from typing import TYPE_CHECKING

from gtarena.errors import UsageError
from gtarena.metrics.bootstrap import FEWEST_UNITS

if TYPE_CHECKING:
    import pandas as pd

LEAST_CHALLENGERS = 3


@dataclass(frozen=True)
class Correlation:
    """Pearson's ``r`` over the ``challengers`` that have both numbers, and the two-sided ``p`` of no correlation.

    A challenger is a unit, and ``p`` is NaN for fewer than ``FEWEST_UNITS``.
    """

    r: float
    p: float
    challengers: int


def correlation(abilities: pd.DataFrame) -> Correlation:
    """Returns the correlation of radar area and win rate.

    Args:
        abilities: the frame of :func:`gtarena.suites.magic.ability_frames.abilities_frame`.

    Raises:
        UsageError: fewer than three challengers have both numbers, or all have the same area or the same win rate.
    """
    known = abilities[["area", "win_rate"]].dropna()
    if len(known) < LEAST_CHALLENGERS:
        raise UsageError(f"needs {LEAST_CHALLENGERS} challengers with both, found {len(known)}: radar area and win "
                         "rate can be correlated after all five games with more models")
    if known.nunique().min() == 1:
        raise UsageError("needs challengers that differ: all have the same radar area, or all the same win rate")
    from scipy import stats

    found = stats.pearsonr(known["area"], known["win_rate"])
    p = float(found.pvalue) if len(known) >= FEWEST_UNITS else nan
    return Correlation(float(found.statistic), p, len(known))
