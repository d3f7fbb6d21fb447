"""Messages of a chat with a model; one carries a picture of a position, or a description of it by another model."""

import base64
import hashlib
from collections.abc import Iterable

from adapters.rendering import templates

Message = dict[str, str]  # role, content, and under "image" the base64 of a PNG file if the message carries one

DESCRIBE = "describe"  # the folder of the texts around descriptions, which all games share


def make_message(role: str, text: str, png: bytes | None = None) -> Message:
    """Returns a message with a text and perhaps a picture."""
    said = {"role": role, "content": text}
    return said if png is None else said | {"image": base64.b64encode(png).decode()}


def merge_turns(messages: Iterable[Message]) -> list[Message]:
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


def ask_for_description(long_name: str, png: bytes) -> Message:
    """Returns the question for a description of the picture of a position in a game of that name."""
    return make_message("user", templates.render_version(DESCRIBE, "request", long_name=long_name), png)


def quote_description(description: str) -> str:
    """Returns what stands in the place of a picture: its description, every line of it quoted."""
    lines = [line.strip() for line in description.splitlines()]
    return templates.render_version(DESCRIBE, "shown", lines=[line for line in lines if line])


def descriptions_digest() -> str:
    """Returns a short hash of the texts around descriptions."""
    digests = (templates.prompt_digest(DESCRIBE, name) for name in ("request", "shown"))
    return hashlib.sha256("\n".join(digests).encode()).hexdigest()[:8]
