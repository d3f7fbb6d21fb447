"""Durable appending to the log files of a run."""

import fcntl
import json
import logging
import os
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

from gtarena.errors import UsageError
from gtarena.files import refuse_link, without_links
from gtarena.logs.prompt_texts import sha256
from gtarena.logs.reader import ATTEMPTS, MATCHES, TEXTS, is_damaged
from gtarena.logs.records import Attempt, MatchRecord

LOCK = ".lock"
ERRORS = "errors.log"  # tracebacks of unforeseen errors
_WRITTEN = (LOCK, ERRORS, MATCHES, TEXTS, ATTEMPTS)

_log = logging.getLogger(__name__)


@contextmanager
def only_writer(folder: Path) -> Iterator[None]:
    """Locks the folder against other runs; the system releases the lock when this process ends, however it ends.

    Raises:
        UsageError: another process holds the lock, or a file to write to is a link.
    """
    for pattern in _WRITTEN:
        for path in folder.glob(pattern):
            refuse_link(path)
    with open(folder / LOCK, "w", opener=without_links) as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise UsageError(f"another gtarena is writing to {folder}") from error
        except OSError:
            _log.warning("%s: its file system has no locks; run one gtarena at a time there", folder)
        yield


def append_line(path: Path, line: str) -> None:
    """Appends a line and syncs it to disk; a line that does not fit leaves no trace.

    Raises:
        OSError: the disk has no room for the whole line.
    """
    data = (line + "\n").encode()
    descriptor = without_links(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    try:
        written = os.write(descriptor, data)
        if written < len(data):
            os.ftruncate(descriptor, os.fstat(descriptor).st_size - written)
            raise OSError(f"{path}: no room for a line of {len(data)} bytes")
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


class LogWriter:
    """Writer of one process's log files: matches, attempts, and the prompt texts that matches refer to.

    ``worker`` is part of the files' names if several processes write; ``stored`` holds the SHA-256s of the texts that
    are in the folder already.
    """

    def __init__(self, folder: Path, worker: str = "", stored: Collection[str] = ()) -> None:
        suffix = f"-{worker}" if worker else ""
        self._matches, self._texts = folder / f"matches{suffix}.jsonl", folder / f"texts{suffix}.jsonl"
        self._attempts = folder / f"attempts{suffix}.jsonl"
        self._stored = set(stored)
        self._pending: dict[str, str] = {}

    def put(self, text: str) -> str:
        digest = sha256(text)
        if digest not in self._stored:
            self._pending[digest] = text
        return digest

    def write(self, record: MatchRecord) -> None:
        """Appends the texts that the record refers to, then the record; both are on disk when this returns.

        Raises:
            OSError: the disk has no room.
        """
        needed = {digest for call in record.calls for digest in call.hashes} & self._pending.keys()
        if needed:
            lines = [text_line(digest, self._pending[digest]) for digest in sorted(needed)]
            append_line(self._texts, "\n".join(lines))
            self._stored |= needed
            for digest in needed:
                del self._pending[digest]
        append_line(self._matches, record.line())

    def write_attempt(self, attempt: Attempt) -> None:
        """Appends an attempt at a match.

        Raises:
            OSError: the disk has no room.
        """
        append_line(self._attempts, attempt.line())


def repair(path: Path) -> bool:
    """Removes a last line that a crash left damaged, so that appending can go on; returns whether it found one.

    Only a last line that is not JSON and has no line break was torn by a crash; other damaged lines stay. A whole last
    line without a line break gets one.
    """
    start, last = 0, b""
    with path.open("rb") as file:
        for line in file:
            start, last = start + len(last), line
    if is_damaged(last) and not last.endswith(b"\n"):
        os.truncate(path, start)
        return True
    if last and not last.endswith(b"\n"):
        append_line(path, "")
    return False


def text_line(digest: str, text: str) -> str:
    """Returns the line of JSON that stores a text under its SHA-256, without the line break."""
    return json.dumps({"sha256": digest, "text": text})
