"""Situations, by which tables and figures group runs: a game, its environment, and what players were told."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil, floor, log10
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from custom_games import GAMES
from gtarena.metrics.bootstrap import estimate_mean
from gtarena.reports.figures.dot_plots import Dot, Scale
from gtarena.seeds import derive
from gtarena.suites.econ_arena.results import RATIONAL

if TYPE_CHECKING:
    import pandas as pd

HISTORIES = {"none": "no history", "choices": "choices told", "private": "choices and values told"}
OTHERS = {"": "", "rational": "others said to be rational", "equal": "all said to be equally rational"}


class Situation(NamedTuple):
    """A game, its environment, and what players were told about the others and about earlier runs."""

    game: str
    environment: str
    told: str
    history: str

    def words(self) -> str:
        """Returns the situation for a title."""
        return f"{environment_title(self.game, self.environment)}, {self.knowledge()}"

    def knowledge(self) -> str:
        """Returns what players were told."""
        return ", ".join(filter(None, (OTHERS[self.told], HISTORIES[self.history])))


def environment_title(game: str, environment: str) -> str:
    """Returns the game and its environment for a title."""
    return f"{GAMES[game].facts.long_name} ({environment})"


def drop_environment_agents(found: pd.DataFrame) -> pd.DataFrame:
    """Drops the rows of equilibrium agents that are only the environment of a model."""
    return found[(found["environment"] != RATIONAL) | ~found["equilibrium"].astype("bool")]


def situations(rows: pd.DataFrame) -> list[tuple[Situation, pd.DataFrame]]:
    """Returns the rows of each situation, those without a history first."""
    parts = [(Situation(*map(str, key)), part) for key, part in rows.groupby(list(Situation._fields))]
    order = list(HISTORIES)
    return sorted(parts, key=lambda each: (each[0][:3], order.index(each[0].history)))


def mean_dots(rows: pd.DataFrame, column: str) -> dict[str, Dot]:
    """Returns the mean of a column and its 95 % interval for each agent for which it is defined.

    Matches are resampled, those with the same draws together, each with its mean over the runs and the agent's seats.
    """
    matches = rows.dropna(subset=[column]).groupby(["who", "unit", "match_id"])[column].mean().reset_index()
    found = {}
    for who, of_agent in matches.groupby("who"):
        values, seed = of_agent[column].to_numpy(np.float64), derive(column, str(who))
        estimate = estimate_mean(values, seed, list(of_agent["unit"]))
        found[str(who)] = Dot(estimate.value, *estimate.interval())
    return found


def scale(label: str, dots: Iterable[Dot]) -> Scale:
    """Returns a scale with two to four round ticks that includes 0 and the intervals of all dots."""
    ends = [end for dot in dots for end in dot.shown]
    low, high = min(0.0, *ends), max(0.0, *ends)
    span = high - low or 1.0
    power = 10.0 ** floor(log10(span / 4))
    # Each factor is at most twice the one before, so a step is at most half of the span and 0 is never the only tick.
    step = next(times * power for times in (1, 2, 4, 5, 10) if times * power > span / 4)
    ticks = [number * step for number in range(ceil(low / step), floor((low + span) / step) + 1)]
    return Scale(label, (low, low + span), ticks)
