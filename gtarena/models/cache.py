"""Cache of replies on disk, one SQLite file of plain JSON that several processes may share.

A call that one process is making is claimed there, so that no other makes it at the same time.
"""

import asyncio
import fcntl
import hashlib
import json
import os
import sqlite3
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cache, partial
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

from platformdirs import user_cache_path
from pydantic import TypeAdapter, ValidationError

from adapters import Message
from gtarena.models.base import Model, Reply, Request
from gtarena.models.settings import ModelSettings
from gtarena.models.shared_file import SharedFile, retry_while_busy
from gtarena.models.stop import Stop
from gtarena.system.redaction import hide_json_secrets, public_address

# Seconds between two looks for the reply to a call that another process is making.
FIRST_PAUSE, LONGEST_PAUSE = 0.02, 0.5
REMEDY = "cache.path=FILE sets another file, cache.enabled=false uses none"
_TABLE = """
CREATE TABLE IF NOT EXISTS replies (
    key TEXT PRIMARY KEY, created TEXT NOT NULL, model TEXT NOT NULL,
    request TEXT NOT NULL, reply TEXT NOT NULL, digest TEXT NOT NULL
)"""
CLAIMS_TABLE = "CREATE TABLE IF NOT EXISTS claims (key TEXT PRIMARY KEY, owner INTEGER NOT NULL, expires REAL NOT NULL)"
CLAIM_LIFETIME = 3600.0  # seconds after which nobody waits for an owner that runs but does not get on
_CLAIMS_REMEDY = "remove it; cache.path=FILE keeps another one beside another cache, cache.enabled=false needs none"
_SIGN_BYTES = 5  # of the random numbers that processes sign with
_REPLY = TypeAdapter(Reply)


@dataclass(frozen=True)
class CacheSummary:
    """Number of stored replies and size on disk."""

    entries: int
    bytes: int


def default_cache_path() -> Path:
    """Returns the cache file in the user's cache folder."""
    return user_cache_path("gtarena") / "responses.sqlite"


class ResponseCache:
    """Replies by key, in a file that is opened when first used.

    An entry that cannot be read, or was changed, counts as missing. All methods raise the errors of
    :meth:`SharedFile.reading`.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file = SharedFile(path, (_TABLE, CLAIMS_TABLE), "a response cache", REMEDY)
        self._claims = Claims(path)

    def get(self, *keys: str) -> Reply | None:
        """Returns the reply stored under the first of the keys that has one, at no cost, or ``None``."""
        with self._file.reading() as database:
            return next(filter(None, (_find_reply(database, key) for key in keys)), None)

    def claim(self, key: str) -> bool:
        """Claims a call for this process; returns false if it has been answered, or another process is making it."""
        with self._file.changing() as database:
            return _find_reply(database, key) is None and self._claims.take(database, key)

    def release(self, key: str) -> None:
        """Gives up a claim without a reply."""
        with self._file.changing() as database:
            self._claims.release(database, key)

    def put(self, key: str, model: str, request: str, reply: Reply) -> None:
        """Stores a reply, with its request as JSON for people who look into the file, and releases its claim."""
        stored = hide_json_secrets(json.dumps(vars(reply), default=vars))
        now = datetime.now(UTC).isoformat(timespec="milliseconds")
        row = (key, now, model, hide_json_secrets(request), stored, _digest(key, stored))
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
        if found and 0 < found[1] - now <= CLAIM_LIFETIME and signs.belongs_to_another(found[0]):
            return False
        database.execute("INSERT OR REPLACE INTO claims VALUES (?, ?, ?)", (key, signs.own, now + CLAIM_LIFETIME))
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
            raise OSError(f"{path}: {error.strerror}, so that calls cannot be claimed ({_CLAIMS_REMEDY})") from None

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
            stored = await retry_while_busy(partial(self._cache.get, *keys))
            if stored is not None:
                return stored
            self._stop.check()
            if await retry_while_busy(partial(self._cache.claim, keys[0])):
                return None
            await self._stop.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def _call(self, key: str, fields: str, request: Request) -> Reply:
        try:
            reply = await self._model.complete(request)
        except BaseException:
            # A claim that cannot be released ends with the process.
            with suppress(Exception):
                await retry_while_busy(partial(self._cache.release, key))
            raise
        try:
            await retry_while_busy(partial(self._cache.put, key, self._settings.name, fields, reply))
        except Exception as error:  # noqa: BLE001  (a reply that is paid for is not lost because it cannot be stored)
            self._stop.close(error)
        return reply


def _find_reply(database: sqlite3.Connection, key: str) -> Reply | None:
    row = database.execute("SELECT reply, digest FROM replies WHERE key = ?", (key,)).fetchone()
    if row is None or _digest(key, str(row[0])) != row[1]:
        return None
    try:
        return replace(_REPLY.validate_json(hide_json_secrets(row[0])), cost=0.0, seconds=0.0, retries=0, cached=True)
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
        "messages": [_hash_picture(message) for message in request.messages],
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


def _hash_picture(message: Message) -> dict[str, str]:
    """Returns a message with the hash of its picture in place of the picture."""
    return {name: hashlib.sha256(value.encode()).hexdigest() if name == "image" else value
            for name, value in message.items()}


def _digest(key: str, stored: str) -> str:
    return hashlib.sha256(f"{key}{stored}".encode()).hexdigest()

