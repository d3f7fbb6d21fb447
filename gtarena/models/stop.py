"""Stop of a run: once it is known that no further call can be paid for and kept, none leaves this process."""

import asyncio
import mmap
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

from gtarena.errors import NoMoreCalls
from gtarena.models.base import Meter, Model, Reply, Request
from gtarena.system.exhaustion import ExhaustedError, Resource, find_exhaustion, unwritable_error

RESERVE = 32 << 20  # bytes of address space, which take no memory


class Stop:
    """Stop of one process: after :meth:`halt` no call leaves, after :meth:`close` no match begins.

    ``reason`` and ``closing`` say why; the first reasons stay, and a run that is halted is closed.
    It holds a reserve of address space and gives it up when it stops the run, so that replies under way can be kept
    also where memory has run out.

    Raises:
        OSError: there is no memory for the reserve.
    """

    def __init__(self) -> None:
        self.reason = self.closing = ""
        self._reserve = mmap.mmap(-1, RESERVE, flags=mmap.MAP_PRIVATE)
        self._stopped = asyncio.Event()

    def halt(self, end: NoMoreCalls) -> NoMoreCalls:
        """Stops the run, unless it is stopped, and returns the error to raise."""
        self._reserve.close()
        self.reason = self.reason or str(end)
        self.closing = self.closing or self.reason
        self._stopped.set()
        return end

    def close(self, error: Exception) -> None:
        """Begins no further match, because a reply could not be stored; those under way are played to their end.

        Their replies are nowhere else, and would have to be bought again. Where it is not the file that is full or
        refused, but memory or another resource, they could not be played either, and the run is halted.
        """
        end = unwritable_error(error)
        if isinstance(end, ExhaustedError) and end.resource is not Resource.DISK:
            self.halt(end)
        self.closing = self.closing or str(end)

    def halt_if_ended(self, error: BaseException) -> NoMoreCalls | None:
        """Stops the run if an error ends it: a resource has run out, or no further call is allowed."""
        end = error if isinstance(error, NoMoreCalls) else find_exhaustion(error)
        return end and self.halt(end)

    @contextmanager
    def guarding(self) -> Iterator[None]:
        """Stops the run if the block fails for what ends a run, or for what it cannot write.

        Raises:
            NoMoreCalls: that is the case.
        """
        try:
            yield
        except OSError as error:
            raise self.halt(unwritable_error(error)) from None
        except Exception as error:
            if end := self.halt_if_ended(error):
                raise end from None
            raise

    def check(self) -> None:
        """Checks that calls may be made.

        Raises:
            NoMoreCalls: the run is stopped.
        """
        if self.reason:
            raise NoMoreCalls(self.reason)

    async def sleep(self, seconds: float) -> None:
        """Returns after so many seconds, or as soon as the run is stopped."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._stopped.wait()

    def on_loose_error(self, loop: asyncio.AbstractEventLoop, context: Mapping[str, Any]) -> None:
        """Takes the place of asyncio's own report of an error that nobody awaits, if it stops the run."""
        error = context.get("exception")
        if error is None or self.halt_if_ended(error) is None:
            loop.default_exception_handler(dict(context))


class StoppedModel:
    """Model that is called until the run is stopped, which an error of its calls may do.

    Raises:
        NoMoreCalls: the run is stopped; the call may have been made.
    """

    def __init__(self, model: Model, stop: Stop) -> None:
        self._model, self._stop = model, stop

    async def complete(self, request: Request) -> Reply:
        self._stop.check()
        with self._stop.guarding():
            return await self._model.complete(request)


class StoppedMeter:
    """Meter that refuses requests once the run is stopped, and stops it when something cannot be noted.

    Only :meth:`request` raises ``NoMoreCalls``; what is paid for is not lost.
    """

    def __init__(self, meter: Meter | None, stop: Stop) -> None:
        self._meter, self._stop = meter, stop

    def request(self) -> None:
        self._stop.check()
        if self._meter:
            with self._stop.guarding():
                self._meter.request()

    def reply(self, reply: Reply) -> None:
        if self._meter:
            with self._stopping():
                self._meter.reply(reply)

    def failed(self, requests: int) -> None:
        if self._meter:
            with self._stopping():
                self._meter.failed(requests)

    @contextmanager
    def _stopping(self) -> Iterator[None]:
        """Stops the run if the block fails, and goes on: a reply that is paid for is not lost."""
        try:
            yield
        except Exception as error:  # noqa: BLE001  (see above)
            self._stop.halt(unwritable_error(error))
