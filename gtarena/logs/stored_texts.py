"""Reading of the texts of prompts that lie beside the matches of a log, by their SHA-256."""

import json
import re
from collections.abc import Collection, Iterator
from pathlib import Path

from gtarena.logs.damage import DamagedLineError
from gtarena.logs.reader import TEXTS, find, folders, rows

_TEXT = re.compile(rb'\{"sha256": ?"([0-9a-f]{64})", ?"text": ?"')
_NOT_SHOWN = "reports do not show the prompt"


def read_texts(wanted: Collection[str], *paths: str | Path) -> dict[str, str]:
    """Returns the wanted texts that are stored below folders or beside files, by SHA-256.

    Args:
        wanted: SHA-256s in hexadecimal digits; others are left out, and missing ones are not an error.
        paths: folders, searched to the bottom, or files of matches.

    Raises:
        UsageError: a path does not exist.
    """
    def parse(line: bytes) -> tuple[str, str]:
        """Parses the line of a text that may be wanted; of a long log, few are."""
        digest = stated_digest(line)
        return text_row(line) if digest is None or digest in wanted else (digest, "")

    return {digest: text for file in find(TEXTS, *folders(*paths)) for digest, text in rows(file, parse, _NOT_SHOWN)
            if digest in wanted}


def stored_texts(*paths: str | Path) -> Iterator[tuple[str, str]]:
    """Yields the SHA-256s and texts that are stored below folders or beside files, each once.

    Raises:
        UsageError: a path does not exist.
    """
    seen: set[str] = set()
    for digest, text in _texts(*folders(*paths)):
        if digest not in seen:
            seen.add(digest)
            yield digest, text


def text_hashes(*paths: str | Path) -> set[str]:
    """Returns the SHA-256 of every stored text.

    Raises:
        UsageError: a path does not exist.
    """
    return {digest for digest, _ in _texts(*paths)}


def stated_digest(line: bytes) -> str | None:
    """Returns the SHA-256 with which a line of texts begins if it seems to be whole, without parsing it."""
    return found[1].decode() if (found := _TEXT.match(line)) and line.rstrip().endswith(b'"}') else None


def text_row(line: bytes) -> tuple[str, str]:
    """Returns the SHA-256 and the text that a line of texts holds.

    Raises:
        DamagedLineError: it holds none.
    """
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise DamagedLineError("not JSON") from error
    found = (row.get("sha256"), row.get("text")) if isinstance(row, dict) else (None, None)
    match found:
        case (str(digest), str(text)):
            return digest, text
    raise DamagedLineError("it has no sha256 or no text")


def _texts(*paths: str | Path) -> Iterator[tuple[str, str]]:
    for file in find(TEXTS, *paths):
        yield from rows(file, text_row, _NOT_SHOWN)
