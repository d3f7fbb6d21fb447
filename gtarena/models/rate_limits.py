"""Limits on requests and tokens per minute, as model providers set them, common to the processes of one machine."""

import asyncio
import hashlib
import json
import os
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from gtarena.models.base import Model, Reply, Request
from gtarena.models.settings import ModelSettings
from gtarena.models.shared_file import SharedFile, retry_while_busy
from gtarena.models.stop import Stop
from gtarena.system.exhaustion import unwritable_error

MINUTE = 60.0  # seconds
TOKEN_LENGTH = 4  # characters, about, in English
_REMEDY = "it is beside the response cache, and cache.path=FILE moves both"
_TABLE = """
CREATE TABLE IF NOT EXISTS queues (
    name TEXT PRIMARY KEY, free REAL NOT NULL, saved REAL NOT NULL, noted REAL NOT NULL
)"""


class Queues:
    """Queues for what may be used so many times a minute, in a file that processes share, or of this process alone.

    A queue is the generic cell rate algorithm (ITU-T I.371): ``free`` is the time at which all that was used so far
    would be used up at an even pace; up to a second's worth may be used ahead of it. ``saved`` was waited for and not
    used. ``clock`` returns the time of day in seconds.
    """

    def __init__(self, path: Path | None = None, clock: Callable[[], float] = time.time) -> None:
        self._file, self._clock = SharedFile(path, (_TABLE,), "a file of limits per minute", _REMEDY), clock

    def use(self, name: str, per_minute: int, amount: float) -> float:
        """Notes the use of an amount and returns the seconds until its turn; an amount below zero is saved.

        Raises:
            BusyError, UsageError, OSError: as for :meth:`SharedFile.reading`.
        """
        now, each = self._clock(), MINUTE / per_minute
        # What is let through at once comes on top of what each minute may see, so that is kept to a second's worth.
        at_once = max(1.0, per_minute / MINUTE)
        with self._file.changing() as database:
            found = database.execute("SELECT free, saved, noted FROM queues WHERE name = ?", (name,)).fetchone()
            free, saved, noted = found or (now, 0.0, now)
            free -= max(0.0, noted - now)  # the clock was put back
            left, turn = amount - (saved if now - noted < MINUTE else 0.0), now
            if left > 0:
                begin = max(free, now)
                turn, free = max(now, begin + (left - at_once) * each), begin + left * each
            row = (name, free, max(0.0, -left), now)
            database.execute("INSERT OR REPLACE INTO queues VALUES (?, ?, ?, ?)", row)
        return turn - now

    def close(self) -> None:
        """Closes the file."""
        self._file.close()


class RateLimitedModel:
    """Model whose requests wait, in the order in which they were made, until the limits allow them.

    The tokens of a request are known only after its reply. So its prompt is charged in advance, as estimated from its
    length, and later requests pay the difference: the limit holds on average, and is exceeded at most by the replies
    under way. Belongs to the event loop that first calls it.

    Raises:
        OSError: the file of the queues cannot be written to; the request was not made.
    """

    def __init__(self, model: Model, settings: ModelSettings, queues: Queues, stop: Stop) -> None:
        self._model, self._queues, self._name, self._stop = model, queues, _name(settings), stop
        self._requests, self._tokens = settings.requests_per_minute, settings.tokens_per_minute
        self._turn = asyncio.Lock()  # one place a process, so that little is lost with a process that is killed

    async def complete(self, request: Request) -> Reply:
        estimate = sum(len(message["content"]) for message in request.messages) // TOKEN_LENGTH
        async with self._turn:
            await self._wait("tokens", self._tokens, estimate)
            await self._wait("requests", self._requests, 1)
        reply = await self._model.complete(request)
        if self._tokens and reply.tokens_in is not None:
            try:
                await self._use("tokens", self._tokens, reply.tokens_in + (reply.tokens_out or 0) - estimate)
            except Exception as error:  # noqa: BLE001  (a reply that is paid for is not lost because it cannot be noted)
                self._stop.halt(unwritable_error(error))
        return reply

    async def _wait(self, kind: str, per_minute: int | None, amount: int) -> None:
        if per_minute is not None:
            await self._stop.sleep(await self._use(kind, per_minute, amount))

    async def _use(self, kind: str, per_minute: int, amount: int) -> float:
        return await retry_while_busy(partial(self._queues.use, f"{kind} {self._name}", per_minute, amount))


def _name(settings: ModelSettings) -> str:
    """Returns a hash of what a provider counts together: model, address and key."""
    key = os.environ.get(f"{settings.name.partition('/')[0].upper()}_API_KEY", "")
    return hashlib.sha256(json.dumps([settings.name, settings.address(), key]).encode()).hexdigest()
