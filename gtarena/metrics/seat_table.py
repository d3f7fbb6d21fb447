"""Tidy data: a row per seat of every match, with a typed column per setting of its agent, game and run."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from gtarena.logs.records import MatchRecord
from gtarena.metrics.columns import Kind
from gtarena.metrics.frames import CALLS, FAILURES, FORMS, TOTALS, seat_row
from gtarena.metrics.job_matches import JobMatches
from gtarena.metrics.logged_table import LoggedTable
from gtarena.metrics.match_results import seat_results

if TYPE_CHECKING:
    import pandas as pd

# By their columns, in their order.
KINDS: dict[str, Kind] = {
    **dict.fromkeys(("match_id", "job", "source", "suite", "game", "unit"), "text"), "match_seed": "whole",
    **dict.fromkeys(("players", "team_count", "seat", "team"), "whole"),
    **dict.fromkeys(("agent", "model", "opponent", "opponent_model", "outcome"), "text"), "is_offender": "truth",
    "result": "text", **dict.fromkeys(("return", "opponents_return"), "number"),
    **dict.fromkeys(("decisions", *CALLS, "move_calls", "failures", *FAILURES, "nudges", *FORMS), "whole"),
    **dict.fromkeys(("overlong", "look_up_calls", "unread"), "whole"),
    **dict.fromkeys((*TOTALS, "seconds"), "number")}


@overload
def load_seats(
    *paths: str | Path, columns: Collection[str] | None = None, batches: None = None) -> pd.DataFrame: ...


@overload
def load_seats(
    *paths: str | Path, columns: Collection[str] | None = None, batches: int) -> Iterator[pd.DataFrame]: ...


def load_seats(
    *paths: str | Path, columns: Collection[str] | None = None, batches: int | None = None,
) -> pd.DataFrame | Iterator[pd.DataFrame]:
    """Returns the logged matches as tidy data: a row per seat of every match, by match id and seat.

    ``docs/data.md`` says what each column is. The fixed ones are followed by a column for every setting: those of
    agents under their own names, such as ``temperature`` or ``illegal.retries``, parameters of games after ``game.``
    and settings of runs after ``run.``, such as ``run.draws``; a run's seed is ``seed``, beside the ``match_seed`` of
    each match. An agent's setting with the name of such a column begins with ``agent.``. A column of settings has one
    type: ``boolean``, ``Int64``, ``float64``, or a ``category`` of texts if there are other values or values of several
    types. A value is missing where a seat, a game or a run has no such setting or has none for it.

    The settings of a run are its seed and all others that one of the commands stated. They are read from what Hydra
    saves beside the log, and missing where there is nothing. A folder saves those of its latest command, so they are
    missing for matches that this command did not plan. A match that several jobs have played is there once, as one of
    the first of them.

    Args:
        paths: run folders, searched to the bottom, or files of matches.
        columns: the columns to return, in this order; by default all.
        batches: with a number, an iterator over frames of that many rows is returned, in the order of the files, for
            logs that do not fit into memory. With columns of settings the files are read twice.

    Raises:
        UsageError: a column or a path does not exist, or a log cannot be read.
    """
    return _SeatTable(JobMatches(*paths), tuple(KINDS), columns).load(batches)


class _SeatTable(LoggedTable):
    """Table of :func:`load_seats`."""

    KINDS = KINDS
    SORTED_BY = ("match_id", "seat")

    def number(self, record: MatchRecord, folder: Path) -> dict[str, Any]:
        for seat in record.seats:
            self.settings.of_agent(seat)
        return self.settings.of_match(record, folder)

    def rows(self, record: MatchRecord, folder: Path) -> Iterator[dict[str, Any]]:
        of_match = {
            "job": self.matches.job(folder), "source": record.source, "suite": record.suite, "game": record.game,
            "match_seed": record.seed}
        numbers = self.settings.of_match(record, folder)
        for number, result in enumerate(seat_results(record)):
            seat, row = record.seats[number], seat_row(record, number, 0, result)
            yield {**row, **of_match, **_beside(record, number), **numbers, **self.settings.of_agent(seat),
                   "failures": sum(row[kind] for kind in FAILURES), "look_up_calls": row["look_ups"]}


def _beside(record: MatchRecord, number: int) -> dict[str, Any]:
    """Returns columns of a seat that :func:`seat_row` does not have as they are here."""
    team = record.seat_teams[number]
    others = [seat for seat, theirs in zip(record.seats, record.seat_teams, strict=True) if theirs != team]
    return {
        "model": record.seats[number].model,
        "opponent": _joined(seat.agent for seat in others),
        "opponent_model": _joined(seat.model for seat in others),
        "is_offender": record.offender == number,
    }


def _joined(words: Iterable[str | None]) -> str | None:
    """Returns the distinct words joined, in the order of their first appearance, or ``None`` if there are none."""
    return "+".join(dict.fromkeys(word for word in words if word)) or None
