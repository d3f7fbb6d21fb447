"""Who played which match of GTBench against whom, and with what result: what its tables and figures are made of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gtarena.formatting import agent_name
from gtarena.logs.records import MatchRecord
from gtarena.logs.replay import naming_match
from gtarena.metrics.frames import seats_frame
from gtarena.metrics.leaderboard import AGENT_COLUMNS, OPPONENT_COLUMNS, between_different, with_opponents
from gtarena.suites.gtbench.scores import PLAYERS, Scheme, scores, stored
from gtarena.suites.scoring import Measure, Trace

if TYPE_CHECKING:
    import pandas as pd

NAME = "gtbench"
KEYS = {"match_id": "object", "seat": "int64"}  # what a seat of a match is known by, also where there is none


@dataclass(frozen=True)
class Played:
    """The matches for two players that were played for GTBench among some records, which are read on every pass."""

    records: Iterable[MatchRecord]

    def __iter__(self) -> Iterator[MatchRecord]:
        return (record for record in self.records if record.suite == NAME and len(record.seats) == PLAYERS)


@dataclass(frozen=True)
class Results:
    """The matches as two frames: a row for each seat of a match, and a row for each number measured of a seat.

    ``seats`` has at least these columns:
        ``match_id``, ``seat`` and ``outcome``: a ``finished`` match is valid, any other was started;
        ``game``, its name with the parameters that are not the default;
        ``agent``, ``model`` (empty without one) and ``settings`` (those that vary among these matches), for short
        ``who``, and all of them with the ending ``_opponent`` for the other seat;
        ``reasoning``, the setting of that name (empty without one), and whether the seat has ``broken_off`` the match;
        ``return`` and ``return_opponent``, NaN where the match has none.

    ``measured`` has these columns too, besides ``metric`` and ``value``, for finished matches. What is measured is told
    by :func:`gtarena.suites.gtbench.scores.scores`; a number about the whole match is in the rows of both seats.
    """

    seats: pd.DataFrame
    measured: pd.DataFrame

    def valid(self, scheme: Scheme) -> pd.DataFrame:
        """The seats of finished matches between different agents, which are what NRA compares, by a scheme's returns.

        See :func:`gtarena.suites.gtbench.scores.stored`.
        """
        duels = between_different(self.seats[self.seats["outcome"] == "finished"])
        own, other = duels["return"], duels["return_opponent"]
        return duels.assign(**{"return": stored(own, other, scheme), "return_opponent": stored(other, own, scheme)})


def results(records: Iterable[MatchRecord]) -> Results:
    """What the matches of GTBench among these records came to; the records are gone through several times.

    Raises:
        ValueError: a logged action is not legal where it stands.
    """
    played = Played(records)
    seats = with_opponents(seats_frame(played).astype(KEYS)).merge(_more(played), on=list(KEYS))
    seats = seats.assign(who=names(seats), who_opponent=names(seats, OPPONENT_COLUMNS))
    return Results(seats, seats.merge(_measured(played), on=list(KEYS)))


def names(frame: pd.DataFrame, columns: Sequence[str] = AGENT_COLUMNS) -> list[str]:
    """For every row the agent that its columns of agent, model and settings tell, in one line of any length."""
    words = zip(*(frame[column] for column in columns), strict=True)
    return [agent_name(agent, model, settings, None) for agent, model, settings in words]


def _more(played: Played) -> pd.DataFrame:
    import pandas as pd

    rows = [(record.match_id, number, seat.params.get("reasoning") or "", record.offender == number)
            for record in played for number, seat in enumerate(record.seats)]
    return pd.DataFrame(rows, columns=[*KEYS, "reasoning", "broken_off"]).astype({**KEYS, "broken_off": "bool"})


def _measured(played: Played) -> pd.DataFrame:
    import pandas as pd

    rows = [(record.match_id, seat, measure.metric, measure.value)
            for record in played if record.outcome == "finished" for measure in _scores(record)
            for seat in (range(PLAYERS) if measure.player is None else [measure.player])]
    return pd.DataFrame(rows, columns=[*KEYS, "metric", "value"]).astype({**KEYS, "value": "float64"})


def _scores(record: MatchRecord) -> list[Measure]:
    with naming_match(record.match_id):
        return list(scores(Trace.of(record)))
