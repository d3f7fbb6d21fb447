"""Normalised relative advantage (NRA) and other means by game, agent and opponent, with bootstrap intervals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from gtarena.metrics.bootstrap import Estimate, average, mean, ratio
from gtarena.metrics.leaderboard import with_stakes
from gtarena.seeds import derive

if TYPE_CHECKING:
    import pandas as pd

DUEL = ["game", "who", "who_opponent"]
Duel = tuple[str, str, str]  # values of the columns DUEL


def nra_by_duel(seats: pd.DataFrame) -> dict[Duel, Estimate]:
    """Returns the NRA of every agent against every opponent in every game.

    :func:`gtarena.metrics.leaderboard.nra_by` defines NRA.

    Args:
        seats: the frame of :meth:`gtarena.suites.gtbench.results.MatchFrames.valid`.
    """
    found: dict[Duel, Estimate] = {}
    for (game, who, opponent), group in _by_duel(with_stakes(seats)):
        if who < opponent:  # the opponent's estimate is the negative, in every resample
            parts, seed = group[["gain", "size"]].to_numpy(), derive("nra", game, who, opponent)
            found[game, who, opponent] = ratio(parts, seed, list(group["unit"]))
            found[game, opponent, who] = found[game, who, opponent].turned()
    return found


def means_by_duel(measured: pd.DataFrame, metric: str) -> dict[Duel, Estimate]:
    """Returns the mean of a metric over matches, by game, agent and opponent.

    A match of an agent with itself counts with the mean over its seats.

    Args:
        measured: the frame ``measured`` of :class:`gtarena.suites.gtbench.results.MatchFrames`.
        metric: a metric in that frame.
    """
    chosen = measured[measured["metric"] == metric]
    matches = chosen.groupby([*DUEL, "unit", "match_id"])[["value"]].mean().reset_index()
    return {duel: mean(group["value"].to_numpy(), derive(metric, *duel), list(group["unit"]))
            for duel, group in _by_duel(matches)}


def _by_duel(rows: pd.DataFrame) -> Iterator[tuple[Duel, pd.DataFrame]]:
    for names, group in rows.groupby(DUEL):
        game, who, opponent = map(str, names)
        yield (game, who, opponent), group


def average_over(games: Iterable[str], by_game: Mapping[str, Estimate]) -> Estimate | None:
    """Returns the average over games, or ``None`` if one is missing: agents are compared on the same games only."""
    wanted = list(games)
    if not wanted or not all(game in by_game for game in wanted):
        return None
    return average([by_game[game] for game in wanted])
