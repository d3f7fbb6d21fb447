"""Prompt texts, each stored once and referred to by its hash."""

import hashlib
from collections.abc import Sequence
from typing import Protocol

from adapters import Message
from gtarena.logs.records import TextRef


class Texts(Protocol):
    """Where prompt texts go."""

    def put(self, text: str) -> str:
        """Keeps the text and returns its SHA-256 in hexadecimal digits."""


def sha256(text: str) -> str:
    """The SHA-256 of a text in hexadecimal digits."""
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()


class InMemoryTexts(dict[str, str]):
    """Texts by hash, kept in memory."""

    def put(self, text: str) -> str:
        digest = sha256(text)
        self[digest] = text
        return digest


def refer(texts: Texts, messages: Sequence[Message]) -> list[TextRef]:
    """The chat messages as references to their texts."""
    return [TextRef(role=message["role"], sha256=texts.put(message["content"])) for message in messages]
