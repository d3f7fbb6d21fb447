"""Data frames of match records, with one row per match or one row per seat."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args, overload

from adapters.replies.errors import Failure
from gtarena import games
from gtarena.logs.records import Call, Form, MatchRecord
from gtarena.metrics.agent_settings import DifferentSeats
from gtarena.metrics.columns import Kind, choose_columns, make_frame
from gtarena.metrics.job_matches import JobMatches
from gtarena.metrics.logged_table import LoggedTable
from gtarena.metrics.match_results import seat_results
from gtarena.metrics.match_settings import OF_GAME, OF_RUN

if TYPE_CHECKING:
    import numpy.typing as npt
    import pandas as pd

FAILURES: tuple[str, ...] = get_args(Failure)
FORMS: dict[str, str] = {f"read_as_{form}": form for form in get_args(Form)}  # by their columns
SEARCHING = ("prediction", "estimate")  # the purposes of calls of a search
CALLS = ("calls", "requests", "retries", "cached")
# Unknown in sum if unknown for one call.
TOTALS = ("tokens_in", "tokens_cache_read", "tokens_out", "tokens_reasoning", "cost")
MATCH_COLUMNS = (
    "match_id", "suite", "game", "params", "seed", "unit", "source", "outcome", "offender", "error", "seconds",
    "started", "players", "teams", "agents", "models", "returns", *CALLS, *TOTALS,
)
LOGGED_COLUMNS = (*MATCH_COLUMNS, "settings", "tags", "history", "job")  # before those of settings
MATCH_KINDS: dict[str, Kind] = {
    **dict.fromkeys(("match_id", "suite", "game", "unit", "source", "outcome", "error", "started", "job"), "text"),
    **dict.fromkeys(CALLS, "whole"), **dict.fromkeys((*TOTALS, "offender"), "number")}
SEAT_KINDS: dict[str, Kind] = {
    **dict.fromkeys(("match_id", "unit", "game", "outcome"), "text"), **dict.fromkeys(CALLS, "whole"),
    **dict.fromkeys((*TOTALS, "return", "opponents_return"), "number")}
SEAT_COLUMNS = (
    "match_id", "unit", "game", "players", "team_count", "seat", "team", "agent", "model", "settings", "outcome",
    "return", "result", "opponents_return", "decisions", "move_calls", "look_ups", *CALLS, *FAILURES, *FORMS,
    "nudges", "unread", "overlong", *TOTALS, "seconds",
)


@overload
def load_records(
    *paths: str | Path, columns: Collection[str] | None = None, batches: None = None) -> pd.DataFrame: ...


@overload
def load_records(
    *paths: str | Path, columns: Collection[str] | None = None, batches: int) -> Iterator[pd.DataFrame]: ...


def load_records(
    *paths: str | Path, columns: Collection[str] | None = None, batches: int | None = None,
) -> pd.DataFrame | Iterator[pd.DataFrame]:
    """Returns the logged matches as a frame, one row per match in the order of their ids.

    ``players`` is the number of seats. ``agents`` and ``models`` list a name per seat (``None`` for an agent without a
    model); ``returns`` lists a number per seat, or is ``None``. ``teams`` lists the number of each seat's team, counted
    from 0; in most games every seat is a team of its own. ``settings`` lists for each seat those settings of its agent
    that vary among these matches, such as ``temperature=0``, which tell agents of the same name and model apart.
    Matches of a game with the same ``unit`` were dealt the same chance.

    ``offender`` is the seat that ended an unfinished match, else NaN.

    ``calls`` counts the replies of models, and ``cached`` those of them that came from the cache. ``requests`` counts
    the requests sent for the others, ``retries`` included. Tokens and ``cost`` (US dollars) are sums over the calls
    that were not cached, and NaN if unknown for one of them. ``tokens_cache_read`` is the part
    of ``tokens_in`` that providers read from caches of their own, ``tokens_reasoning`` a part of ``tokens_out``.
    ``history`` lists ``(player, action, name)``, with -1 for chance. ``tags`` is a dictionary of remarks, such as the
    number of the ``run``.

    ``job`` is the folder of the log, from the one that all paths have in common. The last columns are the parameters
    of the games, such as ``game.players``, and the settings of the runs, such as ``run.seed``, as
    :func:`gtarena.load_seats` has them.

    Args:
        paths: run folders, searched to the bottom, or files of matches.
        columns: the columns to return, in this order; by default all. Without ``history``, a frame is much smaller
            than the log.
        batches: with a number, an iterator over frames of that many rows is returned, in the order of the files, for
            logs that do not fit into memory. With ``settings`` or columns of settings the files are read twice.

    Raises:
        UsageError: a column or a path does not exist, or a log cannot be read.
    """
    return _MatchTable(JobMatches(*paths), columns).load(batches)


class _MatchTable(LoggedTable):
    """Table of :func:`load_records`."""

    KINDS = MATCH_KINDS
    SORTED_BY = ("match_id",)

    def __init__(self, matches: JobMatches, columns: Collection[str] | None) -> None:
        names = [columns] if isinstance(columns, str) else columns or ()
        settings = [name for name in names if str(name).startswith((OF_GAME, OF_RUN))]
        choose_columns(columns, (*LOGGED_COLUMNS, *settings))  # before the log is read, which may take a minute
        super().__init__(matches, LOGGED_COLUMNS, columns)
        self._seats = DifferentSeats()

    def number(self, record: MatchRecord, folder: Path) -> dict[str, Any]:
        return {"settings": self._seats.add(record), **self.settings.of_match(record, folder)}

    def rows(self, record: MatchRecord, folder: Path) -> Iterator[dict[str, Any]]:
        yield {**_logged_row(record), **self.number(record, folder), "job": self.matches.job(folder)}

    def finish(self, frame: pd.DataFrame) -> pd.DataFrame:
        """Puts the settings of seats, if they are among the columns, in place of the seats' numbers."""
        if "settings" in frame:
            labels = self._seats.labels()
            frame["settings"] = [[labels[number] for number in numbers] for numbers in frame["settings"]]
        return frame


def logged_rows(records: Iterable[MatchRecord]) -> Iterator[dict[str, Any]]:
    """Yields the rows of :func:`load_records` in the order of the records, which are iterated twice."""
    seats = DifferentSeats()
    for record in records:
        seats.add(record)
    labels = seats.labels()
    for record in records:
        yield {**_logged_row(record), "settings": [labels[number] for number in seats.add(record)]}


def seats_frame(records: Iterable[MatchRecord]) -> pd.DataFrame:
    """Returns a frame with one row per seat of every match, by match id and seat, from which metrics are computed.

    ``game`` includes the parameters that are not the default. ``agent``, ``model`` (empty without one) and ``settings``
    (those that vary among these records) tell agents apart. ``team`` is the number of the seat's team, one of
    ``team_count``; in most games every seat is a team of its own. ``result`` is ``win``, ``draw`` or ``loss``, by
    comparing the mean return of the seat's team with the best of the other teams', so that partners share their result.
    A forfeit is a loss for its offender's team, and a win for the other one in a match of two teams. ``result`` is
    missing in invalid matches, for the other teams of a forfeit among three or more, and in games of one team.
    ``return`` and ``opponents_return`` (the mean over the seats of other teams) are NaN if undefined.

    ``decisions`` counts the decisions that a model was asked for, ``calls`` its replies, and ``move_calls`` the replies
    that had to state a move (not a thought or a vote); ``truncated`` to ``ambiguous`` count those of them that gave
    none, and ``read_as_json`` to ``read_as_schema`` the others by their form, which old logs do not tell.
    ``nudges`` counts how often the model was asked again after such a reply, and ``unread`` the predictions and
    estimates of a search that had a failure: a neutral text takes the place of those that could not be read at all.
    ``overlong`` counts those with a text beyond its limit, which was refused or cut off. ``look_ups`` counts the
    replies that asked for a topic of the rules or for what a move does.
    ``requests`` to ``cached``, the tokens and the cost are as in :func:`load_records`. ``seconds`` is the time spent
    waiting for the model.
    """
    rows = SeatRows()
    for record in records:
        rows.add(record)
    return rows.frame()


class SeatRows:
    """Rows of :func:`seats_frame`, which come match by match.

    ``different`` are the seats that differ, by whose numbers the settings are told apart.
    """

    def __init__(self) -> None:
        self.different = DifferentSeats()
        self._values: dict[str, list[Any]] = {column: [] for column in SEAT_COLUMNS}

    def add(self, record: MatchRecord) -> list[int]:
        """Adds the seats of a match, and returns the number of each among the different ones."""
        numbers = self.different.add(record)
        for seat, (number, result) in enumerate(zip(numbers, seat_results(record), strict=True)):
            row = seat_row(record, seat, number, result)
            for column, listed in self._values.items():
                listed.append(row[column])
        return numbers

    def frame(self, match_ids: Collection[str] | None = None) -> pd.DataFrame:
        """Returns the frame of all matches or of some, with the settings that vary among these."""
        every, numbers = self._every
        if match_ids is None:
            return every
        chosen = every["match_id"].isin(match_ids).to_numpy()
        labels = self.different.labels_among(numbers[chosen])
        return every[chosen].assign(settings=[labels[number] for number in numbers[chosen]]).reset_index(drop=True)

    @cached_property
    def _every(self) -> tuple[pd.DataFrame, npt.NDArray[Any]]:
        """The frame of all matches and the number of each row's seat; no match can be added after it was made."""
        # The lists take as much memory as the sorted copy that follows.
        frame, self._values = make_frame(self._values, SEAT_KINDS), {}
        frame, labels = frame.sort_values(["match_id", "seat"], ignore_index=True), self.different.labels()
        numbers = frame["settings"].to_numpy()
        frame["settings"] = [labels[number] for number in numbers]
        return frame, numbers


def _logged_row(record: MatchRecord) -> dict[str, Any]:
    return {
        **_match_row(record),
        "tags": record.tags,
        "history": [(step.player, step.action, step.name) for step in record.history],
    }


def _match_row(record: MatchRecord) -> dict[str, Any]:
    same = ("match_id", "suite", "game", "params", "seed", "unit", "source", "outcome", "offender", "error", "seconds",
            "started", "returns")
    return {
        **{column: getattr(record, column) for column in same},
        "players": len(record.seats),
        "teams": record.seat_teams,
        "agents": [seat.agent for seat in record.seats],
        "models": [seat.model for seat in record.seats],
        **_counts(record.calls),
        **_totals(record.calls),
    }


def seat_row(record: MatchRecord, number: int, settings: int, result: str | None) -> dict[str, Any]:
    """Returns the row of a seat in :func:`seats_frame`, with the number of its settings in their place."""
    seat, calls = record.seats[number], [call for call in record.calls if call.player == number]
    moves = [call for call in calls if call.purpose == "move"]
    teams = record.seat_teams
    others = [value for team, value in zip(teams, record.returns or [], strict=False) if team != teams[number]]
    return {
        "match_id": record.match_id,
        "unit": record.unit,
        "game": games.label(record.game, record.params),
        "players": len(record.seats),
        "team_count": len(set(teams)),
        "seat": number,
        "team": teams[number],
        "agent": seat.agent,
        "model": seat.model or "",
        "settings": settings,
        "outcome": record.outcome,
        "return": record.returns[number] if record.returns else None,
        "result": result,
        "opponents_return": sum(others) / len(others) if others else None,
        "decisions": len({call.move_number for call in calls}),
        "move_calls": len(moves),
        "look_ups": sum(call.purpose == "look_up" for call in calls),
        **_counts(calls),
        **{kind: sum(call.failure == kind for call in moves) for kind in FAILURES},
        **{column: sum(call.form == form for call in moves) for column, form in FORMS.items()},
        "nudges": _nudges(moves),
        "unread": sum(call.purpose in SEARCHING and call.failure is not None for call in calls),
        "overlong": sum(call.overlong_bytes > 0 for call in moves),
        **_totals(calls),
        "seconds": sum(call.seconds for call in calls),
    }


def _nudges(moves: Sequence[Call]) -> int:
    """Returns the number of nudges in all decisions: a chat has those of the tries before it."""
    most: dict[int, int] = {}
    for call in moves:
        most[call.move_number] = max(call.nudges, most.get(call.move_number, 0))
    return sum(most.values())


def _counts(calls: Sequence[Call]) -> dict[str, int]:
    return {
        "calls": len(calls),
        "requests": sum(call.requests for call in calls),
        "retries": sum(call.retries for call in calls),
        "cached": sum(call.cached for call in calls),
    }


def _totals(calls: Sequence[Call]) -> dict[str, float | None]:
    paid = [call for call in calls if not call.cached]
    totals: dict[str, float | None] = {}
    for column in TOTALS:
        known = [value for value in (getattr(call, column) for call in paid) if value is not None]
        totals[column] = sum(known) if len(known) == len(paid) else None
    return totals
