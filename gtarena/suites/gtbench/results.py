"""Frames of GTBench's matches and their measures, from which tables and figures are made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gtarena.formatting import agent_name
from gtarena.logs.replay import ReplayedMatch
from gtarena.metrics.frames import SeatRows
from gtarena.metrics.teams import AGENT_COLUMNS, OPPONENT_COLUMNS, between_different, with_opponents
from gtarena.suites.contract import Trace
from gtarena.suites.gtbench.profile import SeatCases, collect_cases
from gtarena.suites.gtbench.scores import SEATS, Scheme, scheme_returns, scores

if TYPE_CHECKING:
    import pandas as pd

KEYS = {"match_id": "object", "seat": "int64"}  # identify a seat of a match; typed for frames without rows


@dataclass(frozen=True, slots=True)
class MatchMeasures:
    """Numbers measured in a match for two players.

    ``reasoning`` is the setting of that name of each seat's agent, or empty, and ``offender`` the seat that ended the
    match early. ``measured`` has a seat, metric and value for each number, of both seats if it describes the match.
    """

    match_id: str
    reasoning: Sequence[Any]
    offender: int | None
    measured: Sequence[tuple[int, str, float]]
    cases: SeatCases


def extract(match: ReplayedMatch, numbers: Sequence[int]) -> MatchMeasures | None:
    """Returns what is measured in a match, if it is one for two players.

    Raises:
        ValueError: a logged action is illegal.
    """
    record = match.record
    if len(record.seats) != SEATS:
        return None
    cases = collect_cases(match, numbers)
    measured = [(seat, measure.metric, measure.value)
                for measure in (scores(Trace.of(match)) if record.outcome == "finished" else ())
                for seat in (range(SEATS) if measure.player is None else [measure.player])]
    reasoning = [seat.params.get("reasoning") or "" for seat in record.seats]
    return MatchMeasures(record.match_id, reasoning, record.offender, measured, cases)


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


def match_frames(found: Sequence[MatchMeasures], rows: SeatRows) -> MatchFrames:
    """Returns the frames of matches, given what was measured in them and the rows of their seats, among others."""
    seats = with_opponents(rows.frame({match.match_id for match in found}).astype(KEYS))
    seats = seats.merge(_frame_seats(found), on=list(KEYS))
    seats = seats.assign(who=agent_names(seats), who_opponent=agent_names(seats, OPPONENT_COLUMNS))
    return MatchFrames(seats, seats.merge(_frame_measures(found), on=list(KEYS)))


def agent_names(frame: pd.DataFrame, columns: Sequence[str] = AGENT_COLUMNS) -> list[str]:
    """Returns the name of the agent in each row, in one line of any length, from the columns that identify it."""
    words = zip(*(frame[column] for column in columns), strict=True)
    return [agent_name(agent, model, settings, None) for agent, model, settings in words]


def _frame_seats(found: Sequence[MatchMeasures]) -> pd.DataFrame:
    import pandas as pd

    rows = [(match.match_id, seat, reasoning, match.offender == seat)
            for match in found for seat, reasoning in enumerate(match.reasoning)]
    return pd.DataFrame(rows, columns=[*KEYS, "reasoning", "broken_off"]).astype({**KEYS, "broken_off": "bool"})


def _frame_measures(found: Sequence[MatchMeasures]) -> pd.DataFrame:
    import pandas as pd

    rows = [(match.match_id, *number) for match in found for number in match.measured]
    return pd.DataFrame(rows, columns=[*KEYS, "metric", "value"]).astype({**KEYS, "value": "float64"})
