"""Descriptions of pictures: the request to a model that sees one, and its words as they are shown to another."""

import hashlib

from adapters.rendering import templates
from adapters.rendering.messages import Message, message

WORDINGS = "describe"  # the folder of the texts around descriptions, which all games share


def request(long_name: str, png: bytes) -> Message:
    """Returns the question for a description of the picture of a position in a game of that name."""
    return message("user", templates.renderer(WORDINGS, "request")(long_name=long_name), png)


def shown(description: str) -> str:
    """Returns what stands in the place of a picture: its description, every line of it quoted."""
    lines = [line.strip() for line in description.splitlines()]
    return templates.renderer(WORDINGS, "shown")(lines=[line for line in lines if line])


def digest() -> str:
    """Returns a short hash of the texts around descriptions."""
    digests = (templates.prompt_digest(WORDINGS, name) for name in ("request", "shown"))
    return hashlib.sha256("\n".join(digests).encode()).hexdigest()[:8]
