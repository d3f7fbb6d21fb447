"""Ways in which a reply can fail to give a move."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

Failure = Literal["truncated", "empty", "unparsable", "illegal"]


class ReplyError(Exception):
    """Raised for a reply that states no legal move; the message can be shown to the model.

    ``reason`` is ``truncated`` (cut off by the token limit), ``empty``, ``unparsable`` (no answer stated) or
    ``illegal`` (the stated answer is not a legal move). ``fault`` is the message without the ``options`` that end it,
    for those who list the legal moves anyway.
    """

    def __init__(self, reason: Failure, fault: str, options: str = "") -> None:
        super().__init__(f"{fault} {options}" if options else fault)
        self.reason: Failure = reason
        self.fault = fault


@contextmanager
def refusals() -> Iterator[None]:
    """Turns a ``ValueError`` of the rules into a ``ReplyError`` for the model."""
    try:
        yield
    except ValueError as error:
        raise ReplyError("illegal", f"Your answer is not a legal move: {error}.") from error
