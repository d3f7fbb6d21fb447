"""Means over matches in per cent or points, with their intervals."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gtarena.metrics.bootstrap import estimate_ratio
from gtarena.reports.figures.dot_plots import Dot
from gtarena.seeds import derive
from gtarena.suites.magic.belief_pairs import DEAL

if TYPE_CHECKING:
    import pandas as pd


def mean_dot(matches: pd.DataFrame, column: str, factor: float) -> Dot:
    """Returns a factor times the mean of a column, with its 95 % interval, for which a deal is one unit.

    Args:
        matches: rows of the frame of matches, at least one.
        column: a number of each match.
        factor: 100 for a share in per cent.
    """
    return ratio_dot(matches.assign(matches=1), (column, "matches"), factor)


def ratio_dot(matches: pd.DataFrame, columns: tuple[str, str], factor: float) -> Dot:
    """Returns a factor times the sum of the first column over that of the second, as :func:`mean_dot` does."""
    parts = matches[list(columns)].to_numpy(np.float64)
    units = list(matches[DEAL].itertuples(index=False, name=None))
    found = estimate_ratio(parts, derive(*columns, str(matches["challenger"].iloc[0])), units)
    low, high = found.interval()
    return Dot(factor * found.value, factor * low, factor * high)
