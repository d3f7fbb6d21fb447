"""No more requests and tokens per minute than a model's provider allows."""

import asyncio

from aiolimiter import AsyncLimiter

from gtarena.models.base import Model, Reply, Request

MINUTE = 60.0  # seconds
TOKEN_LENGTH = 4  # characters, about, in English


class LimitedModel:
    """A model whose requests wait until the limits allow them; they are let through in the order they came.

    A request's tokens are known only afterwards. So its prompt is charged beforehand, as estimated from its length, and
    what it really used is settled by the requests that follow: on average the limit holds, and it is exceeded at
    most by the replies under way. Belongs to the event loop that first calls it. ``minute`` is in seconds.
    """

    def __init__(self, model: Model, requests: int | None, tokens: int | None, minute: float = MINUTE) -> None:
        self._model = model
        self._requests = _limiter(requests, minute) if requests else None
        self._tokens = _limiter(tokens, minute) if tokens else None
        self._owed = 0.0  # tokens used beyond those charged; below zero if too many were charged
        self._turn = asyncio.Lock()

    async def complete(self, request: Request) -> Reply:
        estimate = sum(len(message["content"]) for message in request.messages) // TOKEN_LENGTH
        async with self._turn:
            if self._tokens:
                await self._charge(self._tokens, estimate)
            if self._requests:
                await self._requests.acquire()
        reply = await self._model.complete(request)
        if reply.tokens_in is not None:
            self._owed += reply.tokens_in + (reply.tokens_out or 0) - estimate
        return reply

    async def _charge(self, limiter: AsyncLimiter, estimate: int) -> None:
        self._owed += estimate
        while self._owed > 0:
            piece = min(self._owed, limiter.max_rate)
            await limiter.acquire(piece)
            self._owed -= piece


def _limiter(per_minute: int, minute: float) -> AsyncLimiter:
    # What is let through at once comes on top of what each minute may see, so that is kept to a second's worth.
    at_once = max(1.0, per_minute / 60)
    return AsyncLimiter(at_once, at_once * minute / per_minute)
