"""Claims on model calls: a call that one process is making is not made by another at the same time."""

import fcntl
import os
import sqlite3
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path

TABLE = "CREATE TABLE IF NOT EXISTS claims (key TEXT PRIMARY KEY, owner INTEGER NOT NULL, expires REAL NOT NULL)"
LIFETIME = 3600.0  # seconds after which nobody waits for an owner that runs but does not get on
_REMEDY = "remove it; cache.path=FILE keeps another one beside another cache, cache.enabled=false needs none"
_SIGN_BYTES = 5  # of the random numbers that processes sign with


class Claims:
    """Claims of all processes in the table ``claims`` of a file, which :class:`SharedFile` opens.

    A claim ends with the process that holds it, however it ends: each process locks a byte of its own in a file beside,
    and the system releases the lock. ``clock`` returns the time of day in seconds.
    """

    def __init__(self, path: Path, clock: Callable[[], float] = time.time) -> None:
        self._signs, self._clock = path.with_name(f"{path.name}-owners"), clock

    def check(self) -> None:
        """Checks that calls can be claimed.

        Raises:
            OSError: the file beside cannot be opened or locked, as in all other methods.
        """
        _signs(self._signs)

    def take(self, database: sqlite3.Connection, key: str) -> bool:
        """Claims a call in the running transaction; returns false if another process that still runs has claimed it."""
        signs, now = _signs(self._signs), self._clock()
        found = database.execute("SELECT owner, expires FROM claims WHERE key = ?", (key,)).fetchone()
        if found and 0 < found[1] - now <= LIFETIME and signs.belongs_to_another(found[0]):
            return False
        database.execute("INSERT OR REPLACE INTO claims VALUES (?, ?, ?)", (key, signs.own, now + LIFETIME))
        return True

    def release(self, database: sqlite3.Connection, key: str) -> None:
        """Gives up a claim, if this process holds it."""
        database.execute("DELETE FROM claims WHERE key = ? AND owner = ?", (key, _signs(self._signs).own))


class _Signs:
    """Numbers by which processes sign, each the position of a byte that its process keeps locked."""

    def __init__(self, path: Path) -> None:
        self.own = int.from_bytes(os.urandom(_SIGN_BYTES))
        try:
            self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
            fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, self.own)
        except OSError as error:
            raise OSError(f"{path}: {error.strerror}, so that calls cannot be claimed ({_REMEDY})") from None

    def belongs_to_another(self, sign: int) -> bool:
        if sign == self.own:
            return False
        try:
            fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, sign)
        except OSError:
            return True
        fcntl.lockf(self._file, fcntl.LOCK_UN, 1, sign)
        return False


@cache  # a process that closed any descriptor of the file would lose its lock
def _signs(path: Path) -> _Signs:
    return _Signs(path)
