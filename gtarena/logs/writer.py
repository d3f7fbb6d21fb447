"""Durable appending to the log files of a run."""

import asyncio
import contextlib
import errno
import fcntl
import json
import logging
import os
import threading
from collections.abc import Callable, Collection, Iterator
from pathlib import Path

from gtarena.errors import UsageError
from gtarena.logs.prompt_texts import sha256
from gtarena.logs.reader import ATTEMPTS, LEDGERS, LOGGED, TEXTS, is_damaged
from gtarena.logs.records import Attempt, MatchRecord
from gtarena.system.files import name_in_errors, open_without_links, refuse_link
from gtarena.system.redaction import hide_secrets

LOCK = ".lock"
ERRORS = "errors.log"  # tracebacks of unforeseen errors
_WRITTEN = (LOCK, ERRORS, *LOGGED, TEXTS, ATTEMPTS, LEDGERS)

Tell = Callable[[Exception | None], None]  # called with the error if the line may not be on disk

_log = logging.getLogger(__name__)


@contextlib.contextmanager
def only_writer(folder: Path) -> Iterator[None]:
    """Locks the folder against other runs; the system releases the lock when this process ends, however it ends.

    Raises:
        UsageError: another process holds the lock, or a file to write to is a link.
    """
    for pattern in _WRITTEN:
        for path in folder.glob(pattern):
            refuse_link(path)
    with open(folder / LOCK, "w", opener=open_without_links) as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise UsageError(f"another gtarena is writing to {folder}") from error
        except OSError:
            _log.warning("%s: its file system has no locks; run one gtarena at a time there", folder)
        yield


class Lines:
    """File to which lines are appended, made with the first one; it stays open, so that no sync misses an error.

    One thread may append while another syncs.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._descriptor: int | None = None
        self._closing = threading.Lock()  # held by a sync, whose file must not be closed meanwhile

    def append(self, line: str) -> None:
        """Appends a line with a single write; a line that does not fit leaves no trace.

        Raises:
            OSError: the disk has no room for the whole line.
        """
        data = (line + "\n").encode()
        with name_in_errors(self._path):
            if self._descriptor is None:
                self._descriptor = _opened(self._path)
            written = os.write(self._descriptor, data)
            if written < len(data):
                os.ftruncate(self._descriptor, os.fstat(self._descriptor).st_size - written)
                raise OSError(errno.ENOSPC, f"no room for a line of {len(data)} bytes")

    def sync(self) -> None:
        """Returns when all lines that were appended before are on disk.

        Raises:
            OSError: they cannot be written.
        """
        with self._closing, name_in_errors(self._path):
            if self._descriptor is not None:
                os.fsync(self._descriptor)

    def close(self) -> None:
        with self._closing:
            if self._descriptor is not None:
                os.close(self._descriptor)
                self._descriptor = None


def _opened(path: Path) -> int:
    new = not path.exists()
    descriptor = open_without_links(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    if new:
        # A power cut could take a new file from its folder with all its lines; not every file system syncs folders.
        with contextlib.suppress(OSError):
            _sync(path.parent)
    return descriptor


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def append_line(path: Path, line: str) -> None:
    """Appends a line and syncs it to disk; a line that does not fit leaves no trace.

    Raises:
        OSError: the disk has no room for the whole line.
    """
    with contextlib.closing(Lines(path)) as lines:
        lines.append(line)
        lines.sync()


def sync_logs(folder: Path) -> None:
    """Syncs the log files of a folder, in which a killed process may have left lines that are not on disk yet.

    Raises:
        OSError: they cannot be written.
    """
    for pattern in (TEXTS, *LOGGED, ATTEMPTS):
        for path in folder.glob(pattern):
            _sync(path)


class LogWriter:
    """Writer of one process's log files: matches or answers, attempts, and the prompt texts that these refer to.

    A written match is in the file, as one whole line, and outlives the process; a power cut can take it until
    :meth:`sync` has returned. So a match may be announced only after a sync, which several may share. Texts and
    attempts are synced as they are written, texts before the match that refers to them.

    ``worker`` is part of the files' names if several processes write; ``stored`` holds the SHA-256s of the texts that
    are in the folder already.
    """

    def __init__(self, folder: Path, worker: str = "", stored: Collection[str] = ()) -> None:
        suffix = f"-{worker}" if worker else ""
        self._matches, self._answers, self._texts = (
            Lines(folder / f"{name}{suffix}.jsonl") for name in ("matches", "answers", "texts"))
        self._attempts = folder / f"attempts{suffix}.jsonl"
        self._stored = set(stored)
        self._pending: dict[str, str] = {}

    def put(self, text: str) -> str:
        digest = sha256(text)
        if digest not in self._stored:
            self._pending[digest] = text
        return digest

    def write(self, record: MatchRecord) -> None:
        """Appends the texts that the record refers to, syncs them, and appends the record without a sync.

        Raises:
            OSError: the disk has no room.
        """
        needed = {digest for call in record.calls for digest in call.hashes} & self._pending.keys()
        if needed:
            lines = [text_line(digest, self._pending[digest]) for digest in sorted(needed)]
            self._texts.append("\n".join(lines))
            self._texts.sync()
            self._stored |= needed
            for digest in needed:
                del self._pending[digest]
        (self._answers if record.asked else self._matches).append(record.line())

    def sync(self) -> None:
        """Returns when all matches that were written before are on disk; any thread may call it.

        Raises:
            OSError: they cannot be written.
        """
        self._matches.sync()
        self._answers.sync()

    def close(self) -> None:
        for lines in (self._texts, self._matches, self._answers):
            lines.close()

    def write_attempt(self, attempt: Attempt) -> None:
        """Appends an attempt at a match.

        Raises:
            OSError: the disk has no room.
        """
        append_line(self._attempts, attempt.line())


class GroupedSyncs:
    """Syncs of one log, one at a time, each for all lines that were written before it began.

    A sync begins as soon as a line waits for it and none is under way, so that no line waits longer than two take. It
    runs in a thread: what writes lines and awaits replies goes on meanwhile. ``sync`` returns when all lines are on
    disk, or raises. The tasks are made in ``tasks``, which fails with what a ``tell`` raises.
    """

    def __init__(self, sync: Callable[[], None], tasks: asyncio.TaskGroup) -> None:
        self._sync, self._tasks = sync, tasks
        self._waiting: list[Tell] = []
        self._task: asyncio.Task[None] | None = None

    def written(self, tell: Tell) -> None:
        """Takes note of a line that has been written; ``tell`` is called after its sync."""
        self._waiting.append(tell)
        if self._task is None or self._task.done():
            self._task = self._tasks.create_task(self._sync_all())

    async def at_most(self, lines: int) -> None:
        """Returns at once if no more than so many lines wait for the next sync, and otherwise when none waits."""
        if self._task is not None and len(self._waiting) > lines:
            await asyncio.wait({self._task})

    async def _sync_all(self) -> None:
        while self._waiting:
            covered, self._waiting = self._waiting, []
            failure: Exception | None = None
            try:
                await asyncio.to_thread(self._sync)
            except Exception as error:  # noqa: BLE001  (whatever kept the lines from the disk, or the sync from a thread)
                failure = error
            for tell in covered:
                tell(failure)


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


def repair_logs(folder: Path) -> None:
    """Repairs the last line of every log file of a folder, as :func:`repair` does."""
    for pattern in (*LOGGED, TEXTS, ATTEMPTS, LEDGERS):
        for path in folder.glob(pattern):
            repair(path)


def text_line(digest: str, text: str) -> str:
    """Returns the line of JSON that stores a text under its SHA-256, without the line break."""
    return json.dumps({"sha256": digest, "text": hide_secrets(text)})
