"""Event loops with clocks of their own, so that tests of limits and deadlines do not wait."""

import asyncio
import selectors
import threading
from collections.abc import Coroutine
from typing import Any, TypeVar

Result = TypeVar("Result")

HANGING = 60.0  # seconds of real time after which a test has failed
TURN = 1e-9  # seconds that one turn of the loop takes, so that the clock never stands still


class _JumpingSelector(selectors.DefaultSelector):
    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        # Without a timer only another thread can go on, which takes real time.
        ready = super().select(None if timeout is None else 0)
        self.now += TURN if ready else max(timeout or 0.0, TURN)
        return ready


class VirtualTimeLoop(asyncio.SelectorEventLoop):
    """Loop whose clock starts at 0 and jumps to the next timer.

    Not for coroutines that wait for sockets or threads while a timer runs.
    """

    def __init__(self) -> None:
        self._jumping = _JumpingSelector()
        super().__init__(self._jumping)

    def time(self) -> float:
        return self._jumping.now


class SkippingLoop(asyncio.SelectorEventLoop):
    """Loop in real time, for sockets and threads, whose clock can be put forward."""

    _skipped = 0.0

    def time(self) -> float:
        return super().time() + self._skipped

    def skip(self, seconds: float) -> None:
        """Puts the clock forward, so that all deadlines up to then pass."""
        self._skipped += seconds


def run(coroutine: Coroutine[Any, Any, Result]) -> Result:
    """Runs a coroutine in virtual time, like ``asyncio.run``."""
    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        return runner.run(coroutine)


def run_until_late(coroutine: Coroutine[Any, Any, Result], begun: threading.Event, seconds: float) -> Result:
    """Runs a coroutine in real time until ``begun`` is set, and from then on as if ``seconds`` had passed."""
    loop = SkippingLoop()

    async def skip_once_begun() -> Result:
        task = asyncio.ensure_future(coroutine)
        assert await asyncio.to_thread(begun.wait, HANGING)
        loop.skip(seconds)
        return await task

    with asyncio.Runner(loop_factory=lambda: loop) as runner:
        return runner.run(skip_once_begun())


def now() -> float:
    """Returns the time of the running loop in seconds."""
    return asyncio.get_running_loop().time()
