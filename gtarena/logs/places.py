"""Places of records and prompt texts in log files, from which they are read one by one when they are needed."""

import hashlib
import re
import sqlite3
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from gtarena.logs.damage import DamagedLineError
from gtarena.logs.reader import MATCHES, TEXTS, find, folders, match_row
from gtarena.logs.records import MatchRecord
from gtarena.logs.stored_texts import stated_digest, text_row
from gtarena.models.shared_file import system_error
from gtarena.system.redaction import hidden_bytes

_ID = re.compile(rb'\{"schema_version":\d+,"match_id":"([^"\\]+)",')  # as lines of matches begin that were written here


class Place(NamedTuple):
    """Line of a file: its first byte and its length."""

    file: Path
    start: int
    length: int


def record_places(wanted: Collection[str], *paths: str | Path) -> dict[str, list[Place]]:
    """Returns the places of the lines that seem to hold wanted matches, by match id, in the order of the files.

    Raises:
        UsageError: a path does not exist.
    """
    places: dict[str, list[Place]] = defaultdict(list)
    for file in find(MATCHES, *paths):
        for place, line in _lines(file):
            match_id = _match_id(line)
            if match_id is not None and match_id in wanted:
                places[match_id].append(place)
    return dict(places)


def read_record(match_id: str, places: Sequence[Place]) -> MatchRecord:
    """Returns a match from the first of its places whose line is sound.

    Raises:
        DamagedLineError: none is.
        OSError: a file cannot be read.
    """
    for place in places:
        try:
            record = match_row(hidden_bytes(_line(place)))
        except DamagedLineError:
            continue
        if record.match_id == match_id:
            return record
    raise DamagedLineError(f"match {match_id} is no longer in its log")


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
            held, text = text_row(hidden_bytes(_line(Place(self._files[place[0]], *place[1:]))))
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
    for place, line in _lines(file):
        digest = _digest(line)
        if digest is not None:
            yield _key(digest), number, place.start, place.length


def _key(digest: str) -> bytes:
    """Returns 16 bytes that tell a text from all others."""
    return hashlib.blake2b(digest.encode(errors="surrogatepass"), digest_size=16).digest()


def _lines(file: Path) -> Iterator[tuple[Place, bytes]]:
    start = 0
    with file.open("rb") as lines:
        for line in lines:
            yield Place(file, start, len(line)), line
            start += len(line)


def _line(place: Place) -> bytes:
    with open(place.file, "rb", buffering=0) as lines:  # the quickest way, of which a report has hundreds of thousands
        lines.seek(place.start)
        return lines.read(place.length)


def _match_id(line: bytes) -> str | None:
    """Returns the id that a line of matches states."""
    if found := _ID.match(line):
        return found[1].decode(errors="replace")
    try:
        return match_row(line).match_id
    except DamagedLineError:
        return None


def _digest(line: bytes) -> str | None:
    """Returns the SHA-256 that a line of texts states; ``None`` if the line is torn."""
    try:
        return stated_digest(line) or text_row(line)[0]
    except DamagedLineError:
        return None
