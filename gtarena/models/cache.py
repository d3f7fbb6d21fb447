"""Cache of replies on disk, one SQLite file of plain JSON that several processes may share."""

import asyncio
import hashlib
import json
import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

from platformdirs import user_cache_path
from pydantic import TypeAdapter, ValidationError

from adapters import Message
from gtarena.models import claims
from gtarena.models.base import Model, Reply, Request
from gtarena.models.claims import Claims
from gtarena.models.settings import ModelSettings
from gtarena.models.shared_file import SharedFile, patiently
from gtarena.models.stop import Stop
from gtarena.system.redaction import hidden_json, public_address

# Seconds between two looks for the reply to a call that another process is making.
FIRST_PAUSE, LONGEST_PAUSE = 0.02, 0.5
REMEDY = "cache.path=FILE sets another file, cache.enabled=false uses none"
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
    """Replies by key, in a file that is opened when first used.

    An entry that cannot be read, or was changed, counts as missing. All methods raise the errors of
    :meth:`SharedFile.reading`.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file = SharedFile(path, (_TABLE, claims.TABLE), "a response cache", REMEDY)
        self._claims = Claims(path)

    def get(self, *keys: str) -> Reply | None:
        """Returns the reply stored under the first of the keys that has one, at no cost, or ``None``."""
        with self._file.reading() as database:
            return next(filter(None, (_stored(database, key) for key in keys)), None)

    def claim(self, key: str) -> bool:
        """Claims a call for this process; returns false if it has been answered, or another process is making it."""
        with self._file.changing() as database:
            return _stored(database, key) is None and self._claims.take(database, key)

    def release(self, key: str) -> None:
        """Gives up a claim without a reply."""
        with self._file.changing() as database:
            self._claims.release(database, key)

    def put(self, key: str, model: str, request: str, reply: Reply) -> None:
        """Stores a reply, with its request as JSON for people who look into the file, and releases its claim."""
        stored = hidden_json(json.dumps(vars(reply), default=vars))
        now = datetime.now(UTC).isoformat(timespec="milliseconds")
        row = (key, now, model, hidden_json(request), stored, _digest(key, stored))
        with self._file.changing() as database:
            database.execute("INSERT OR REPLACE INTO replies VALUES (?, ?, ?, ?, ?, ?)", row)
            self._claims.release(database, key)

    def check(self) -> None:
        """Checks that the file can be written to, and calls claimed in it."""
        with self._file.changing():
            self._claims.check()

    def summary(self) -> CacheSummary:
        """Counts the stored replies and the bytes that they take."""
        with self._file.reading() as database:
            (entries,) = database.execute("SELECT count(*) FROM replies").fetchone()
        files = (self.path, self.path.with_name(f"{self.path.name}-wal"))
        return CacheSummary(entries, sum(file.stat().st_size for file in files if file.exists()))

    def close(self) -> None:
        """Closes the file."""
        self._file.close()


class CachedModel:
    """Model whose replies are cached; equal requests at the same time wait for the reply to the first of them.

    That holds for all processes that share the cache. A reply that cannot be stored is returned all the same. From then
    on calls are made without the cache, so that the matches under way end, and no other begins.

    Raises:
        NoMoreCalls: the cache could not be used before a call, or the run is stopped; the call was not made.
    """

    def __init__(self, model: Model, settings: ModelSettings, cache: ResponseCache, stop: Stop) -> None:
        self._model, self._settings, self._cache, self._stop = model, settings, cache, stop
        self._under_way: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def complete(self, request: Request) -> Reply:
        fields = [json.dumps(each, sort_keys=True, separators=(",", ":"))
                  for each in accepted_fields(self._settings, request)]
        keys = [hashlib.sha256(each.encode()).hexdigest() for each in fields]
        lock = self._under_way.setdefault(keys[0], asyncio.Lock())
        async with lock:
            if self._stop.closing and not self._stop.reason:
                return await self._model.complete(request)
            with self._stop.guarding():
                stored = await self._stored_or_claimed(keys)
            return await self._call(keys[0], fields[0], request) if stored is None else stored

    async def _stored_or_claimed(self, keys: Sequence[str]) -> Reply | None:
        """Returns the reply stored under one of the keys, or ``None`` once it is for this process to make the call."""
        pause = FIRST_PAUSE
        while True:
            stored = await patiently(partial(self._cache.get, *keys))
            if stored is not None:
                return stored
            self._stop.check()
            if await patiently(partial(self._cache.claim, keys[0])):
                return None
            await self._stop.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def _call(self, key: str, fields: str, request: Request) -> Reply:
        try:
            reply = await self._model.complete(request)
        except BaseException:
            # A claim that cannot be released ends with the process.
            with suppress(Exception):
                await patiently(partial(self._cache.release, key))
            raise
        try:
            await patiently(partial(self._cache.put, key, self._settings.name, fields, reply))
        except Exception as error:  # noqa: BLE001  (a reply that is paid for is not lost because it cannot be stored)
            self._stop.close(error)
        return reply


def _stored(database: sqlite3.Connection, key: str) -> Reply | None:
    row = database.execute("SELECT reply, digest FROM replies WHERE key = ?", (key,)).fetchone()
    if row is None or _digest(key, str(row[0])) != row[1]:
        return None
    try:
        return replace(_REPLY.validate_json(hidden_json(row[0])), cost=0.0, seconds=0.0, retries=0, cached=True)
    except ValidationError:
        return None


def accepted_fields(settings: ModelSettings, request: Request) -> list[dict[str, Any]]:
    """Returns the fields of a request, and those of other requests whose stored replies answer it too.

    A request with a schema counts as the same however it was sent: the server may have refused the schema, or
    ``model.structured`` may not send it. It is also answered by the reply to the same chat without any schema, from
    before there was one, unless the reply has to be held to it (``on``). So nothing is paid for again where the chat
    is the same.
    """
    asked = [request]
    if request.schema is not None and settings.structured != "on":
        asked.append(replace(request, schema=None))
    return [request_fields(settings, each) for each in asked]


def request_fields(settings: ModelSettings, request: Request) -> dict[str, Any]:
    """Returns everything that a reply may depend on, as plain JSON values without secrets."""
    address, logprobs = settings.address(), settings.top_logprobs(request)
    return {
        "model": settings.name,
        "api_base": address and public_address(address),
        "messages": [_keyed(message) for message in request.messages],
        "temperature": settings.temperature,
        "max_tokens": settings.limit(request),
        "reasoning_effort": settings.reasoning_effort,
        "schema": request.schema and dict(request.schema),
        "structured": settings.structured if request.schema else None,
        "seed": request.seed,
        "sample": request.sample,
        # Only if set, so that replies from before the setting existed are still found.
        **({} if logprobs is None else {"logprobs": logprobs}),
    }


def _keyed(message: Message) -> dict[str, str]:
    """Returns a message with the hash of its picture in place of the picture."""
    return {name: hashlib.sha256(value.encode()).hexdigest() if name == "image" else value
            for name, value in message.items()}


def _digest(key: str, stored: str) -> str:
    return hashlib.sha256(f"{key}{stored}".encode()).hexdigest()

