"""Normalised relative advantage and other means over matches, with bootstrap intervals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from gtarena.metrics import advantage, with_stakes
from gtarena.seeds import derive

if TYPE_CHECKING:
    import pandas as pd

RESAMPLES = 10_000
LEVEL = 0.95

Numbers = npt.NDArray[np.float64]
Duel = tuple[str, str, str]  # what the columns of DUEL say
DUEL = ["game", "who", "who_opponent"]


@dataclass(frozen=True, eq=False)
class Estimate:
    """A statistic of some matches, and its values in ``RESAMPLES`` samples drawn from them with replacement."""

    value: float
    resampled: Numbers
    matches: int

    def interval(self, level: float = LEVEL) -> tuple[float, float]:
        """The percentile interval, which holds the middle ``level`` of the resampled values."""
        low, high = np.quantile(self.resampled, [(1 - level) / 2, (1 + level) / 2])
        return float(low), float(high)

    def turned(self) -> Estimate:
        """The same from the opponent's side."""
        return Estimate(0.0 - self.value, 0.0 - self.resampled, self.matches)


def ratio(parts: Numbers, seed: int) -> Estimate:
    """The sum of the first column over that of the second, 0 where that is 0, with a row per match."""
    # Matches that ended alike are one thing to draw: a resample is how often each of these occurs in it.
    distinct, counts = np.unique(parts, axis=0, return_counts=True)
    drawn = np.random.default_rng(seed).multinomial(len(parts), counts / len(parts), size=RESAMPLES)
    sums = drawn @ distinct
    return Estimate(float(advantage(*parts.sum(axis=0))), advantage(sums[:, 0], sums[:, 1]), len(parts))


def mean(numbers: Numbers, seed: int) -> Estimate:
    """The mean of a number per match."""
    return ratio(np.column_stack([numbers, np.ones_like(numbers)]), seed)


def average(estimates: Sequence[Estimate]) -> Estimate:
    """The unweighted mean of estimates that were resampled independently, as over games."""
    return Estimate(
        float(np.mean([each.value for each in estimates])),
        np.mean([each.resampled for each in estimates], axis=0),
        sum(each.matches for each in estimates))


def nra(seats: pd.DataFrame) -> dict[Duel, Estimate]:
    """NRA of every agent against every opponent in every game (see :func:`gtarena.metrics.nra`).

    Args:
        seats: what :meth:`gtarena.suites.gtbench.results.Results.valid` gives.
    """
    found: dict[Duel, Estimate] = {}
    for (game, who, opponent), group in _by_duel(with_stakes(seats)):
        if who < opponent:  # the other half is the same with the sign turned, to the last resample
            found[game, who, opponent] = ratio(group[["gain", "size"]].to_numpy(), derive("nra", game, who, opponent))
            found[game, opponent, who] = found[game, who, opponent].turned()
    return found


def means(measured: pd.DataFrame, metric: str) -> dict[Duel, Estimate]:
    """The mean over matches of one of the measures of :class:`gtarena.suites.gtbench.results.Results`.

    Where an agent met itself, a match is worth the mean of its seats.
    """
    chosen = measured[measured["metric"] == metric]
    matches = chosen.groupby([*DUEL, "match_id"])[["value"]].mean().reset_index()
    return {duel: mean(group["value"].to_numpy(), derive(metric, *duel)) for duel, group in _by_duel(matches)}


def _by_duel(rows: pd.DataFrame) -> Iterator[tuple[Duel, pd.DataFrame]]:
    for names, group in rows.groupby(DUEL):
        game, who, opponent = map(str, names)
        yield (game, who, opponent), group


def average_over(games: Iterable[str], by_game: Mapping[str, Estimate]) -> Estimate | None:
    """The average over games; nothing if one is missing, for agents are compared on the same games or not at all."""
    wanted = list(games)
    if not wanted or not all(game in by_game for game in wanted):
        return None
    return average([by_game[game] for game in wanted])
