"""Requests to language models and their replies."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, Protocol

from adapters import Message
from adapters.replies.reply_forms import ReplyForm

ErrorKind = Literal["setup", "temporary", "unreadable"]
CLOCK_DIGITS = 6  # of seconds; every call in a log has a time, and further digits are noise


class ModelError(Exception):
    """Failure of a call to return a reply; the message is one line without secrets.

    ``kind`` is ``setup`` if the same call will fail again (a wrong key, an unknown model, a refused request),
    ``temporary`` if it may succeed later (a time-out, no connection, a rate limit, a failing server), and
    ``unreadable`` if there was an answer, which has probably been paid for, but no reply in it.
    ``model`` is the name of the model that was called, ``retry_after`` the number of seconds after which its server
    asked to be called again, and ``requests`` the number of requests that left. ``refused`` is true if the request
    itself was refused, and not its chat, its length or its key: without an unusual setting, such as
    log-probabilities or a schema, it might have been answered.
    """

    def __init__(
        self,
        message: str,
        kind: ErrorKind = "temporary",
        model: str = "",
        *,
        retry_after: float | None = None,
        requests: int = 0,
        refused: bool = False,
    ) -> None:
        super().__init__(message)
        self.kind: ErrorKind = kind
        self.model = model
        self.retry_after = retry_after
        self.requests = requests
        self.refused = refused


@dataclass(frozen=True, kw_only=True)
class Request:
    """One call: the chat so far, the number of the sample, and the seed of offline models.

    ``schema`` is the JSON schema of a reply in JSON, in the strict form that providers require: all properties of each
    object are required and ``additionalProperties`` is false. ``form`` describes for offline models the reply that the
    chat asks for; no other model sees it. ``max_tokens`` is the most tokens of the reply, and ``logprobs`` the number
    of most probable tokens in each place whose log-probabilities are asked for; of both, ``None`` leaves it to the
    model's settings.
    """

    messages: tuple[Message, ...]
    sample: int = 0
    seed: int = 0
    schema: Mapping[str, Any] | None = None
    form: ReplyForm | None = None
    max_tokens: int | None = None
    logprobs: int | None = None


@dataclass(frozen=True)
class Alternative:
    """Token that could have stood in a place, and its log-probability (natural logarithm)."""

    token: str
    logprob: float


@dataclass(frozen=True)
class TokenLogprob:
    """Token of a reply, its log-probability, and the most probable tokens in its place, as many as were asked for."""

    token: str
    logprob: float
    top: tuple[Alternative, ...] = ()


class TokenCounts(NamedTuple):
    """Token counts of a request, ``None`` where the server reports none.

    ``reasoning`` is a part of ``completion``, and ``cache_read`` the part of ``prompt`` that the provider read from its
    cache.
    """

    prompt: int | None = None
    completion: int | None = None
    reasoning: int | None = None
    cache_read: int | None = None


@dataclass(frozen=True, kw_only=True)
class Reply:
    """A model's reply. ``cost`` is in US dollars, ``None`` if the price is unknown; ``seconds`` is wall time.

    ``reasoning`` is the model's thinking before its answer. ``truncated`` is true if the token limit cut the reply off.
    ``tokens_cache_read`` is the part of ``tokens_in`` that the provider read from a cache of its own,
    ``tokens_reasoning`` a part of ``tokens_out``. ``retries`` counts requests beyond the first. A ``cached`` reply took
    no request: it cost nothing, and its token counts are those of the original request. ``logprobs`` are those of all
    tokens that the server sent, thinking included, if they were asked for and it sent them. ``structured`` is true if
    the request had a schema to which the server was to hold the reply.
    """

    text: str
    reasoning: str | None = None
    truncated: bool = False
    tokens_in: int | None = None
    tokens_out: int | None = None
    tokens_cache_read: int | None = None
    tokens_reasoning: int | None = None
    cost: float | None = None
    seconds: float = 0.0
    retries: int = 0
    cached: bool = False
    logprobs: tuple[TokenLogprob, ...] | None = None
    structured: bool = False


class Model(Protocol):
    """Answers requests: through litellm, as a wrapper around another model, or from a script in tests."""

    async def complete(self, request: Request) -> Reply:
        """Returns the model's reply.

        Raises:
            ModelError: the call failed.
            NoMoreCalls: no further call is allowed.
        """


class Meter(Protocol):
    """Notes what is spent at the moment at which it is.

    All methods raise ``OSError`` if it cannot be noted, and ``request`` raises ``NoMoreCalls`` if none may be sent any
    more.
    """

    def request(self) -> None:
        """Notes a request that is about to be sent."""

    def reply(self, reply: Reply) -> None:
        """Notes the tokens and the cost of a reply, and that its requests have ended: ``1 + reply.retries``."""

    def failed(self, requests: int) -> None:
        """Notes that so many requests have ended without a reply."""
