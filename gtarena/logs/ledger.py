"""Ledger of a run: what its model calls spend, written down as they are made, so that no kill can hide it."""

from pathlib import Path
from typing import ClassVar

from pydantic import FiniteFloat

from gtarena.logs.reader import ATTEMPTS, LEDGERS, MATCHES, Records, attempts, find, rows, validated
from gtarena.logs.records import Count
from gtarena.logs.spending import Spending, of_attempts
from gtarena.logs.strict_model import StrictModel
from gtarena.logs.writer import Lines, append_line
from gtarena.models.base import Reply


class Entry(StrictModel):
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


_LEAVING = Entry(requests=1, under_way=1)
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
        self._append(Entry(under_way=-1 - reply.retries, tokens_in=reply.tokens_in or 0,
                           tokens_out=reply.tokens_out or 0, cost=reply.cost))

    def failed(self, requests: int) -> None:
        if requests:
            self._append(Entry(under_way=-requests))

    def close(self) -> None:
        """Closes the file."""
        self._lines.close()

    def _append(self, entry: Entry) -> None:
        self._lines.append(entry.model_dump_json(exclude_defaults=True))


def open_ledger(folder: Path) -> None:
    """Brings forward, into a folder that has logs of earlier versions and no ledger, what those logs say was spent.

    Raises:
        OSError: the folder cannot be written.
    """
    logs = [path for pattern in (MATCHES, ATTEMPTS) for path in folder.glob(pattern)]
    if logs and not any(folder.glob(LEDGERS)):
        spent = logged(folder)
        entry = Entry(
            requests=spent.requests, tokens_in=spent.tokens_in, tokens_out=spent.tokens_out, cost=spent.cost)
        append_line(folder / "spending.jsonl", entry.model_dump_json(exclude_defaults=True))


def logged(folder: Path) -> Spending:
    """Returns what the matches and attempts in the logs of a run's folder spent."""
    spent = of_attempts(attempts(*folder.glob(ATTEMPTS)))
    for record in Records(*folder.glob(MATCHES)):
        spent.add_record(record)
    return spent


def unfinished(*paths: str | Path) -> Spending:
    """Returns what was spent in and below folders on anything but finished matches.

    Raises:
        UsageError: a path does not exist.
    """
    spent = of_attempts(attempts(*paths))
    for folder in {path.parent for path in find(LEDGERS, *paths)}:
        spent.add((read_ledgers(folder) or Spending()).beyond(logged(folder)))
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


def ledger_row(line: bytes) -> Entry:
    """Returns the entry that a line of a ledger holds.

    Raises:
        DamagedLineError: it holds none.
    """
    return validated(line, Entry)
