"""Calls that outlive rate limits, failing servers and broken connections."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import replace

from tenacity import AsyncRetrying, RetryCallState, retry_if_exception, stop_after_attempt

from gtarena.models.base import Model, ModelError, Reply, Request
from gtarena.models.budget import BudgetSpent

# In seconds.
FIRST_WAIT = 1.0  # doubles with every retry
LONGEST_WAIT = 60.0
LONGEST_ASKED = 300.0  # the most that a server's Retry-After is heeded
ENOUGH_DOUBLINGS = 32  # to reach the longest wait; many more would be too much for a float

Sleep = Callable[[float], Awaitable[None]]


class RetryingModel:
    """A model whose temporary errors are tried again, ``retries`` times; nothing below it retries.

    ``rng`` spreads the waits, so that requests that failed together do not come back together.
    """

    def __init__(self, model: Model, retries: int, rng: random.Random, sleep: Sleep = asyncio.sleep) -> None:
        self._model, self._retries, self._rng, self._sleep = model, retries, rng, sleep

    async def complete(self, request: Request) -> Reply:
        made = 0

        async def once() -> Reply:
            nonlocal made
            made += 1
            return await self._model.complete(request)

        retrying = AsyncRetrying(
            sleep=self._sleep,
            stop=stop_after_attempt(self._retries + 1),
            wait=self._wait,
            retry=retry_if_exception(_is_temporary),
            reraise=True,
        )
        try:
            reply: Reply = await retrying(once)
        except ModelError as error:
            error.retries = made - 1
            raise
        except BudgetSpent as error:
            error.requests = made - 1  # the last one was refused
            raise
        return replace(reply, retries=made - 1)

    def _wait(self, state: RetryCallState) -> float:
        error = state.outcome and state.outcome.exception()
        asked = error.retry_after if isinstance(error, ModelError) else None
        return wait(state.attempt_number, asked, self._rng)


def wait(failures: int, asked: float | None, rng: random.Random) -> float:
    """The seconds to wait after so many failures in a row, the last of which asked for ``asked`` seconds.

    They are drawn from the upper half of an exponentially growing interval, and come on top of what was asked for.
    """
    longest = min(FIRST_WAIT * 2.0 ** min(failures - 1, ENOUGH_DOUBLINGS), LONGEST_WAIT)
    return min(asked or 0.0, LONGEST_ASKED) + rng.uniform(longest / 2, longest)


def _is_temporary(error: BaseException) -> bool:
    return isinstance(error, ModelError) and error.kind == "temporary"
