"""Prompt texts, each stored once under its SHA-256."""

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
    """Stores the texts of chat messages and returns references to them."""
    return [TextRef(role=message["role"], sha256=texts.put(message["content"])) for message in messages]
