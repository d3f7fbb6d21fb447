"""SQLite files that several processes share, opened when first used; nobody waits for a lock inside the event loop."""

import asyncio
import errno
import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import TypeVar

from gtarena.errors import UsageError
from gtarena.system.exhaustion import find_exhaustion

PATIENCE = 60.0  # seconds to try again while another process writes
FIRST_PAUSE, LONGEST_PAUSE = 0.001, 0.05  # seconds between two tries; they double
FILES = 3  # that SQLite opens for a database: itself, its log, and the log's index

# Of SQLite's numbers those that tell of an exhausted resource, as the system's.
_SYSTEM: Mapping[int, int] = {
    sqlite3.SQLITE_FULL: errno.ENOSPC,
    sqlite3.SQLITE_IOERR: errno.EIO,
    sqlite3.SQLITE_IOERR_NOMEM: errno.ENOMEM,
    sqlite3.SQLITE_IOERR_SHMMAP: errno.ENOMEM,
}

Result = TypeVar("Result")


class BusyError(OSError):
    """Another process is writing to the file at this moment."""


class SharedFile:
    """SQLite file with tables of these definitions; a ``path`` of ``None`` keeps them in memory.

    ``content`` and ``remedy`` are parts of error messages: what the file is, and what helps if it cannot be used.

    A process that is killed loses nothing that it had written, because the operating system already has it; after a
    power cut the last changes may be missing, but the file is intact. Not for network drives, where SQLite's log is
    unsafe. Belongs to the thread that first uses it.
    """

    def __init__(self, path: Path | None, tables: Sequence[str], content: str, remedy: str) -> None:
        self.path, self._tables, self._content, self._remedy = path, tables, content, remedy
        self._opened: sqlite3.Connection | None = None

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Yields the connection, for statements that each stand for themselves.

        Raises:
            BusyError: try again; see :func:`retry_while_busy`.
            UsageError: the file cannot be opened, or is damaged.
            OSError: the file can no longer be read or written, for example because the disk is full; such an
                exhaustion has the system's number and the path.
        """
        with self._errors():
            yield self._connection()

    @contextmanager
    def changing(self) -> Iterator[sqlite3.Connection]:
        """Yields the connection inside a transaction that no other process can interrupt.

        Raises:
            BusyError, UsageError, OSError: as for :meth:`reading`; nothing has been changed.
        """
        with self._errors():
            database = self._connection()
            database.execute("BEGIN IMMEDIATE")
            try:
                yield database
                database.execute("COMMIT")
            finally:
                if database.in_transaction:
                    database.execute("ROLLBACK")

    def close(self) -> None:
        """Closes the file if it was opened."""
        if self._opened:
            self._opened.close()
            self._opened = None

    def _connection(self) -> sqlite3.Connection:
        if self._opened is None:
            self._opened = self._open()
        return self._opened

    def _open(self) -> sqlite3.Connection:
        database: sqlite3.Connection | None = None
        try:
            if self.path:
                self.path.parent.mkdir(parents=True, exist_ok=True)
            database = sqlite3.connect(self.path or ":memory:", timeout=0, isolation_level=None)
            # A value that is not valid UTF-8 makes one entry unreadable, not all.
            database.text_factory = lambda stored: stored.decode(errors="replace")
            database.execute("PRAGMA journal_mode=WAL")
            database.execute("PRAGMA synchronous=NORMAL")
            for table in self._tables:
                database.execute(table)
        except (OSError, sqlite3.Error) as error:
            if database:
                database.close()
            if isinstance(error, sqlite3.DatabaseError) and (_is_busy(error) or not _is_operational(error)):
                raise
            if refused := self._exhaustion_of(error):
                raise refused from None
            raise UsageError(f"{self.path} cannot be opened: {error} ({self._remedy})") from None
        return database

    @contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.DatabaseError as error:
            if _is_busy(error):
                raise BusyError(f"{self.path}: another process keeps it locked ({self._remedy})") from None
            if refused := self._exhaustion_of(error):
                raise refused from None
            if _is_operational(error):
                raise OSError(f"{self.path}: {error} ({self._remedy})") from None
            raise UsageError(
                f"{self.path} is not {self._content}, or is damaged ({error}); it can be deleted") from None

    def _exhaustion_of(self, error: Exception) -> OSError | None:
        """Returns the system's error if a resource of this machine has run out."""
        if isinstance(error, OSError):
            return error if find_exhaustion(error) else None
        code = getattr(error, "sqlite_errorcode", 0)
        if code & 0xFF == sqlite3.SQLITE_CANTOPEN:
            return self._cannot_open()
        return system_error(error, self.path)

    def _cannot_open(self) -> OSError | None:
        """Returns the system's reason for which no files can be opened, if there is one: SQLite does not tell it."""
        with ExitStack() as files:
            try:
                files.enter_context(open(self.path or os.devnull, "ab"))
                for _ in range(FILES - 1):
                    files.enter_context(TemporaryFile(dir=self.path and self.path.parent))
            except OSError as error:
                return error if find_exhaustion(error) else None
        return None


def system_error(error: Exception, path: Path | None) -> OSError | None:
    """Returns the system's error behind one of SQLite's about a file, if a resource of this machine has run out."""
    code = getattr(error, "sqlite_errorcode", 0)
    number = _SYSTEM.get(code, _SYSTEM.get(code & 0xFF))
    return OSError(number, str(error), str(path)) if number else None


async def retry_while_busy(attempt: Callable[[], Result]) -> Result:
    """Returns the result of an attempt, which is repeated, with pauses, while another process writes to its file.

    Raises:
        OSError: the other process has not finished for ``PATIENCE`` seconds, or what else the attempt raises.
    """
    pause, waited = FIRST_PAUSE, 0.0
    while True:
        try:
            return attempt()
        except BusyError:
            if waited >= PATIENCE:
                raise
        await asyncio.sleep(pause)
        waited += pause
        pause = min(2 * pause, LONGEST_PAUSE)


def _is_busy(error: sqlite3.DatabaseError) -> bool:
    return _code(error) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def _is_operational(error: sqlite3.DatabaseError) -> bool:
    return isinstance(error, sqlite3.OperationalError)


def _code(error: sqlite3.DatabaseError) -> int:
    return getattr(error, "sqlite_errorcode", 0) & 0xFF  # without the details of extended codes
