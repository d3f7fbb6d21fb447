"""Normalised relative advantage and other means by game, agent and opponent, with bootstrap intervals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from gtarena.metrics.bootstrap import Estimate, average, mean, ratio
from gtarena.metrics.leaderboard import with_stakes
from gtarena.seeds import derive

if TYPE_CHECKING:
    import pandas as pd

Duel = tuple[str, str, str]  # what the columns of DUEL say
DUEL = ["game", "who", "who_opponent"]


def nra(seats: pd.DataFrame) -> dict[Duel, Estimate]:
    """NRA of every agent against every opponent in every game (see :func:`gtarena.metrics.leaderboard.nra_by`).

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
