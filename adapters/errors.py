"""Ways in which a reply can fail to give a move."""

from typing import Literal

Failure = Literal["truncated", "empty", "unparsable", "illegal"]


class ReplyError(Exception):
    """Raised for a reply that states no legal move; the message can be shown to the model.

    ``reason`` is ``truncated`` (cut off by the token limit), ``empty``, ``unparsable`` (no answer stated) or
    ``illegal`` (the stated answer is not a legal move).
    """

    def __init__(self, reason: Failure, message: str) -> None:
        super().__init__(message)
        self.reason: Failure = reason
