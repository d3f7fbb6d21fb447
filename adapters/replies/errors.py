"""Ways in which a reply can fail to give a move."""

from collections.abc import Mapping
from typing import Literal

Failure = Literal["truncated", "empty", "unparsable", "illegal", "ambiguous"]


class ReplyError(Exception):
    """Raised for a reply that states no legal move; the message can be shown to the model.

    ``reason`` is ``truncated`` (cut off by the token limit), ``empty``, ``unparsable`` (no answer stated),
    ``illegal`` (the stated answer is not a legal move) or ``ambiguous`` (stated answers differ). ``fault`` is the
    message without the ``options`` that end it, for those who list the legal moves anyway. ``found`` is what a
    published program found in the reply, for a wording that answers as that program does.
    """

    def __init__(
        self, reason: Failure, fault: str, options: str = "", found: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(f"{fault} {options}" if options else fault)
        self.reason: Failure = reason
        self.fault = fault
        self.found = found or {}
