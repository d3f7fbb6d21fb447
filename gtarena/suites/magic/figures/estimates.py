"""Means over matches in per cent or points, with their intervals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from gtarena.metrics.bootstrap import estimate_ratio
from gtarena.reports.figures.dot_plots import Dot
from gtarena.seeds import derive

if TYPE_CHECKING:
    import pandas as pd

DEAL = ("label", "unit")  # matches that are equal in these were dealt the same chance, and are drawn together
MATCH = ("match_id",)  # in a game without chance every match is drawn by itself


def mean_dot(matches: pd.DataFrame, column: str, factor: float, together: Sequence[str]) -> Dot:
    """Returns a factor times the mean of a column, with its 95 % interval.

    Args:
        matches: rows of the frame of matches, at least one.
        column: a number of each match.
        factor: 100 for a share in per cent.
        together: the columns of which ``DEAL`` and ``MATCH`` speak.
    """
    return ratio_dot(matches.assign(matches=1), (column, "matches"), factor, together)


def ratio_dot(matches: pd.DataFrame, columns: tuple[str, str], factor: float, together: Sequence[str]) -> Dot:
    """Returns a factor times the sum of the first column over that of the second, as :func:`mean_dot` does."""
    parts = matches[list(columns)].to_numpy(np.float64)
    units = list(matches[list(together)].itertuples(index=False, name=None))
    found = estimate_ratio(parts, derive(*columns, str(matches["challenger"].iloc[0])), units)
    low, high = found.interval()
    return Dot(factor * found.value, factor * low, factor * high)
