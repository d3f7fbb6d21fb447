"""Forest plot of ratings: where estimates and their intervals stand on one axis, as shares of its length."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gtarena.formatting import format_number

MOST_TICKS = 6
_ROOM = 0.04  # of the axis at either end
_LEAST_SPREAD = 1e-6  # of ratings that differ by more than rounding


@dataclass(frozen=True)
class ForestRow:
    """Places on the axis, from 0 to 100: the ends of the interval, and the estimate.

    ``at`` is ``None`` without an estimate, and ``low`` and ``high`` are without an interval or a bound. An end without
    a bound is at the end of the axis, and ``open_low`` or ``open_high``.
    """

    at: float | None
    low: float | None
    high: float | None
    open_low: bool = False
    open_high: bool = False


@dataclass(frozen=True)
class Forest:
    """Rows of the plot, with the places of the ticks and their labels."""

    rows: Sequence[ForestRow]
    ticks: Sequence[tuple[float, str]]


def plot_ratings(
    rows: Sequence[Mapping[str, Any]], show_tick: Callable[[float], str] = format_number
) -> Forest | None:
    """Returns the plot of the ratings of leaderboard rows, on an axis that holds all of them; ``None`` without any.

    The axis starts at 0 if none of them is below.
    """
    numbers: list[float] = [
        row[column] for row in rows for column in ("rating", "low_95", "high_95") if math.isfinite(row[column])]
    if not numbers:
        return None
    low, high = min(*numbers, 0.0), max(*numbers, 0.0)
    room = _ROOM * (high - low if high - low > _LEAST_SPREAD else 1.0)
    low, high = low - room if low < 0 else 0.0, high + room

    def place(value: float) -> float:
        return round(100 * (value - low) / (high - low), 2)

    return Forest([_row(row, place) for row in rows],
                  [(place(tick), show_tick(tick)) for tick in _find_ticks(low, high)])


def _row(row: Mapping[str, Any], place: Callable[[float], float]) -> ForestRow:
    at, low, high = row["rating"], row["low_95"], row["high_95"]
    return ForestRow(
        None if math.isnan(at) else place(at),
        None if math.isnan(low) else place(low) if math.isfinite(low) else 0.0,
        None if math.isnan(high) else place(high) if math.isfinite(high) else 100.0,
        math.isinf(low), math.isinf(high))


def _find_ticks(low: float, high: float) -> list[float]:
    """Returns multiples of 1, 2 or 5 times a power of ten from ``low`` to ``high``, ``MOST_TICKS`` at most."""
    power = 10.0 ** math.floor(math.log10((high - low) / MOST_TICKS))
    step = next(size for times in (1, 2, 5, 10)
                if math.floor(high / (size := times * power)) - math.ceil(low / size) < MOST_TICKS)
    return [number * step for number in range(math.ceil(low / step), math.floor(high / step) + 1)]
