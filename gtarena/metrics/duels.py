"""Duels: matches of two teams between different agents, with the NRA of each pairing and its bootstrap interval."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gtarena.metrics.bootstrap import BootstrapEstimate, average_estimates, estimate_ratio
from gtarena.metrics.frames import FAILURES
from gtarena.metrics.nra import with_stakes
from gtarena.metrics.ratings.score_pairs import names_in
from gtarena.metrics.teams import AGENT_COLUMNS, IN_TEAM, OPPONENT_COLUMNS, between_different, with_opponents
from gtarena.seeds import derive

if TYPE_CHECKING:
    import pandas as pd

DUEL = ["game", "who", "who_opponent"]
Duel = tuple[str, str, str]  # values of the columns DUEL
OVERALL = ""  # in the place of a game, stands for all of them


@dataclass(frozen=True, eq=False)
class Pairing:
    """Agent against an opponent: NRA, share of wins (draws are half wins), and what stands beside a score.

    ``nra``, whose 95 % interval goes from ``low`` to ``high``, and ``win_rate`` cover the ``valued`` matches, those
    that have returns, and are NaN without any; fewer than ``FEWEST_UNITS`` deals have no interval.
    ``illegal_rate`` is the share of the agent's replies in all ``matches`` that gave no legal move, NaN without a
    model, and ``unfinished`` counts the matches that did not finish.
    """

    nra: float
    low: float
    high: float
    win_rate: float
    valued: int
    matches: int
    unfinished: int
    illegal_rate: float


def nra_by_duel(duels: pd.DataFrame) -> dict[Duel, BootstrapEstimate]:
    """Returns the NRA of every agent against every opponent in every game.

    :func:`gtarena.metrics.nra.nra_by` defines NRA.

    Args:
        duels: rows of :func:`gtarena.metrics.teams.with_opponents` with returns, between different agents, whose
            names are in ``who`` and ``who_opponent``.
    """
    found: dict[Duel, BootstrapEstimate] = {}
    for names, group in with_stakes(duels).groupby(DUEL):
        game, who, opponent = map(str, names)
        if who < opponent:  # the opponent's estimate is the negative, in every resample
            parts, seed = group[["gain", "size"]].to_numpy(), derive("nra", game, who, opponent)
            found[game, who, opponent] = estimate_ratio(parts, seed, list(group["unit"]))
            found[game, opponent, who] = found[game, who, opponent].negate()
    return found


def pairings(seats: pd.DataFrame) -> dict[Duel, Pairing]:
    """Returns every pairing of agents in every game of two teams, and under ``OVERALL`` over all games.

    Over all games the NRA is the mean over the games, and the other shares are those of all matches together.

    Args:
        seats: the frame of :func:`gtarena.metrics.frames.seats_frame`.
    """
    duels, found = _name_teams(seats), dict[Duel, Pairing]()
    sums = _sums(duels) | _sums(duels.assign(game=OVERALL))
    for _, met in duels[duels["who"] < duels["who_opponent"]].groupby(DUEL[1:]):
        # One pair of agents at a time, because resamples take much memory.
        estimates = nra_by_duel(met[met["return"].notna()])
        estimates |= _over_games(estimates)
        for game in (OVERALL, *met["game"].unique()):
            for pair in itertools.permutations(met[DUEL[1:]].iloc[0]):
                duel = (str(game), *pair)
                found[duel] = Pairing(*_values(estimates.get(duel)), **sums[duel])
    return found


def _values(estimate: BootstrapEstimate | None) -> tuple[float, float, float]:
    """Returns a value and the ends of its interval."""
    return (math.nan,) * 3 if estimate is None else (estimate.value, *estimate.interval())


def _name_teams(seats: pd.DataFrame) -> pd.DataFrame:
    """Returns a row per team and match of different agents, with their names and the sums over the team's seats."""
    failures = seats[list(FAILURES)].sum(axis=1)
    teams = seats.assign(failures=failures).groupby(IN_TEAM)[["failures", "move_calls"]].transform("sum")
    duels = between_different(with_opponents(seats.assign(**teams)))
    opponents = duels[OPPONENT_COLUMNS].set_axis(AGENT_COLUMNS, axis="columns")
    return duels.assign(who=names_in(duels), who_opponent=names_in(opponents))


def _over_games(estimates: Mapping[Duel, BootstrapEstimate]) -> dict[Duel, BootstrapEstimate]:
    by_pair: dict[tuple[str, str], list[BootstrapEstimate]] = {}
    for (_, who, opponent), estimate in estimates.items():
        by_pair.setdefault((who, opponent), []).append(estimate)
    return {(OVERALL, *pair): average_estimates(listed) for pair, listed in by_pair.items()}


def _sums(duels: pd.DataFrame) -> dict[Duel, dict[str, Any]]:
    """Returns the fields of every :class:`Pairing` that need no resampling."""
    points = duels["result"].map({"win": 1.0, "draw": 0.5, "loss": 0.0}).where(duels["return"].notna())
    sums = duels.assign(points=points.astype("float64"), unfinished=duels["outcome"] != "finished").groupby(DUEL).agg(
        win_rate=("points", "mean"), valued=("return", "count"), matches=("match_id", "nunique"),
        unfinished=("unfinished", "sum"), failures=("failures", "sum"), move_calls=("move_calls", "sum"))
    sums["illegal_rate"] = sums.pop("failures") / sums["move_calls"].where(sums["move_calls"] > 0)
    rows = sums.drop(columns="move_calls").to_dict("records")
    return dict(zip(sums.index, rows, strict=True))
