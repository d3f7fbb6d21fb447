"""The empirical game: ratings, Nash averages and alpha-rank beside each other, and how much of the game is cyclic."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from gtarena.errors import UsageError
from gtarena.game_theory.populations.cells import known_cell, rows_of
from gtarena.metrics.ratings.bradley_terry import OVERALL, bradley_terry
from gtarena.metrics.ratings.cycles import cyclic_share
from gtarena.metrics.ratings.populations import EmpiricalGame, alpha_rank, empirical_games, nash_averaging
from gtarena.reports.tables import Cell, Table

if TYPE_CHECKING:
    import pandas as pd

COLUMNS = ("rating", "Nash share", "Nash advantage", "alpha-rank share")
HIDDEN = (
    "A rating hides cycles: it gives each agent one number, as if whoever beats a better agent beat a worse one too.",
    "A Nash share hides the order of the agents that the equilibrium leaves out, which all have about 0.",
    "A Nash advantage hides how an agent fares against those that the equilibrium leaves out.",
    "An alpha-rank share hides by how much agents win: it follows the direction of small differences, too.",
)


def empirical_game(seats: pd.DataFrame) -> pd.DataFrame:
    """Returns the ratings of agents beside their parts in the empirical game, over all games and in each game.

    Args:
        seats: a frame of :func:`gtarena.metrics.frames.seats_frame`.

    Returns:
        A row per game and agent that was compared, with the columns ``game``, ``agent``, ``rating`` (Bradley-Terry),
        ``share`` and ``advantage`` (Nash averaging), ``alpha_share`` (alpha-rank), ``rating_reason`` and ``reason``
        (empty, or why the rating, or the others, are NaN).

    Raises:
        UsageError: a package of the extra ``populations`` is not installed.
    """
    keys = ["game", "agent"]
    rated = bradley_terry(seats, bootstrap=0)[[*keys, "rating", "reason"]].rename(columns={"reason": "rating_reason"})
    ranked = alpha_rank(seats)[[*keys, "share"]].rename(columns={"share": "alpha_share"})
    merged = nash_averaging(seats).merge(ranked, on=keys).merge(rated, on=keys)
    return merged[[*keys, "rating", "share", "advantage", "alpha_share", "rating_reason", "reason"]]


def empirical_game_tables(seats: pd.DataFrame) -> list[Table]:
    """Returns a table per game of at least three agents that all have met, those with the highest Nash shares first.

    If a package of the extra ``populations`` is not installed, a single table without rows says so.

    Args:
        seats: a frame of :func:`gtarena.metrics.frames.seats_frame`.
    """
    games = {name: game for name, game in empirical_games(seats).items() if len(game.agents) > 2 and not game.reason}
    if not games:
        return []
    try:
        frame = empirical_game(seats)
    except UsageError as error:
        return [Table("empirical-game", "The empirical game", COLUMNS, (), "agent", notes=(str(error),))]
    several = len(set(seats["game"])) > 1
    return [_table(name, frame[frame["game"] == name], games) for name in games if name != OVERALL or several]


def _table(name: str, rows: pd.DataFrame, games: Mapping[str, EmpiricalGame]) -> Table:
    # The solver's shares and advantages of equal agents differ in the sixth digit.
    best_first = rows.round({"share": 4, "advantage": 4}).sort_values(
        ["share", "advantage", "agent"], ascending=[False, False, True])
    unrated = rows_of(rows[rows["rating"].isna()])
    return Table(
        f"empirical-game-{name}", f"{name}: the empirical game",
        COLUMNS,
        tuple((row.agent, (known_cell(row.rating, 2), Cell(row.share, digits=3), Cell(row.advantage, digits=3),
                           Cell(row.alpha_share, digits=3))) for row in rows_of(best_first)),
        label="agent", notes=(_describe_cycles(games[name]), *HIDDEN,
                              *(f"{row.agent} has no rating: {row.rating_reason}." for row in unrated)))


def _describe_cycles(game: EmpiricalGame) -> str:
    share = cyclic_share((game.payoffs - game.payoffs.T) / 2)
    if np.isnan(share):
        return "All agents scored one half against each other."
    return (f"Of the squared scores (minus one half), {100 * share:.0f} % are cyclic: no order of the agents explains "
            "them. Chance in few matches looks cyclic, too.")
