"""Rows of leaderboards, as the page and the terminal show them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from gtarena import formatting
from gtarena.logs.records import MatchRecord
from gtarena.metrics.frames import seats_frame
from gtarena.metrics.leaderboard import AGENT_COLUMNS

if TYPE_CHECKING:
    import pandas as pd

LeaderboardRow = Mapping[str, Any]


def reported_seats(records: Iterable[MatchRecord]) -> pd.DataFrame:
    """Returns the frame of :func:`gtarena.metrics.frames.seats_frame`, which a report is computed from.

    Raises:
        ValueError: there are no records.
    """
    seats = seats_frame(records)
    if seats.empty:
        raise ValueError("no matches to report: none has ended yet, or the logs are in another folder")
    return seats


def leaderboard_rows(frame: pd.DataFrame) -> list[LeaderboardRow]:
    """Returns the rows of a leaderboard frame, each with its agent's ``name`` in one line."""
    return [{**{str(column): value for column, value in row.items()},
             "name": formatting.agent_name(*(row[column] for column in AGENT_COLUMNS))}
            for row in frame.to_dict("records")]
