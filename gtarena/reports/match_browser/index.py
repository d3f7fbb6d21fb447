"""Index of a report's matches, from which its page searches and filters without opening files."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, get_args

from adapters.replies.errors import Failure
from gtarena import games
from gtarena.formatting import format_visible
from gtarena.logs.records import Call, MatchRecord
from gtarena.metrics.match_results import seat_results
from gtarena.reports.match_browser.packing import packed

FAILURES: tuple[str, ...] = get_args(Failure)


@dataclass(frozen=True)
class IndexRow:
    """Match as the index has it.

    ``results`` has ``win``, ``draw``, ``loss`` or ``None`` for each seat.
    ``failures`` has a bit for each of ``FAILURES`` that ended a reply which should have stated a move, and ``failing``
    the same for each seat. ``cost`` is in US dollars, ``None`` if that of a call is unknown.
    """

    match_id: str
    game: str
    seating: tuple[str, ...]
    outcome: str
    suite: str
    failures: int
    failing: tuple[int, ...]
    returns: tuple[float, ...] | None
    results: tuple[str | None, ...]
    turns: int
    calls: int
    cost: float | None
    started: str


def row_of(record: MatchRecord, names: Iterable[str], turns: int) -> IndexRow:
    """Returns the row of a match, given the names of its agents by seat and the number of its turns."""
    return IndexRow(
        format_visible(record.match_id),
        format_visible(games.label(record.game, record.params)),
        tuple(map(format_visible, names)),
        record.outcome,
        format_visible(record.suite or ""),
        _failures(record.calls),
        tuple(_failures(call for call in record.calls if call.player == seat) for seat in range(len(record.seats))),
        None if record.returns is None else tuple(record.returns),
        tuple(seat_results(record)),
        turns,
        len(record.calls),
        _cost(record.calls),
        format_visible(record.started),
    )


def _failures(calls: Iterable[Call]) -> int:
    """Returns a bit for each failure; only moves count, as in leaderboards."""
    found = {call.failure for call in calls if call.purpose == "move"}
    return sum(1 << place for place, failure in enumerate(FAILURES) if failure in found)


def _cost(calls: Iterable[Call]) -> float | None:
    """Returns the sum of the costs of all calls that were not answered from the cache, rounded to 9 digits."""
    costs = [call.cost for call in calls if not call.cached]
    known = [cost for cost in costs if cost is not None]
    return round(sum(known), 9) if len(known) == len(costs) else None


@dataclass
class Codes:
    """Numbers of the values of a column, in the order of their first appearance."""

    numbers: dict[Any, int] = field(default_factory=dict)

    def of(self, value: Any) -> int:
        """Returns the number of a value, a new one for a value that has none."""
        return self.numbers.setdefault(value, len(self.numbers))


@dataclass
class Index:
    """Index that grows file by file, in the order of the schedule; ``columns`` has an entry per match in each."""

    files: list[str] = field(default_factory=list)
    games: Codes = field(default_factory=Codes)
    seatings: Codes = field(default_factory=Codes)
    outcomes: Codes = field(default_factory=Codes)
    suites: Codes = field(default_factory=Codes)
    results: Codes = field(default_factory=Codes)
    failing: Codes = field(default_factory=Codes)
    columns: dict[str, list[Any]] = field(default_factory=dict)

    def add(self, file: str, rows: Iterable[IndexRow]) -> None:
        """Adds the matches of a file."""
        for row in rows:
            cells = {
                "id": row.match_id, "file": len(self.files), "game": self.games.of(row.game),
                "seating": self.seatings.of(row.seating), "outcome": self.outcomes.of(row.outcome),
                "suite": self.suites.of(row.suite), "failure": row.failures, "returns": row.returns,
                "results": self.results.of(row.results), "failing": self.failing.of(row.failing),
                "turns": row.turns, "calls": row.calls, "cost": row.cost, "started": row.started}
            for name, cell in cells.items():
                self.columns.setdefault(name, []).append(cell)
        self.files.append(file)

    @property
    def matches(self) -> int:
        """Number of matches."""
        return len(self.columns.get("id", ()))

    def content(self) -> dict[str, Any]:
        """Returns the index as JSON."""
        return {
            "files": self.files, "games": list(self.games.numbers), "seatings": list(self.seatings.numbers),
            "outcomes": list(self.outcomes.numbers), "suites": list(self.suites.numbers),
            "results": list(self.results.numbers), "failing": list(self.failing.numbers), "failures": FAILURES,
            "columns": self.columns}

    def text(self) -> str:
        """Returns the index as base64 of gzip of its JSON, without secrets."""
        return packed(self.content())
