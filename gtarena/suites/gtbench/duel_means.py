"""Means of measures by game, agent and opponent, and averages over games, with bootstrap intervals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from gtarena.metrics.bootstrap import BootstrapEstimate, average_estimates, estimate_mean
from gtarena.metrics.duels import DUEL, Duel
from gtarena.seeds import derive

if TYPE_CHECKING:
    import pandas as pd


def means_by_duel(measured: pd.DataFrame, metric: str) -> dict[Duel, BootstrapEstimate]:
    """Returns the mean of a metric over matches, by game, agent and opponent.

    A match of an agent with itself counts with the mean over its seats.

    Args:
        measured: the frame ``measured`` of :class:`gtarena.suites.gtbench.results.MatchFrames`.
        metric: a metric in that frame.
    """
    chosen = measured[measured["metric"] == metric]
    matches = chosen.groupby([*DUEL, "unit", "match_id"])[["value"]].mean().reset_index()
    return {duel: estimate_mean(group["value"].to_numpy(), derive(metric, *duel), list(group["unit"]))
            for duel, group in _by_duel(matches)}


def _by_duel(rows: pd.DataFrame) -> Iterator[tuple[Duel, pd.DataFrame]]:
    for names, group in rows.groupby(DUEL):
        game, who, opponent = map(str, names)
        yield (game, who, opponent), group


def average_over(games: Iterable[str], by_game: Mapping[str, BootstrapEstimate]) -> BootstrapEstimate | None:
    """Returns the average over games, or ``None`` if one is missing: agents are compared on the same games only."""
    wanted = list(games)
    if not wanted or not all(game in by_game for game in wanted):
        return None
    return average_estimates([by_game[game] for game in wanted])
