"""Retries of model calls after rate limits, server errors and broken connections, and once after lost answers."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import replace

from tenacity import AsyncRetrying, RetryCallState, retry_if_exception, stop_after_attempt

from gtarena.errors import NoMoreCalls
from gtarena.models.base import Model, ModelError, Reply, Request

# In seconds.
FIRST_WAIT = 1.0  # doubles with every retry
LONGEST_WAIT = 60.0
LONGEST_RETRY_AFTER = 300.0  # of a server's Retry-After header
MOST_REBOUGHT = 1  # answers that are bought again because an earlier one cannot be read; the next may be no better
MOST_DOUBLINGS = 32  # more than enough to reach the longest wait; thousands would overflow a float

Sleep = Callable[[float], Awaitable[None]]


class RetryingModel:
    """Model that retries a call up to ``retries`` times after temporary errors; nothing below it retries.

    An answer that cannot be read has probably been paid for, and is bought at most ``MOST_REBOUGHT`` times more.
    ``rng`` spreads the waits, so that requests that failed together are not repeated together. ``sleep`` waits for a
    number of seconds.
    """

    def __init__(self, model: Model, retries: int, rng: random.Random, sleep: Sleep = asyncio.sleep) -> None:
        self._model, self._retries, self._rng, self._sleep = model, retries, rng, sleep

    async def complete(self, request: Request) -> Reply:
        requests = unreadable = 0

        async def once() -> Reply:
            nonlocal requests
            try:
                return await self._model.complete(request)
            except (ModelError, NoMoreCalls) as error:
                requests += error.requests
                raise

        def worth_another(error: BaseException) -> bool:
            nonlocal unreadable
            kind = error.kind if isinstance(error, ModelError) else "setup"
            unreadable += kind == "unreadable"
            return kind != "setup" and unreadable <= MOST_REBOUGHT

        retrying = AsyncRetrying(
            sleep=self._sleep,
            stop=stop_after_attempt(self._retries + 1),
            wait=self._wait,
            retry=retry_if_exception(worth_another),
            reraise=True,
        )
        try:
            reply: Reply = await retrying(once)
        except (ModelError, NoMoreCalls) as error:
            error.requests = requests
            raise
        return replace(reply, retries=reply.retries + requests)

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

