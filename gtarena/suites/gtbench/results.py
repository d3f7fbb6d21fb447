"""Frames of GTBench's matches and their measures, from which tables and figures are made."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gtarena.formatting import agent_name
from gtarena.logs.records import MatchRecord
from gtarena.logs.replay import naming_match
from gtarena.metrics.frames import seats_frame
from gtarena.metrics.leaderboard import AGENT_COLUMNS, OPPONENT_COLUMNS, between_different, with_opponents
from gtarena.suites.contract import Measure, Trace
from gtarena.suites.gtbench import NAME
from gtarena.suites.gtbench.scores import SEATS, Scheme, scheme_returns, scores
from gtarena.suites.scoring import SuiteRecords

if TYPE_CHECKING:
    import pandas as pd

KEYS = {"match_id": "object", "seat": "int64"}  # identify a seat of a match; typed for frames without rows


def two_player_records(records: Iterable[MatchRecord]) -> SuiteRecords:
    """Selects the matches for two players that were played for GTBench."""
    return SuiteRecords(records, NAME, seats=SEATS)


@dataclass(frozen=True)
class MatchFrames:
    """Two frames of matches: ``seats`` has a row per seat of a match, ``measured`` a row per number measured of a seat.

    ``seats`` has at least these columns:
        ``match_id``, ``seat`` and ``outcome``: a ``finished`` match is valid, any other one was only started;
        ``game``: its name with the parameters that are not the default;
        ``agent``, ``model`` (empty without one) and ``settings`` (those that vary among these matches), joined in
        ``who``, and all of them with the suffix ``_opponent`` for the other seat;
        ``reasoning``: the agent's setting of that name, or empty;
        ``broken_off``: true if the seat's player ended the match early;
        ``unit``: the same for matches of a game that were dealt the same chance;
        ``return`` and ``return_opponent``: NaN if the match has none.

    ``measured`` has the same columns and ``metric`` and ``value``, for finished matches. The metrics are those of
    :func:`gtarena.suites.gtbench.scores.scores`; a measure of the whole match is in the rows of both seats.
    """

    seats: pd.DataFrame
    measured: pd.DataFrame

    def valid(self, scheme: Scheme) -> pd.DataFrame:
        """Returns the seats of finished matches between different agents, with the returns of a scheme, to compute NRA.

        :func:`gtarena.suites.gtbench.scores.scheme_returns` defines the returns.
        """
        duels = between_different(self.seats[self.seats["outcome"] == "finished"])
        own, other = duels["return"], duels["return_opponent"]
        return duels.assign(**{
            "return": scheme_returns(own, other, scheme), "return_opponent": scheme_returns(other, own, scheme)})


def match_frames(records: Iterable[MatchRecord]) -> MatchFrames:
    """Returns the frames of the matches of GTBench among these records; iterates over the records several times.

    Raises:
        ValueError: a logged action is illegal.
    """
    played = two_player_records(records)
    seats = with_opponents(seats_frame(played).astype(KEYS)).merge(_of_seats(played), on=list(KEYS))
    seats = seats.assign(who=agent_names(seats), who_opponent=agent_names(seats, OPPONENT_COLUMNS))
    return MatchFrames(seats, seats.merge(_measured(played), on=list(KEYS)))


def agent_names(frame: pd.DataFrame, columns: Sequence[str] = AGENT_COLUMNS) -> list[str]:
    """Returns the name of the agent in each row, in one line of any length, from the columns that identify it."""
    words = zip(*(frame[column] for column in columns), strict=True)
    return [agent_name(agent, model, settings, None) for agent, model, settings in words]


def _of_seats(played: SuiteRecords) -> pd.DataFrame:
    import pandas as pd

    rows = [(record.match_id, number, seat.params.get("reasoning") or "", record.offender == number)
            for record in played for number, seat in enumerate(record.seats)]
    return pd.DataFrame(rows, columns=[*KEYS, "reasoning", "broken_off"]).astype({**KEYS, "broken_off": "bool"})


def _measured(played: SuiteRecords) -> pd.DataFrame:
    import pandas as pd

    rows = [(record.match_id, seat, measure.metric, measure.value)
            for record in played if record.outcome == "finished" for measure in _scores(record)
            for seat in (range(SEATS) if measure.player is None else [measure.player])]
    return pd.DataFrame(rows, columns=[*KEYS, "metric", "value"]).astype({**KEYS, "value": "float64"})


def _scores(record: MatchRecord) -> list[Measure]:
    with naming_match(record.match_id):
        return list(scores(Trace.of(record)))
