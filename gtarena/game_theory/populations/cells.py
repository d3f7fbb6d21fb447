"""Cells and rows of the tables of populations."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from gtarena.reports.tables import Cell

if TYPE_CHECKING:
    import pandas as pd


def known_cell(value: float, digits: int, low: float | None = None, high: float | None = None) -> Cell | None:
    """Returns the cell of a value with its interval, ``None`` for NaN."""
    return None if math.isnan(value) else Cell(value, low=low, high=high, digits=digits)


def rows_of(frame: pd.DataFrame) -> list[Any]:
    """Returns the rows of a frame, each with its columns as attributes."""
    return list(frame.itertuples())
