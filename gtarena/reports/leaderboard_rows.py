"""Leaderboards of a report, their rows as the page and the terminal show them, and the table of replies."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from gtarena import formatting
from gtarena.metrics import leaderboard
from gtarena.metrics.frames import FORMS
from gtarena.metrics.game_results import GameResult, find_results
from gtarena.metrics.leaderboard import RATES
from gtarena.metrics.paired_differences import Difference, find_differences
from gtarena.metrics.ratings.score_pairs import names_in, score_pairs
from gtarena.metrics.sequential_differences import Watched, find_watched_differences
from gtarena.metrics.setting_effects import SettingEffect, find_effects
from gtarena.metrics.teams import AGENT_COLUMNS
from gtarena.reports.tables import Cell, Table

if TYPE_CHECKING:
    import pandas as pd

LeaderboardRow = Mapping[str, Any]

FEWEST_RATED = 3  # agents of a game whose ratings are shown; of two, the results say as much
RANKS_EXPLAINED = ("Rating: Bradley-Terry over all games, each with the same weight, with its 95 % interval. Rank: the "
                   "places that differences beyond noise leave open. \"At least\" and \"at most\" are bounds, "
                   "with 97.5 % confidence, of ratings that the matches do not determine.")
GAME_RANKS_EXPLAINED = RANKS_EXPLAINED.replace(" over all games, each with the same weight,", "")
FORM_TITLES = dict(zip(FORMS, ("JSON", "Line", "Tags or box", "Whole reply", "JSON by schema"), strict=True))
FORMS_NOTE = ("Shares of the replies from which a move was read: from a JSON object, from a line with a label, from "
              "tags or a box, or because they are nothing but the move. JSON by schema was asked for with a JSON "
              "schema, to which the server was to hold the reply. Older logs do not tell the form.")
_REPLY_COLUMNS = {"illegal_rate": "no legal move", **{rate: kind for kind, rate in RATES.items()}, **FORM_TITLES}



@dataclass(frozen=True, eq=False)
class Boards:
    """Leaderboards in each game and over all games, and what they are computed from.

    ``differences`` of all pairs of agents decide ranks here, and every other statement that one agent is better;
    ``effects`` are those of settings that vary. ``results`` are the mean results of agents in games.
    """

    seats: pd.DataFrame
    games: pd.DataFrame
    overall: pd.DataFrame
    differences: Sequence[Difference] = ()
    effects: Sequence[SettingEffect] = ()
    results: Mapping[tuple[str, str], GameResult] = field(default_factory=dict)

    @property
    def agents(self) -> list[str]:
        """Names of the agents in the order of the leaderboard over all games, in which figures colour them."""
        return names_in(self.overall)


def reported_boards(seats: pd.DataFrame, anchor: str | None = None, watched: Watched | None = None) -> Boards:
    """Returns the leaderboards of a report.

    Args:
        seats: the frame of :func:`gtarena.metrics.frames.seats_frame`.
        anchor: name of the agent whose rating is 0; by default the mean of all ratings is.
        watched: the games of runs that stopped by what they saw.

    Raises:
        ValueError: no agent has the name of the anchor.
    """
    pairs = score_pairs(seats)
    differences = find_differences(seats) if watched is None else find_watched_differences(seats, watched)
    by_game = leaderboard.leaderboard(seats, anchor, pairs, differences)
    overall = leaderboard.overall_leaderboard(seats, anchor, pairs, differences)
    return Boards(seats, by_game, overall, differences, find_effects(seats), find_results(seats))


def leaderboard_rows(frame: pd.DataFrame) -> list[LeaderboardRow]:
    """Returns the rows of a leaderboard frame, each with its agent's ``name`` in one line."""
    return [{**{str(column): value for column, value in row.items()},
             "name": formatting.agent_name(*(row[column] for column in AGENT_COLUMNS))}
            for row in frame.to_dict("records")]


def shows_ratings(board: pd.DataFrame) -> bool:
    """Returns whether the leaderboard of a game shows ratings: if there are enough agents, and one has a rating."""
    return len(board) >= FEWEST_RATED and bool(board["rating"].notna().any())


def rating(row: LeaderboardRow) -> str:
    """Returns a rating with its interval, ``+0.52 [−0.10, +∞]``, the bound of one, ``at least +0.52``, or a dash."""
    shown, low, high = (formatting.format_signed(row[column]) for column in ("rating", "low_95", "high_95"))
    if not math.isnan(row["rating"]):
        return shown if math.isnan(row["low_95"]) else f"{shown} [{low}, {high}]"
    if math.isfinite(row["low_95"]):
        return f"at least {low}"
    return f"at most {high}" if math.isfinite(row["high_95"]) else formatting.NOTHING


def rank(row: LeaderboardRow) -> str:
    """Returns the ranks that an agent can have, such as ``1`` or ``2–4``, or a dash."""
    if math.isnan(row["best_rank"]):
        return formatting.NOTHING
    ends = dict.fromkeys((f"{row['best_rank']:.0f}", f"{row['worst_rank']:.0f}"))
    return "–".join(ends)


def rating_reasons(rows: Iterable[LeaderboardRow]) -> list[str]:
    """Returns the lines under a leaderboard that say why agents have no rating or no interval."""
    agents: dict[str, list[str]] = {}
    for row in rows:
        if row["reason"]:
            agents.setdefault(row["reason"], []).append(row["name"])
    return [f"{formatting.NOTHING} {'; '.join(names)}: {reason}" for reason, names in agents.items()]


def replies_table(overall: pd.DataFrame) -> Table:
    """Returns the table, with a row for each agent with a model, from their leaderboard over all games."""
    rows = tuple((row["name"], tuple(_share(row[column]) for column in _REPLY_COLUMNS))
                 for row in leaderboard_rows(overall) if row["calls"])
    return Table(
        "replies", "Replies without a legal move, and the forms of the others, in per cent",
        tuple(_REPLY_COLUMNS.values()), rows, label="agent", notes=(FORMS_NOTE,))


def _share(share: float) -> Cell | None:
    return None if math.isnan(share) else Cell(100 * share)
