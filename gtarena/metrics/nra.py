"""Normalised relative advantage (NRA; GTBench, Eq. 1) of agents in games of two teams."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from gtarena.metrics.teams import between_different, with_opponents

if TYPE_CHECKING:
    import pandas as pd


def nra_by(seats: pd.DataFrame, keys: Sequence[str]) -> pd.Series:
    """Returns the normalised relative advantage (GTBench, Eq. 1) of every group of seats, from -1 to 1.

    ``(sum f_i - sum f_o) / (sum |f_i| + sum |f_o|)``, where ``f_i`` is the return of the agent and ``f_o`` that of its
    opponent, and each sum is over the group's matches. It is 0 if all returns are 0. Only matches of two different
    agents in games of two teams count, and only with returns; groups without such matches are left out.
    """
    sums = with_stakes(_duels(seats)).groupby(list(keys))[["gain", "size"]].sum()
    return sums.assign(nra=advantage(sums["gain"], sums["size"]))["nra"]


def with_stakes(duels: pd.DataFrame) -> pd.DataFrame:
    """Adds ``gain`` and ``size``, the terms in the two sums of :func:`nra_by`, to rows of :func:`with_opponents`."""
    own, other = duels["return"], duels["return_opponent"]
    return duels.assign(gain=own - other, size=own.abs() + other.abs())


def advantage(gains: npt.ArrayLike, sizes: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """Returns sums of gains over sums of sizes, or 0 where the size is 0."""
    above, below = np.asarray(gains, dtype=np.float64), np.asarray(sizes, dtype=np.float64)
    return np.divide(above, below, out=np.zeros_like(above), where=below > 0)


def _duels(seats: pd.DataFrame) -> pd.DataFrame:
    """Returns the rows with a return, against another agent, in games of two teams."""
    return between_different(with_opponents(seats[seats["return"].notna()]))
