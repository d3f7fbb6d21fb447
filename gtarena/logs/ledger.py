"""Ledger of a run: what its model calls spend, written down as they are made, so that no kill can hide it."""

import logging
import os
from pathlib import Path

from pydantic import ValidationError

from gtarena.files import without_links
from gtarena.logs.reader import ATTEMPTS, LEDGERS, MATCHES, Records, attempts, find
from gtarena.logs.spending import Spending, of_attempts
from gtarena.logs.strict_model import StrictModel
from gtarena.logs.writer import append_line
from gtarena.models.base import Reply, StorageError

_log = logging.getLogger(__name__)


class Entry(StrictModel):
    """Line of a ledger; a request and its reply are two. ``cost`` is in US dollars, ``None`` if it is unknown."""

    requests: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    cost: float | None = 0.0


_REQUEST = Entry(requests=1)


class Ledger:
    """Meter that appends to one process's file of a run's folder, which is made when something is first spent.

    Lines are not synced to the disk one by one: a kill loses none, a power cut may lose the last.
    """

    def __init__(self, folder: Path, worker: str = "") -> None:
        self._path = folder / (f"spending-{worker}.jsonl" if worker else "spending.jsonl")
        self._file: int | None = None

    def request(self) -> None:
        try:
            self._append(_REQUEST)
        except OSError as error:
            raise StorageError(f"{self._path}: {error.strerror or error}") from None

    def reply(self, reply: Reply) -> None:
        entry = Entry(tokens_in=reply.tokens_in or 0, tokens_out=reply.tokens_out or 0, cost=reply.cost)
        try:
            self._append(entry)
        except OSError:
            # The match's record has it too, and the next request will be refused.
            _log.warning("%s: the spending of a reply could not be noted", self._path)

    def close(self) -> None:
        """Closes the file."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _append(self, entry: Entry) -> None:
        if self._file is None:
            self._file = without_links(self._path, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        data = f"{entry.model_dump_json(exclude_defaults=True)}\n".encode()
        written = os.write(self._file, data)
        if written < len(data):
            # A torn line would make the next one unreadable.
            os.ftruncate(self._file, os.fstat(self._file).st_size - written)
            raise OSError(f"no room for a line of {len(data)} bytes")


def open_ledger(folder: Path) -> None:
    """Brings forward, into a folder that has logs of earlier versions and no ledger, what those logs say was spent.

    Raises:
        UsageError: a log is damaged.
        OSError: the folder cannot be written.
    """
    logs = [path for pattern in (MATCHES, ATTEMPTS) for path in folder.glob(pattern)]
    if logs and not any(folder.glob(LEDGERS)):
        spent = logged(folder)
        entry = Entry(
            requests=spent.requests, tokens_in=spent.tokens_in, tokens_out=spent.tokens_out, cost=spent.cost)
        append_line(folder / "spending.jsonl", entry.model_dump_json(exclude_defaults=True))


def logged(folder: Path) -> Spending:
    """Returns what the matches and attempts in the logs of a run's folder spent.

    Raises:
        UsageError: a log is damaged.
    """
    spent = of_attempts(attempts(*folder.glob(ATTEMPTS)))
    for record in Records(*folder.glob(MATCHES)):
        spent.add_record(record)
    return spent


def unfinished(*paths: str | Path) -> Spending:
    """Returns what was spent in and below folders on anything but finished matches.

    Raises:
        UsageError: a path does not exist, or a log is damaged.
    """
    spent = of_attempts(attempts(*paths))
    for folder in {path.parent for path in find(LEDGERS, *paths)}:
        spent.add((read_ledgers(folder) or Spending()).beyond(logged(folder)))
    return spent


def read_ledgers(folder: Path) -> Spending | None:
    """Returns what the ledgers of a run's folder sum up to, or ``None`` if it has none, as runs of earlier versions.

    A damaged line is skipped with a warning; only a power cut or a person can have damaged it.
    """
    paths = sorted(folder.glob(LEDGERS))
    if not paths:
        return None
    spent = Spending()
    for path in paths:
        with path.open("rb") as file:
            for number, line in enumerate(file, start=1):
                _add(spent, line, f"{path}:{number}")
    return spent


def _add(spent: Spending, line: bytes, place: str) -> None:
    try:
        entry = Entry.model_validate_json(line)
    except ValidationError:
        _log.warning("%s: the line is damaged and skipped; the spending shown may be too low", place)
    else:
        spent.add(Spending(entry.requests, 0, entry.tokens_in, entry.tokens_out, entry.cost))
