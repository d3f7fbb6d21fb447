"""Cache of replies on disk, one SQLite file of plain JSON that several processes may share."""

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
from weakref import WeakValueDictionary

from platformdirs import user_cache_path
from pydantic import TypeAdapter, ValidationError
from tenacity import Retrying, retry_if_exception, stop_after_delay, wait_random

from adapters import Message
from gtarena.errors import UsageError
from gtarena.models.base import Model, Reply, Request
from gtarena.models.settings import ModelSettings
from gtarena.redaction import hidden_json, public_address

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
    """Returns the cache file in the user's cache folder."""
    return user_cache_path("gtarena") / "responses.sqlite"


class ResponseCache:
    """Replies by key. An entry that cannot be read, or was changed, counts as missing.

    A process that is killed loses no stored reply, because the operating system already has it; after a power cut the
    last replies may be missing, but the file is intact. Not for network drives, where SQLite's log is unsafe. Belongs
    to the thread that opened it.

    Raises:
        UsageError: the file cannot be opened, or is not a response cache.
        OSError: the file can no longer be read or written, for example because the disk is full.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._database = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)
        except (OSError, sqlite3.OperationalError) as error:
            raise UsageError(f"cache.path={path} cannot be opened: {error}") from None
        # A value that is not valid UTF-8 makes one entry unreadable, not all.
        self._database.text_factory = lambda stored: stored.decode(errors="replace")
        with self._errors():
            # The one statement for which SQLite itself does not wait, when several processes open a new file at once.
            Retrying(
                stop=stop_after_delay(PATIENCE),
                wait=wait_random(0.005, 0.05),
                retry=retry_if_exception(_is_busy),
                reraise=True,
            )(self._database.execute, "PRAGMA journal_mode=WAL")
            self._database.execute("PRAGMA synchronous=NORMAL")
            self._database.execute(_TABLE)

    def get(self, key: str) -> Reply | None:
        """Returns the reply stored under a key, at no cost, or ``None``."""
        with self._errors():
            row = self._database.execute("SELECT reply, digest FROM replies WHERE key = ?", (key,)).fetchone()
        if row is None or _digest(key, str(row[0])) != row[1]:
            return None
        try:
            return replace(_REPLY.validate_json(hidden_json(row[0])), cost=0.0, seconds=0.0, retries=0, cached=True)
        except ValidationError:
            return None

    def put(self, key: str, model: str, request: str, reply: Reply) -> None:
        """Stores a reply, with its request as JSON for people who look into the file."""
        stored = hidden_json(json.dumps(asdict(reply)))
        now = datetime.now(UTC).isoformat(timespec="milliseconds")
        row = (key, now, model, hidden_json(request), stored, _digest(key, stored))
        with self._errors():
            self._database.execute("INSERT OR REPLACE INTO replies VALUES (?, ?, ?, ?, ?, ?)", row)

    def summary(self) -> CacheSummary:
        """Counts the stored replies and the bytes that they take."""
        with self._errors():
            (entries,) = self._database.execute("SELECT count(*) FROM replies").fetchone()
        files = (self.path, self.path.with_name(f"{self.path.name}-wal"))
        return CacheSummary(entries, sum(file.stat().st_size for file in files if file.exists()))

    def close(self) -> None:
        """Closes the file."""
        self._database.close()

    @contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.OperationalError as error:
            raise OSError(f"{self.path}: {error}") from None
        except sqlite3.DatabaseError as error:
            raise UsageError(
                f"{self.path} is not a response cache, or is damaged ({error}); it can be deleted") from None


class CachedModel:
    """Model whose replies are cached; equal requests at the same time wait for the reply to the first of them."""

    def __init__(self, model: Model, settings: ModelSettings, cache: ResponseCache) -> None:
        self._model, self._settings, self._cache = model, settings, cache
        self._under_way: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def complete(self, request: Request) -> Reply:
        fields = json.dumps(request_fields(self._settings, request), sort_keys=True, separators=(",", ":"))
        key = hashlib.sha256(fields.encode()).hexdigest()
        lock = self._under_way.setdefault(key, asyncio.Lock())
        async with lock:
            stored = self._cache.get(key)
            if stored is not None:
                return stored
            reply = await self._model.complete(request)
            self._cache.put(key, self._settings.name, fields, reply)
            return reply


def request_fields(settings: ModelSettings, request: Request) -> dict[str, Any]:
    """Returns everything that a reply may depend on, as plain JSON values without secrets."""
    address = settings.address()
    return {
        "model": settings.name,
        "api_base": address and public_address(address),
        "messages": [_keyed(message) for message in request.messages],
        "temperature": settings.temperature,
        "max_tokens": settings.max_tokens,
        "reasoning_effort": settings.reasoning_effort,
        "schema": request.schema and dict(request.schema),
        "structured": settings.structured if request.schema else None,
        "seed": request.seed,
        "sample": request.sample,
        # Only if set, so that replies from before the setting existed are still found.
        **({} if settings.logprobs is None else {"logprobs": settings.logprobs}),
    }


def _keyed(message: Message) -> dict[str, str]:
    """Returns a message with the hash of its picture in place of the picture."""
    return {name: hashlib.sha256(value.encode()).hexdigest() if name == "image" else value
            for name, value in message.items()}


def _is_busy(error: BaseException) -> bool:
    return isinstance(error, sqlite3.OperationalError) and error.sqlite_errorcode == sqlite3.SQLITE_BUSY


def _digest(key: str, stored: str) -> str:
    return hashlib.sha256(f"{key}{stored}".encode()).hexdigest()

