"""Most bytes that a server may send in answer to a request."""

from contextvars import ContextVar

BASE = 2 * 2**20  # bytes; for headers, thinking that ``max_tokens`` does not count, and the like
MOST_TOKENS = 2**18  # of an answer without a limit of ours
PER_TOKEN = 128  # bytes of JSON for a token, or for one of its log-probabilities; real ones take about 10 and 60


class ReplyTooLargeError(Exception):
    """Answer longer than the limit; the message states it."""


def most_bytes(tokens: int | None, logprobs: int | None) -> int:
    """Returns the most bytes, after decompression, that an answer of so many tokens can need.

    ``None`` tokens are as many as any provider allows; ``logprobs`` is the number of most probable tokens in each place
    whose log-probabilities it holds, ``None`` if it holds no log-probabilities.
    """
    entries = 1 if logprobs is None else 2 + logprobs
    return BASE + PER_TOKEN * entries * (tokens or MOST_TOKENS)


# Set for the task that makes a request, because litellm passes nothing on to the connection.
LIMIT: ContextVar[int] = ContextVar("LIMIT", default=BASE)
