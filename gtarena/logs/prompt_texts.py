"""Prompt texts and the base64 of pictures in prompts, each stored once under its SHA-256."""

import hashlib
from collections.abc import Sequence
from typing import Protocol

from adapters import Message
from gtarena.logs.records import TextRef


class Texts(Protocol):
    """Destination of prompt texts."""

    def put(self, text: str) -> str:
        """Stores the text and returns its SHA-256 in hexadecimal digits."""


def sha256(text: str) -> str:
    """Returns the SHA-256 of a text in hexadecimal digits."""
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()


class InMemoryTexts(dict[str, str]):
    """Texts by SHA-256, kept in memory."""

    def put(self, text: str) -> str:
        digest = sha256(text)
        self[digest] = text
        return digest


def refer(texts: Texts, messages: Sequence[Message]) -> list[TextRef]:
    """Stores the texts and pictures of chat messages and returns references to them."""
    return [_reference(texts, message) for message in messages]


def _reference(texts: Texts, message: Message) -> TextRef:
    image = texts.put(message["image"]) if "image" in message else None
    return TextRef(role=message["role"], sha256=texts.put(message["content"]), image=image)
