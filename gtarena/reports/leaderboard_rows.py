"""Rows of leaderboards, as the page and the terminal show them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gtarena import formatting
from gtarena.logs.records import MatchRecord
from gtarena.metrics import leaderboard
from gtarena.metrics.frames import seats_frame
from gtarena.metrics.leaderboard import AGENT_COLUMNS
from gtarena.metrics.ratings.score_pairs import score_pairs

if TYPE_CHECKING:
    import pandas as pd

LeaderboardRow = Mapping[str, Any]

FEWEST_RATED = 3  # agents of a game whose ratings are shown; of two, the results say as much
RANKS_EXPLAINED = ("Rating: Bradley-Terry over all games, each with the same weight, with its 95 % interval. Rank: the "
                   "places among the rated agents that 95 % intervals of the differences leave open.")
GAME_RANKS_EXPLAINED = RANKS_EXPLAINED.replace(" over all games, each with the same weight,", "")


@dataclass(frozen=True, eq=False)
class Boards:
    """Leaderboards in each game and over all games, and the frame of seats from which they are computed."""

    seats: pd.DataFrame
    games: pd.DataFrame
    overall: pd.DataFrame


def reported_boards(records: Iterable[MatchRecord], anchor: str | None = None) -> Boards:
    """Returns the leaderboards of a report.

    Args:
        records: the matches.
        anchor: name of the agent whose rating is 0; by default the mean of all ratings is.

    Raises:
        ValueError: there are no records, or no agent has the name of the anchor.
    """
    seats = seats_frame(records)
    if seats.empty:
        raise ValueError("no matches to report: none has ended yet, or the logs are in another folder")
    pairs = score_pairs(seats)
    return Boards(seats, leaderboard.leaderboard(seats, anchor, pairs), leaderboard.overall(seats, anchor, pairs))


def leaderboard_rows(frame: pd.DataFrame) -> list[LeaderboardRow]:
    """Returns the rows of a leaderboard frame, each with its agent's ``name`` in one line."""
    return [{**{str(column): value for column, value in row.items()},
             "name": formatting.agent_name(*(row[column] for column in AGENT_COLUMNS))}
            for row in frame.to_dict("records")]


def shows_ratings(board: pd.DataFrame) -> bool:
    """Returns whether the leaderboard of a game shows ratings: if there are enough agents, and one has a rating."""
    return len(board) >= FEWEST_RATED and bool(board["rating"].notna().any())


def rating(row: LeaderboardRow) -> str:
    """Returns a rating with its interval, ``+0.52 [−0.10, +1.14]``, or a dash."""
    if math.isnan(row["low_95"]):
        return formatting.signed(row["rating"])
    return " ".join((formatting.signed(row["rating"]),
                     f"[{formatting.signed(row['low_95'])}, {formatting.signed(row['high_95'])}]"))


def rank(row: LeaderboardRow) -> str:
    """Returns the ranks that an agent can have, such as ``1`` or ``2–4``, or a dash."""
    if math.isnan(row["best_rank"]):
        return formatting.NOTHING
    ends = dict.fromkeys((f"{row['best_rank']:.0f}", f"{row['worst_rank']:.0f}"))
    return "–".join(ends)


def rating_notes(rows: Iterable[LeaderboardRow], explained: str = RANKS_EXPLAINED) -> list[str]:
    """Returns the lines under a leaderboard: what its ratings are, and why agents have none or no interval."""
    agents: dict[str, list[str]] = {}
    for row in rows:
        if row["reason"]:
            agents.setdefault(row["reason"], []).append(row["name"])
    return [explained, *(f"{formatting.NOTHING} {'; '.join(names)}: {reason}" for reason, names in agents.items())]
