"""Shares of wins, with Wilson's interval for them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist, fmean
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd

LEVEL = 0.95


@dataclass(frozen=True)
class WinShare:
    """Share of wins, from 0 to 1, with the ends of its 95 % interval, and the number of matches behind it."""

    share: float
    low: float
    high: float
    matches: int


def win_share(wins: Sequence[float]) -> WinShare:
    """Returns the share of wins with Wilson's interval (1927).

    Parts of wins, such as the halves of ties, vary less than whole ones with the same mean, so that the interval is on
    the safe side for them.

    Args:
        wins: of every match, from 0 to 1; at least one.
    """
    number, share, z = len(wins), fmean(wins), NormalDist().inv_cdf((1 + LEVEL) / 2)
    shrink = 1 + z * z / number
    centre = (share + z * z / (2 * number)) / shrink
    reach = z * sqrt(share * (1 - share) / number + (z / (2 * number)) ** 2) / shrink
    return WinShare(share, max(centre - reach, 0.0), min(centre + reach, 1.0), number)


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
        found.setdefault(str(game), []).append(win_share(side["won"].tolist()))
    return found
