"""Replies kept on disk, so that no call is paid for twice: one SQLite file of plain JSON, for several processes."""

import asyncio
import hashlib
import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
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


@dataclass(frozen=True)
class CacheSummary:
    """Number of stored replies and size on disk."""

    entries: int
    bytes: int


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
        now = datetime.now(UTC).isoformat(timespec="milliseconds")
        row = (key, now, model, request, stored, _digest(key, stored))
        with self._errors():
            self._database.execute("INSERT OR REPLACE INTO replies VALUES (?, ?, ?, ?, ?, ?)", row)

    def summary(self) -> CacheSummary:
        """Counts the stored replies and the bytes that they take."""
        with self._errors():
            (entries,) = self._database.execute("SELECT count(*) FROM replies").fetchone()
        files = (self.path, self.path.with_name(f"{self.path.name}-wal"))
        return CacheSummary(entries, sum(file.stat().st_size for file in files if file.exists()))

    def close(self) -> None:
        """Ends the use of the file."""
        self._database.close()

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

