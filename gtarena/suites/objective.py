"""The objective of a run: one score of one agent as a number, which Hydra's callbacks and sweepers get from a job."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import adapters
from gtarena import games
from gtarena.errors import UsageError, unknown
from gtarena.logs.reader import Records
from gtarena.logs.records import Seat
from gtarena.logs.replay import ReplayedMatch
from gtarena.metrics.frames import seats_frame
from gtarena.metrics.leaderboard import COUNTS, LEADERBOARD_SCORES, leaderboard, overall_leaderboard
from gtarena.metrics.ratings.standings import RATING_COLUMNS
from gtarena.metrics.teams import by_team
from gtarena.runs.plan import planned_games
from gtarena.runs.settings import RunSettings
from gtarena.suites.contract import Trace
from gtarena.suites.scoring import score_rows

if TYPE_CHECKING:
    import pandas as pd

DEFAULT = "mean_return"
BY_GAME = (DEFAULT, "nra")  # measures of the leaderboards of games, whose mean is taken
MEASURES = (*BY_GAME, *(column for column in (*RATING_COLUMNS, *COUNTS, *LEADERBOARD_SCORES) if column != "reason"))


@dataclass(frozen=True)
class Objective:
    """A measure of the agent that a seat describes, and the suite whose own measures it may be."""

    measure: str
    seat: Seat
    suite: str | None

    def value(self, folder: Path) -> float | None:
        """Returns the number for all matches of a folder, ``None`` if they have none.

        A measure that each game has for itself is the mean over games, and one of a suite the mean over matches.

        Raises:
            UsageError: the suite has no such measure.
        """
        records = Records(folder)
        found = self._of_suite(records) if self.measure not in MEASURES else self._of_leaderboard(seats_frame(records))
        return found if math.isfinite(found) else None

    def _of_leaderboard(self, seats: pd.DataFrame) -> float:
        if seats.empty:
            return math.nan
        if self.measure == DEFAULT:  # in a tenth of the time that ratings take
            return float(self._own(by_team(seats)).groupby("game")["return"].mean().mean())
        table = leaderboard(seats) if self.measure in BY_GAME else overall_leaderboard(seats)
        return float(self._own(table)[self.measure].mean())

    def _own(self, table: pd.DataFrame) -> pd.DataFrame:
        return table[(table["agent"] == self.seat.agent) & (table["model"] == (self.seat.model or ""))]

    def _of_suite(self, records: Records) -> float:
        assert self.suite is not None
        traces = (Trace.of(ReplayedMatch(record)) for record in records)
        rows = [row for row in score_rows(traces, self.suite)
                if (row.agent, row.model) == (self.seat.agent, self.seat.model or "")]
        values = [row.value for row in rows if row.metric == self.measure]
        if rows and not values:
            known = sorted({row.metric for row in rows})
            raise unknown("measure", self.measure, known, f"of {self.suite} (choose from: {', '.join(known)})")
        return math.fsum(values) / len(values) if values else math.nan


def objective_of(settings: RunSettings) -> Objective:
    """Returns a run's objective, named as ``MEASURE`` or ``AGENT.MEASURE``; without an agent, it is the first listed.

    Raises:
        UsageError: there is no such measure, or the run has no such agent.
    """
    objective, first = settings.objective, planned_games(settings)[0]
    word, _, measure = objective.rpartition(".")
    suite = settings.suite.name if settings.suite and not settings.game else None
    if measure not in MEASURES and not (suite and measure):
        raise unknown("measure", measure, MEASURES,
                      f"in objective={objective}: name a column of leaderboard.csv or overall.csv, "
                      "such as mean_return, nra or rating")
    if word and word not in (*first.agents, *first.opponents):
        known = ", ".join((*first.agents, *first.opponents))
        raise UsageError(f"objective={objective}: {word} is none of the agents, {known}")
    adapter = adapters.for_game(games.load(first.game.name, first.game.params))
    lineup = settings.lineup().with_settings(
        first.settings, first.limits)
    return Objective(measure, lineup.seats([word or first.agents[0]], adapter)[0], suite)
