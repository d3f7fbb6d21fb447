"""What an agent asks of a model, and what it gets back."""

from dataclasses import dataclass
from typing import Literal, Protocol

from adapters import Message

ErrorKind = Literal["setup", "temporary"]


class ModelError(Exception):
    """A call that brought no reply, which is never the model's own fault; the message is one line without secrets.

    ``kind`` is ``setup`` if the same call will fail again (a wrong key, an unknown model, a refused request) and
    ``temporary`` if it may succeed later (a time-out, no connection, a rate limit, a failing server).
    ``model`` is the name of the model that was called.
    """

    def __init__(self, message: str, kind: ErrorKind = "temporary", model: str = "") -> None:
        super().__init__(message)
        self.kind: ErrorKind = kind
        self.model = model


@dataclass(frozen=True, kw_only=True)
class Request:
    """One call: the chat so far, which of several samples it is, and the seed that offline models draw from."""

    messages: tuple[Message, ...]
    sample: int = 0
    seed: int = 0


@dataclass(frozen=True, kw_only=True)
class Reply:
    """A model's answer. ``cost`` is in US dollars, ``None`` if the price is unknown; ``seconds`` is wall time.

    ``truncated`` tells that the token limit cut the answer off. ``retries`` counts requests beyond the first.
    """

    text: str
    reasoning: str | None = None
    truncated: bool = False
    tokens_in: int | None = None
    tokens_out: int | None = None
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
