"""Scores of the matches in a run's logs, by the names that trackers show."""

from __future__ import annotations

import copy
import hashlib
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from gtarena.formatting import agent_name
from gtarena.logs.plans import read_plan
from gtarena.logs.reader import ATTEMPTS, MATCHES, attempt_row, match_row
from gtarena.logs.records import MatchRecord
from gtarena.logs.spending import Spending
from gtarena.metrics.frames import SeatRows
from gtarena.metrics.leaderboard import RATES, RESULTS, leaderboard, overall_leaderboard
from gtarena.metrics.paired_differences import find_differences
from gtarena.metrics.ratings.score_pairs import score_pairs
from gtarena.metrics.teams import AGENT_COLUMNS
from gtarena.trackers.new_rows import NewRows

if TYPE_CHECKING:
    import pandas as pd

# Columns of the leaderboards, by the names that stand before those of agents.
OVERALL: Mapping[str, str] = {
    "rating": "rating", "completion_rate": "completion_rate", **{f"results/{column}": column for column in RESULTS},
    **{f"failures/{column}": column for column in ("illegal_rate", *RATES.values())}}
BY_GAME = ("mean_return", "nra")
BOUNDS = ("low_95", "high_95")  # of the rating
_NOT_IN_NAMES = re.compile(r"[^\w. -]", re.ASCII)  # which MLflow refuses, as it does whole names of over 250 characters
_LONGEST = 100


class RunScores:
    """Scores of the matches that the logs in some folders held when they were last read."""

    def __init__(self, folders: Sequence[Path]) -> None:
        self._folders = folders
        self._new_matches = NewRows(folders, MATCHES, match_row)
        self._new_attempts = NewRows(folders, ATTEMPTS, attempt_row)
        self._matches: set[str] = set()
        self._attempted: set[str] = set()
        self._seats, self._spent = SeatRows(), Spending()

    @property
    def matches(self) -> int:
        """Number of matches read."""
        return len(self._matches)

    def read(self) -> None:
        """Reads what the logs have gained."""
        for record in self._new_matches:
            self._add(record)
        self._attempted.update(attempt.match_id for attempt in self._new_attempts)

    def _add(self, record: MatchRecord) -> None:
        if record.match_id not in self._matches:
            self._matches.add(record.match_id)
            self._seats.add(record)
            self._spent.add_record(record)

    def named(self) -> dict[str, float]:
        """Returns the scores that are known, by name.

        ``matches/done``, ``planned`` and ``unfinished`` count matches; ``spent/requests``, ``tokens_in``,
        ``tokens_out`` and ``usd`` are sums over the done ones. The others are columns of the leaderboards, such as
        ``rating/AGENT`` over all games and ``nra/GAME/AGENT`` in one.
        """
        planned = [plan for plan in map(read_plan, self._folders) if plan is not None]
        found: dict[str, float | None] = {
            "matches/done": self.matches, "matches/unfinished": len(self._attempted - self._matches),
            "matches/planned": sum(map(len, planned)) if planned else None,
            "spent/requests": self._spent.requests, "spent/tokens_in": self._spent.tokens_in,
            "spent/tokens_out": self._spent.tokens_out, "spent/usd": self._spent.cost}
        if self._matches:
            # The rows cannot be added to any more once their frame has been made.
            found.update(_agent_scores(copy.deepcopy(self._seats).frame()))
        return {name: float(score) for name, score in found.items() if score is not None and math.isfinite(score)}


def _agent_scores(seats: pd.DataFrame) -> Iterator[tuple[str, float]]:
    pairs, differences = score_pairs(seats), find_differences(seats)
    for _, row in overall_leaderboard(seats, None, pairs, differences).iterrows():
        agent = _agent(row)
        yield from ((f"{name}/{agent}", row[column]) for name, column in OVERALL.items())
        yield from ((f"rating/{agent} {bound}", row[bound]) for bound in BOUNDS)
    for _, row in leaderboard(seats, None, pairs, differences).iterrows():
        yield from ((f"{score}/{_plain(row['game'])}/{_agent(row)}", row[score]) for score in BY_GAME)


def _agent(row: pd.Series) -> str:
    agent, model, settings = (row[column] for column in AGENT_COLUMNS)
    return _plain(agent_name(agent, model, settings, limit=None))


def _plain(name: str) -> str:
    plain = _NOT_IN_NAMES.sub("_", name)
    digest = hashlib.sha256(name.encode()).hexdigest()
    return plain if len(plain) <= _LONGEST and name.isascii() else f"{plain[:_LONGEST]} {digest[:6]}"
