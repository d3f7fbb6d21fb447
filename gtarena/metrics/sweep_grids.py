"""Grids: scores over the values of two settings, where lines for one of them would be too many for a plot."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gtarena.metrics.sweeps import Line, Sweep, lines_over, varied_settings, with_factors

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Grid:
    """Lines over the values of one setting, one for each agent, game and value of the ``other`` setting.

    ``pooled`` are settings over whose values the scores are means.
    """

    setting: str
    other: str
    lines: tuple[Line, ...]
    pooled: tuple[str, ...] = ()


def grids(seats: pd.DataFrame, sweeps: Sequence[Sweep]) -> list[Grid]:
    """Returns a grid for every two settings of which the lines of a sweep are means over one.

    Args:
        seats: the frame of :func:`gtarena.metrics.frames.seats_frame`.
        sweeps: what :func:`gtarena.metrics.sweeps.sweeps` returns for it.
    """
    pairs = sorted({tuple(sorted((sweep.setting, other))) for sweep in sweeps for other in sweep.pooled})
    return list(_grids(seats, pairs)) if pairs else []


def _grids(seats: pd.DataFrame, pairs: Sequence[tuple[str, ...]]) -> Iterator[Grid]:
    rows = with_factors(seats)
    varied = varied_settings(rows)
    for other, setting in pairs:
        crossed = {key: frozenset({other}) for key, names in varied.items() if {other, setting} <= names}
        if crossed:
            everything = set(itertools.chain.from_iterable(varied[key] for key in crossed))
            yield Grid(setting, other, lines_over(rows, setting, crossed), tuple(sorted(everything - {other, setting})))
