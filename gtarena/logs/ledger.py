"""Ledger of a run: what its model calls spend, written down as they are made, so that no kill can hide it."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import ClassVar

from pydantic import FiniteFloat

from gtarena.logs.reader import ATTEMPTS, LEDGERS, LOGGED, Records, find, read_attempts, rows, validated
from gtarena.logs.records import Count, MatchRecord, StrictModel
from gtarena.logs.spending import Spending, sum_attempts
from gtarena.logs.writer import Lines, append_line
from gtarena.models.base import Reply


class LedgerEntry(StrictModel):
    """Line of a ledger; the lines add up to what was spent.

    A request that leaves is ``under_way`` until a further line says that it has been answered, or has failed. ``cost``
    is in US dollars, ``None`` if it is unknown.
    """

    NAME: ClassVar[str] = "an entry of a ledger"

    requests: Count = 0
    under_way: Count = 0
    tokens_in: Count = 0
    tokens_out: Count = 0
    cost: FiniteFloat | None = 0.0


_LEAVING = LedgerEntry(requests=1, under_way=1)
_TOO_LOW = "the spending shown may be too low"


class Ledger:
    """Meter that appends to one process's file of a run's folder, which is made when something is first spent.

    Lines are not synced to the disk one by one: a kill loses none, a power cut may lose the last.
    """

    def __init__(self, folder: Path, worker: str = "") -> None:
        self._lines = Lines(folder / (f"spending-{worker}.jsonl" if worker else "spending.jsonl"))

    def request(self) -> None:
        self._append(_LEAVING)

    def reply(self, reply: Reply) -> None:
        self._append(LedgerEntry(under_way=-1 - reply.retries, tokens_in=reply.tokens_in or 0,
                           tokens_out=reply.tokens_out or 0, cost=reply.cost))

    def failed(self, requests: int) -> None:
        if requests:
            self._append(LedgerEntry(under_way=-requests))

    def close(self) -> None:
        """Closes the file."""
        self._lines.close()

    def _append(self, entry: LedgerEntry) -> None:
        self._lines.append(entry.model_dump_json(exclude_defaults=True))


def open_ledger(folder: Path) -> None:
    """Brings forward, into a folder that has logs of earlier versions and no ledger, what those logs say was spent.

    Raises:
        OSError: the folder cannot be written.
    """
    logs = [path for pattern in (*LOGGED, ATTEMPTS) for path in folder.glob(pattern)]
    if logs and not any(folder.glob(LEDGERS)):
        spent = logged_spending(folder, FinishedSpending())
        entry = LedgerEntry(
            requests=spent.requests, tokens_in=spent.tokens_in, tokens_out=spent.tokens_out, cost=spent.cost)
        append_line(folder / "spending.jsonl", entry.model_dump_json(exclude_defaults=True))


class FinishedSpending:
    """Spending of finished matches by the file of matches in which they stand, each match once in a folder.

    ``files`` are those whose matches will all be added.
    """

    def __init__(self, files: Iterable[Path] = ()) -> None:
        self._by_file = {file: Spending() for file in files}
        self._counted: dict[Path, set[str]] = defaultdict(set)

    def add(self, file: Path, record: MatchRecord) -> None:
        """Adds what a match that stands in a file has spent."""
        counted = self._counted[file.parent]
        if record.match_id not in counted:
            counted.add(record.match_id)
            self._by_file[file].add_record(record)

    def of_folder(self, folder: Path) -> Spending:
        """Returns what the matches in a folder have spent; its files are read unless they were added all."""
        files = sorted(path for pattern in LOGGED for path in folder.glob(pattern))
        if not all(file in self._by_file for file in files):
            return _read_finished(files).of_folder(folder)
        spent = Spending()
        for file in files:
            spent.add(self._by_file[file])
        return spent


def _read_finished(files: Sequence[Path]) -> FinishedSpending:
    finished = FinishedSpending(files)
    for place, record in Records(*files).placed():
        if isinstance(record, MatchRecord):
            finished.add(place.file, record)
    return finished


def logged_spending(folder: Path, finished: FinishedSpending) -> Spending:
    """Returns what the matches and attempts in the logs of a run's folder spent."""
    spent = sum_attempts(read_attempts(*folder.glob(ATTEMPTS)))
    spent.add(finished.of_folder(folder))
    return spent


def unfinished_spending(finished: FinishedSpending, *paths: str | Path) -> Spending:
    """Returns what was spent in and below folders on anything but finished matches.

    Raises:
        UsageError: a path does not exist.
    """
    spent = sum_attempts(read_attempts(*paths))
    for folder in {path.parent for path in find(LEDGERS, *paths)}:
        spent.add((read_ledgers(folder) or Spending()).beyond(logged_spending(folder, finished)))
    return spent


def read_ledgers(folder: Path) -> Spending | None:
    """Returns what the ledgers of a run's folder sum up to, or ``None`` if it has none, as runs of earlier versions.

    A line that cannot be read is skipped with a warning; only a power cut, a person or a later gtarena can have written
    it.
    """
    paths = sorted(folder.glob(LEDGERS))
    if not paths:
        return None
    spent = Spending()
    for path in paths:
        for entry in rows(path, ledger_row, _TOO_LOW):
            spent.add(Spending(entry.requests, 0, entry.tokens_in, entry.tokens_out, entry.cost, entry.under_way))
    spent.under_way = max(0, spent.under_way)  # the line of a request may be damaged, and that of its end not
    return spent


def ledger_row(line: bytes) -> LedgerEntry:
    """Returns the entry that a line of a ledger holds.

    Raises:
        DamagedLineError: it holds none.
    """
    return validated(line, LedgerEntry)
