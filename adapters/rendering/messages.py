"""Messages of a chat with a model."""

import base64
from collections.abc import Iterable

Message = dict[str, str]  # role, content, and under "image" the base64 of a PNG file if the message carries one


def message(role: str, text: str, png: bytes | None = None) -> Message:
    """Returns a message with a text and perhaps a picture."""
    said = {"role": role, "content": text}
    return said if png is None else said | {"image": base64.b64encode(png).decode()}


def alternating(messages: Iterable[Message]) -> list[Message]:
    """Returns a chat in which adjacent messages of one role are one, with a blank line between their texts.

    At most one of adjacent messages carries a picture.
    """
    merged: list[Message] = []
    for turn in messages:
        if merged and merged[-1]["role"] == turn["role"]:
            merged[-1] = merged[-1] | turn | {"content": f"{merged[-1]['content']}\n\n{turn['content']}"}
        else:
            merged.append(turn)
    return merged
