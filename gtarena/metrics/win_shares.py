"""Shares of wins, with Wilson's interval for them."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from statistics import NormalDist, fmean
from typing import TYPE_CHECKING

from gtarena.metrics import bootstrap

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class WinShare:
    """Share of wins, from 0 to 1, with the ends of its 95 % interval, and the number of matches behind it.

    The ends are NaN for fewer than ``FEWEST_UNITS``.
    """

    share: float
    low: float
    high: float
    matches: int


def win_share(wins: Sequence[float], units: Sequence[Hashable]) -> WinShare:
    """Returns the share of wins with Wilson's interval (1927), in which the mean of each unit counts once.

    Parts of wins, such as the halves of ties, vary less than whole ones with the same mean, so that the interval is on
    the safe side for them, also where all units ended alike.

    Args:
        wins: of every match, from 0 to 1; at least one.
        units: the unit of each match, the same for matches that were dealt the same chance.
    """
    by_unit: dict[Hashable, list[float]] = {}
    for won, unit in zip(wins, units, strict=True):
        by_unit.setdefault(unit, []).append(won)
    number, share = len(by_unit), fmean(map(fmean, by_unit.values()))
    if number < bootstrap.FEWEST_UNITS:
        return WinShare(share, math.nan, math.nan, len(wins))
    z = NormalDist().inv_cdf((1 + bootstrap.LEVEL) / 2)
    shrink = 1 + z * z / number
    centre = (share + z * z / (2 * number)) / shrink
    reach = z * math.sqrt(share * (1 - share) / number + (z / (2 * number)) ** 2) / shrink
    return WinShare(share, max(centre - reach, 0.0), min(centre + reach, 1.0), len(wins))


def side_shares(seats: pd.DataFrame) -> dict[str, list[WinShare]]:
    """Returns the shares of wins of each game's sides over all agents, in the order of the sides' first seats.

    A side is a team. Sides that are best together share the win. Matches without results count for nothing.

    Args:
        seats: the frame of :func:`gtarena.metrics.frames.seats_frame`.
    """
    sides = seats[seats["result"].notna()].drop_duplicates(["match_id", "team"])
    best = sides["result"] != "loss"
    wins = sides.assign(won=best / best.groupby(sides["match_id"]).transform("sum"))
    found: dict[str, list[WinShare]] = {}
    for (game, _), side in wins.groupby(["game", "team"]):
        found.setdefault(str(game), []).append(win_share(side["won"].tolist(), side["unit"].tolist()))
    return found
