"""Retries of model calls after rate limits, server errors and broken connections."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import replace

from tenacity import AsyncRetrying, RetryCallState, retry_if_exception, stop_after_attempt

from gtarena.models.base import Model, ModelError, NoMoreCalls, Reply, Request

# In seconds.
FIRST_WAIT = 1.0  # doubles with every retry
LONGEST_WAIT = 60.0
LONGEST_RETRY_AFTER = 300.0  # of a server's Retry-After header
MOST_DOUBLINGS = 32  # more than enough to reach the longest wait; thousands would overflow a float

Sleep = Callable[[float], Awaitable[None]]


class RetryingModel:
    """Model that retries a call up to ``retries`` times after temporary errors; nothing below it retries.

    ``rng`` spreads the waits, so that requests that failed together are not repeated together. ``sleep`` waits for a
    number of seconds.
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
        except NoMoreCalls as error:
            error.requests = made - 1  # the last one was refused
            raise
        return replace(reply, retries=made - 1)

    def _wait(self, state: RetryCallState) -> float:
        error = state.outcome and state.outcome.exception()
        retry_after = error.retry_after if isinstance(error, ModelError) else None
        return wait_seconds(state.attempt_number, retry_after, self._rng)


def wait_seconds(failures: int, retry_after: float | None, rng: random.Random) -> float:
    """Returns the seconds to wait after a number of failures in a row.

    They are drawn from the upper half of an exponentially growing interval, and added to the ``retry_after`` seconds
    for which the server asked.
    """
    longest = min(FIRST_WAIT * 2.0 ** min(failures - 1, MOST_DOUBLINGS), LONGEST_WAIT)
    return min(retry_after or 0.0, LONGEST_RETRY_AFTER) + rng.uniform(longest / 2, longest)


def _is_temporary(error: BaseException) -> bool:
    return isinstance(error, ModelError) and error.kind == "temporary"
