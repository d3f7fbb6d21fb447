"""Ways in which a reply can fail to give a move."""

from typing import Literal

Failure = Literal["truncated", "empty", "unparsable", "illegal", "ambiguous"]


class ReplyError(Exception):
    """Raised for a reply that states no legal move; the message can be shown to the model.

    ``reason`` is ``truncated`` (cut off by the token limit), ``empty``, ``unparsable`` (no answer stated),
    ``illegal`` (the stated answer is not a legal move) or ``ambiguous`` (stated answers differ). ``fault`` is the
    message without the ``options`` that end it, for those who list the legal moves anyway.
    """

    def __init__(self, reason: Failure, fault: str, options: str = "") -> None:
        super().__init__(f"{fault} {options}" if options else fault)
        self.reason: Failure = reason
        self.fault = fault
