"""What an agent asks of a model, and what it gets back."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from adapters import Message

ErrorKind = Literal["setup", "temporary"]


class ModelError(Exception):
    """A call that brought no reply, which is never the model's own fault; the message is one line without secrets.

    ``kind`` is ``setup`` if the same call will fail again (a wrong key, an unknown model, a refused request) and
    ``temporary`` if it may succeed later (a time-out, no connection, a rate limit, a failing server).
    ``model`` is the name of the model that was called, ``retry_after`` the seconds that its server asked to be left
    alone for, and ``retries`` the number of requests beyond the first that were made in vain.
    """

    def __init__(
        self,
        message: str,
        kind: ErrorKind = "temporary",
        model: str = "",
        *,
        retry_after: float | None = None,
        retries: int = 0,
    ) -> None:
        super().__init__(message)
        self.kind: ErrorKind = kind
        self.model = model
        self.retry_after = retry_after
        self.retries = retries


@dataclass(frozen=True, kw_only=True)
class Request:
    """One call: the chat so far, which of several samples it is, and the seed that offline models draw from.

    ``schema`` is the JSON schema of the reply if it is to be JSON, in the strict form that providers ask for: every
    object with all its properties required and ``additionalProperties`` false.
    """

    messages: tuple[Message, ...]
    sample: int = 0
    seed: int = 0
    schema: Mapping[str, Any] | None = None


@dataclass(frozen=True, kw_only=True)
class Reply:
    """A model's answer. ``cost`` is in US dollars, ``None`` if the price is unknown; ``seconds`` is wall time.

    ``reasoning`` is what the model thought before it answered. ``truncated`` tells that the token limit cut the answer
    off. ``tokens_reasoning`` is a part of ``tokens_out``. ``retries`` counts requests beyond the first. A ``cached``
    reply took no request: it cost nothing, and its tokens are those of the request that once brought it.
    """

    text: str
    reasoning: str | None = None
    truncated: bool = False
    tokens_in: int | None = None
    tokens_out: int | None = None
    tokens_reasoning: int | None = None
    cost: float | None = None
    seconds: float = 0.0
    retries: int = 0
    cached: bool = False


class Model(Protocol):
    """Anything that answers requests: litellm, a wrapper around another model, a scripted fake in tests."""

    async def complete(self, request: Request) -> Reply:
        """The model's answer.

        Raises:
            ModelError: there is none.
        """
