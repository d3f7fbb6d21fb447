"""Prompt texts and the base64 of pictures in prompts, each stored in logs once, under its SHA-256."""

import hashlib
import json
import re
import sqlite3
from collections.abc import Collection, Iterator, Sequence
from contextlib import closing
from functools import lru_cache
from pathlib import Path
from typing import Protocol

from adapters import Message
from gtarena.logs.damage import DamagedLineError
from gtarena.logs.reader import TEXTS, find, folders, read_line, rows
from gtarena.logs.records import TextRef
from gtarena.models.shared_file import system_error
from gtarena.system.redaction import hide_byte_secrets

_TEXT = re.compile(rb'\{"sha256": ?"([0-9a-f]{64})", ?"text": ?"')
_NOT_SHOWN = "reports do not show the prompt"


class Texts(Protocol):
    """Destination of prompt texts."""

    def put(self, text: str) -> str:
        """Stores the text and returns its SHA-256 in hexadecimal digits."""


@lru_cache(maxsize=1000)  # prompts repeat the rules, and those of short games come again
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


def read_prompt_texts(wanted: Collection[str], *paths: str | Path) -> dict[str, str]:
    """Returns the wanted texts that are stored below folders or beside files, by SHA-256.

    Args:
        wanted: SHA-256s in hexadecimal digits; others are left out, and missing ones are not an error.
        paths: folders, searched to the bottom, or files of matches.

    Raises:
        UsageError: a path does not exist.
    """
    def parse(line: bytes) -> tuple[str, str]:
        """Parses the line of a text that may be wanted; of a long log, few are."""
        digest = _stated_digest(line)
        return text_row(line) if digest is None or digest in wanted else (digest, "")

    return {digest: text for file in find(TEXTS, *folders(*paths)) for digest, text in rows(file, parse, _NOT_SHOWN)
            if digest in wanted}


def iterate_texts(*paths: str | Path) -> Iterator[tuple[str, str]]:
    """Yields the SHA-256s and texts that are stored below folders or beside files, each once.

    Raises:
        UsageError: a path does not exist.
    """
    seen: set[str] = set()
    for digest, text in _texts(*folders(*paths)):
        if digest not in seen:
            seen.add(digest)
            yield digest, text


def read_text_hashes(*paths: str | Path) -> set[str]:
    """Returns the SHA-256 of every stored text.

    Raises:
        UsageError: a path does not exist.
    """
    return {digest for digest, _ in _texts(*paths)}


def _stated_digest(line: bytes) -> str | None:
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


class TextPlaces:
    """Places of texts by SHA-256, in a file that several processes may read.

    It is a database, because the places of all texts of a long run would fill the memory of each process.
    """

    def __init__(self, path: Path) -> None:
        self._database = sqlite3.connect(f"{path.as_uri()}?mode=ro&immutable=1", uri=True)
        self._files: list[Path] = [Path(name) for (name,) in self._database.execute("select name from files")]

    def get(self, digest: str) -> str | None:
        """Returns the text with this SHA-256; ``None`` if no log has it, or its line is damaged."""
        found = self._database.execute("select file, start, length from texts where digest = ?", (_key(digest),))
        place = found.fetchone()
        if place is None:
            return None
        try:
            held, text = text_row(hide_byte_secrets(read_line(self._files[place[0]], *place[1:])))
        except (DamagedLineError, OSError):
            return None
        return text if held == digest else None

    def close(self) -> None:
        """Closes the file."""
        self._database.close()


_TABLES = """
pragma journal_mode = off;
pragma synchronous = off;
create table files (number integer primary key, name text);
create table texts (digest blob primary key, file integer, start integer, length integer) without rowid;
begin;
"""


def write_text_places(database: Path, *paths: str | Path) -> None:
    """Writes the places of all texts below folders or beside files to a new file, for :class:`TextPlaces`.

    Raises:
        UsageError: a path does not exist.
        OSError: the file cannot be written.
    """
    try:
        with closing(sqlite3.connect(database, isolation_level=None)) as new:
            new.executescript(_TABLES)
            for number, file in enumerate(find(TEXTS, *folders(*paths))):
                new.execute("insert into files values (?, ?)", (number, str(file)))
                new.executemany("insert or ignore into texts values (?, ?, ?, ?)", _text_rows(number, file))
            new.execute("commit")
    except sqlite3.Error as error:
        raise system_error(error, database) or OSError(f"{database}: {error}") from error


def _text_rows(number: int, file: Path) -> Iterator[tuple[bytes, int, int, int]]:
    start = 0
    with file.open("rb") as lines:
        for line in lines:
            digest = _digest(line)
            if digest is not None:
                yield _key(digest), number, start, len(line)
            start += len(line)


def _key(digest: str) -> bytes:
    """Returns 16 bytes that tell a text from all others."""
    return hashlib.blake2b(digest.encode(errors="surrogatepass"), digest_size=16).digest()





def _digest(line: bytes) -> str | None:
    """Returns the SHA-256 that a line of texts states; ``None`` if the line is torn."""
    try:
        return _stated_digest(line) or text_row(line)[0]
    except DamagedLineError:
        return None
