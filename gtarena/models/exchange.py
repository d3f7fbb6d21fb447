"""Exchange with a server during one call: the requests that left, what came back, and what ended it.

litellm and the clients below it wrap what happens in exceptions of their own, differently for every provider. An
exchange keeps it as it was.
"""

from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import NamedTuple

BASE = 2 * 2**20  # bytes; for headers, thinking that ``max_tokens`` does not count, and the like
MOST_TOKENS = 2**18  # of an answer without a limit of ours
PER_TOKEN = 128  # bytes of JSON for a token, or for one of its log-probabilities; real ones take about 10 and 60
SUCCESSES, FAILURES = range(200, 300), range(300, 1000)  # statuses


class ExchangeError(Exception):
    """End of an exchange without a whole answer; the message is in the words of whoever knows the cause best."""


class UnsendableError(ExchangeError):
    """Request that cannot be sent as it is."""


class UnsendableHeaderError(UnsendableError):
    """Request with a header that cannot be sent, such as one that holds a key with a line break."""


class UnreachableError(ExchangeError):
    """Connection that could not be made."""


class BrokenOffError(ExchangeError):
    """Connection that ended before the answer did."""


class MalformedError(ExchangeError):
    """Answer that is not HTTP, or not compressed as it says."""


class ReplyTooLargeError(ExchangeError):
    """Answer longer than the limit; the message states it."""


class RedirectedError(ExchangeError):
    """Answer that sends the request elsewhere; the message is the address."""


class Answer(NamedTuple):
    """Answer of a server; the names of ``headers`` are in lower case, and ``body`` is unpacked."""

    status: int
    headers: Mapping[str, str]
    body: bytes


@dataclass
class HttpExchange:
    """Exchange of one call, which ends with the first answer that is no success, or with a fault.

    ``limit`` is the most bytes of an answer. All requests go to the scheme, host and port of ``address``, which the
    first one sets if it is ``None``. ``leave`` is awaited when a request leaves, and its exception is the fault that
    keeps the request back. ``requests`` counts those that left; ``status`` and ``answer`` are the latest
    ones, the status being known first. ``stopped`` is the last address to which a client tried to connect by itself,
    past the transport.
    """

    limit: int
    leave: Callable[[], Awaitable[None]] = field(repr=False)
    address: str | None = None
    requests: int = 0
    status: int | None = None
    answer: Answer | None = None
    fault: Exception | None = None
    stopped: str = ""

    @property
    def succeeded(self) -> bool:
        """True if the latest answer says that it is a success, and so has probably been paid for."""
        return self.status in SUCCESSES

    @property
    def failed(self) -> bool:
        """True if the exchange has ended without a success, or a client was stopped before anything left."""
        return self.fault is not None or self.status in FAILURES or self.kept_back

    @property
    def kept_back(self) -> bool:
        """True if a client that connects by itself was stopped, and nothing has left otherwise."""
        return bool(self.stopped) and not self.requests

    def require_open(self) -> None:
        """Checks that another request may leave, so that nothing asks a second time unseen.

        Raises:
            ExchangeError: the exchange has ended.
            Exception: the fault with which it has.
        """
        if self.fault or self.status in FAILURES:
            raise self.fault or ExchangeError(f"the exchange ended with status {self.status}")

    async def depart(self) -> None:
        """Counts a request at the moment at which it leaves.

        Raises:
            Exception: whatever ``leave`` raises, which is the fault from then on.
        """
        try:
            await self.leave()
        except Exception as fault:
            self.fault = fault
            raise
        self.requests, self.status, self.answer = self.requests + 1, None, None


def most_bytes(tokens: int | None, logprobs: int | None) -> int:
    """Returns the most bytes, after decompression, that an answer of so many tokens can need.

    ``None`` tokens are as many as any provider allows; ``logprobs`` is the number of most probable tokens in each place
    whose log-probabilities it holds, ``None`` if it holds no log-probabilities.
    """
    entries = 1 if logprobs is None else 2 + logprobs
    return BASE + PER_TOKEN * entries * (tokens or MOST_TOKENS)


# Set for the task that makes a call, because litellm passes nothing on to the connection.
EXCHANGE: ContextVar[HttpExchange] = ContextVar("EXCHANGE")


@contextmanager
def exchanging(exchange: HttpExchange) -> Iterator[None]:
    """Makes all that leaves this task while the block runs part of an exchange."""
    mark = EXCHANGE.set(exchange)
    try:
        yield
    finally:
        EXCHANGE.reset(mark)


async def _refuse() -> None:
    raise UnsendableError("nothing may leave here")


def no_exchange() -> HttpExchange:
    """Returns an exchange in which nothing may leave."""
    return HttpExchange(0, _refuse)
