"""Replies kept on disk, so that no call is paid for twice: one SQLite file of plain JSON, for several processes."""

import asyncio
import hashlib
import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit
from weakref import WeakValueDictionary

from platformdirs import user_cache_path
from pydantic import TypeAdapter, ValidationError
from tenacity import Retrying, retry_if_exception, stop_after_delay, wait_random

from gtarena.errors import UsageError
from gtarena.models import error_messages
from gtarena.models.base import Model, Reply, Request
from gtarena.models.settings import ModelSettings

PATIENCE = 60.0  # seconds to wait while another process writes
_TABLE = """
CREATE TABLE IF NOT EXISTS replies (
    key TEXT PRIMARY KEY, created TEXT NOT NULL, model TEXT NOT NULL,
    request TEXT NOT NULL, reply TEXT NOT NULL, digest TEXT NOT NULL
)"""
_REPLY = TypeAdapter(Reply)


class Entry(NamedTuple):
    """One stored reply; ``request`` and ``reply`` are JSON, ``created`` a UTC time in ISO format."""

    key: str
    created: str
    model: str
    request: str
    reply: str


@dataclass(frozen=True)
class Summary:
    """What a cache holds: ``models`` counts the entries of each, ``bytes`` is its size on disk."""

    entries: int
    bytes: int
    models: dict[str, int]
    oldest: str | None
    newest: str | None


def default_path() -> Path:
    """Where replies are kept if no place is named."""
    return user_cache_path("gtarena") / "responses.sqlite"


class ResponseCache:
    """Replies by key. An entry that cannot be read, or was changed, counts as missing.

    A process that is killed loses no reply that ``put`` has stored, since the system has it by then; after a power
    cut the last ones may be missing, but the file is whole. Not for network drives, where SQLite's log is unsafe.
    Belongs to the thread that opened it.

    Raises:
        UsageError: the file cannot be opened, or is no such cache.
        OSError: it can no longer be read or written, as when the disk is full.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._database = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)
        except (OSError, sqlite3.OperationalError) as error:
            raise UsageError(f"cache.path={path} cannot be opened: {error}") from None
        # Bytes that are no text make one entry unreadable, not all.
        self._database.text_factory = lambda stored: stored.decode(errors="replace")
        with self._errors():
            # SQLite waits for other processes everywhere but here, where several may open a new file at once.
            Retrying(
                stop=stop_after_delay(PATIENCE),
                wait=wait_random(0.005, 0.05),
                retry=retry_if_exception(_is_busy),
                reraise=True,
            )(self._database.execute, "PRAGMA journal_mode=WAL")
            self._database.execute("PRAGMA synchronous=NORMAL")
            self._database.execute(_TABLE)

    def get(self, key: str) -> Reply | None:
        """The reply stored under a key, as one that costs nothing now."""
        with self._errors():
            row = self._database.execute("SELECT reply, digest FROM replies WHERE key = ?", (key,)).fetchone()
        if row is None or _digest(key, str(row[0])) != row[1]:
            return None
        try:
            return replace(_REPLY.validate_json(row[0]), cost=0.0, seconds=0.0, retries=0, cached=True)
        except ValidationError:
            return None

    def put(self, key: str, model: str, request: str, reply: Reply) -> None:
        """Stores a reply for good; ``request`` is the JSON that tells people what was asked."""
        stored = json.dumps(asdict(reply))
        row = (key, _iso(datetime.now(UTC)), model, request, stored, _digest(key, stored))
        with self._errors():
            self._database.execute("INSERT OR REPLACE INTO replies VALUES (?, ?, ?, ?, ?, ?)", row)

    def summary(self) -> Summary:
        """How much there is of what, and since when."""
        with self._errors():
            models = dict(self._database.execute("SELECT model, count(*) FROM replies GROUP BY model ORDER BY model"))
            oldest, newest = self._database.execute("SELECT min(created), max(created) FROM replies").fetchone()
        files = (self.path, self.path.with_name(f"{self.path.name}-wal"))
        size = sum(file.stat().st_size for file in files if file.exists())
        return Summary(sum(models.values()), size, models, oldest, newest)

    def entries(self, model: str | None = None) -> Iterator[Entry]:
        """All entries, or those of one model, the oldest first."""
        with self._errors():
            rows = self._database.execute(
                "SELECT key, created, model, request, reply FROM replies WHERE ?1 IS NULL OR model = ?1 "
                "ORDER BY created, key", (model,))
            for row in rows:
                yield Entry(*row)

    def prune(self, days: float) -> int:
        """Deletes the entries that are older, gives their space back, and returns how many there were."""
        return self._delete("WHERE created < ?", _iso(datetime.now(UTC) - timedelta(days=days)))

    def clear(self) -> int:
        """Deletes all entries, gives their space back, and returns how many there were."""
        return self._delete("")

    def close(self) -> None:
        """Ends the use of the file."""
        self._database.close()

    def _delete(self, condition: str, *values: str) -> int:
        with self._errors():
            deleted = self._database.execute(f"DELETE FROM replies {condition}", values).rowcount  # noqa: S608
            self._database.execute("VACUUM")
            self._database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return deleted

    @contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.OperationalError as error:
            raise OSError(f"{self.path}: {error}") from None
        except sqlite3.DatabaseError as error:
            raise UsageError(f"{self.path} is no response cache, or damaged ({error}); it can be deleted") from None


class CachedModel:
    """A model whose replies are kept; equal requests at the same time wait for the first one's reply."""

    def __init__(self, model: Model, settings: ModelSettings, cache: ResponseCache) -> None:
        self._model, self._settings, self._cache = model, settings, cache
        self._under_way: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def complete(self, request: Request) -> Reply:
        asked = json.dumps(identity(self._settings, request), sort_keys=True, separators=(",", ":"))
        key = hashlib.sha256(asked.encode()).hexdigest()
        lock = self._under_way.setdefault(key, asyncio.Lock())
        async with lock:
            stored = self._cache.get(key)
            if stored is not None:
                return stored
            reply = await self._model.complete(request)
            self._cache.put(key, self._settings.name, asked, reply)
            return reply


def identity(settings: ModelSettings, request: Request) -> dict[str, Any]:
    """Everything that a reply may depend on, in the form of JSON and without secrets."""
    return {
        "model": settings.name,
        "api_base": _public(settings.address()),
        "messages": [dict(message) for message in request.messages],
        "temperature": settings.temperature,
        "max_tokens": settings.max_tokens,
        "reasoning_effort": settings.reasoning_effort,
        "schema": request.schema and dict(request.schema),
        "structured": settings.structured if request.schema else None,
        "seed": request.seed,
        "sample": request.sample,
    }


def _is_busy(error: BaseException) -> bool:
    return isinstance(error, sqlite3.OperationalError) and error.sqlite_errorcode == sqlite3.SQLITE_BUSY


def _public(address: str | None) -> str | None:
    """An address without user name, password and query, any of which may hold a key."""
    if address is None:
        return None
    parts = urlsplit(address)
    return error_messages.one_line(f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}")


def _digest(key: str, stored: str) -> str:
    return hashlib.sha256(f"{key}{stored}".encode()).hexdigest()


def _iso(moment: datetime) -> str:
    return moment.isoformat(timespec="milliseconds")
