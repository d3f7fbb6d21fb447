"""Limits on requests and tokens per minute, as model providers set them."""

import asyncio

from aiolimiter import AsyncLimiter

from gtarena.models.base import Model, Reply, Request

MINUTE = 60.0  # seconds
TOKEN_LENGTH = 4  # characters, about, in English


class RateLimitedModel:
    """Model whose requests wait, in the order in which they were made, until the limits allow them.

    The tokens of a request are known only after its reply. So its prompt is charged in advance, as estimated from its
    length, and later requests pay the difference: the limit holds on average, and is exceeded at most by the replies
    under way. Belongs to the event loop that first calls it, whose clock measures the minutes.
    """

    def __init__(self, model: Model, requests: int | None, tokens: int | None) -> None:
        self._model = model
        self._requests = _limiter(requests) if requests else None
        self._tokens = _limiter(tokens) if tokens else None
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


def _limiter(per_minute: int) -> AsyncLimiter:
    # What is let through at once comes on top of what each minute may see, so that is kept to a second's worth.
    at_once = max(1.0, per_minute / 60)
    return AsyncLimiter(at_once, at_once * MINUTE / per_minute)
