"""Runs on disk: lines are appended durably, and read back with an eye for damage."""

import fcntl
import json
import logging
import os
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from pydantic import ValidationError

from gtarena.errors import UsageError
from gtarena.logs.prompt_texts import sha256
from gtarena.logs.records import SCHEMA, Attempt, MatchRecord

MATCHES = "matches*.jsonl"
TEXTS = "texts*.jsonl"
ATTEMPTS = "attempts*.jsonl"
LOCK = ".lock"

AnyRow = TypeVar("AnyRow", MatchRecord, Attempt)

_log = logging.getLogger(__name__)


@contextmanager
def only_writer(folder: Path) -> Iterator[None]:
    """Keeps other runs out of the folder; the system lets them in when this process ends, however it ends.

    Raises:
        UsageError: another process is writing there.
    """
    with (folder / LOCK).open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise UsageError(f"another gtarena is writing to {folder}") from error
        except OSError:
            _log.warning("%s: its file system has no locks; run one gtarena at a time there", folder)
        yield


def append_line(path: Path, line: str) -> None:
    """Appends a line so that it is either on the disk or not there at all when this returns or raises.

    Raises:
        OSError: there was no room for the whole line.
    """
    data = (line + "\n").encode()
    descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
    try:
        written = os.write(descriptor, data)
        if written < len(data):
            os.ftruncate(descriptor, os.fstat(descriptor).st_size - written)
            raise OSError(f"{path}: no room for a line of {len(data)} bytes")
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


class Log:
    """The files of one process: a line for each match, and the prompt texts that the lines refer to.

    ``worker`` names them where there are several processes; ``stored`` are the SHA-256s of texts that the folder has.
    """

    def __init__(self, folder: Path, worker: str = "", stored: Collection[str] = ()) -> None:
        suffix = f"-{worker}" if worker else ""
        self._matches, self._texts = folder / f"matches{suffix}.jsonl", folder / f"texts{suffix}.jsonl"
        self._attempts = folder / f"attempts{suffix}.jsonl"
        self._stored = set(stored)
        self._pending: dict[str, str] = {}

    def put(self, text: str) -> str:
        digest = sha256(text)
        if digest not in self._stored:
            self._pending[digest] = text
        return digest

    def write(self, record: MatchRecord) -> None:
        """Appends the texts that the record needs, then the record; both are on disk when this returns.

        Raises:
            OSError: there was no room.
        """
        needed = {ref.sha256 for call in record.calls for ref in call.messages} & self._pending.keys()
        if needed:
            lines = [text_line(digest, self._pending[digest]) for digest in sorted(needed)]
            append_line(self._texts, "\n".join(lines))
            self._stored |= needed
            for digest in needed:
                del self._pending[digest]
        append_line(self._matches, record.line())

    def note(self, attempt: Attempt) -> None:
        """Appends why a match came to no result, and what that has cost.

        Raises:
            OSError: there was no room.
        """
        append_line(self._attempts, attempt.line())


def repair(path: Path) -> bool:
    """Cuts off a last line that a crash left damaged, before more is appended; tells whether there was one.

    Only a line that is not JSON counts as damaged. A whole one that lacks its line break is given it.
    """
    start, last = 0, b""
    with path.open("rb") as file:
        for line in file:
            start, last = start + len(last), line
    if _is_damaged(last):
        os.truncate(path, start)
        return True
    if last and not last.endswith(b"\n"):
        append_line(path, "")
    return False


class Records:
    """The matches logged in files and anywhere below folders, each match once, in the order of the files.

    They are read anew whenever they are gone through, so that they need not fit into memory. A damaged last line of a
    file is passed over with a warning in the log. Going through them raises what :func:`read_records` does.
    """

    def __init__(self, *paths: str | Path) -> None:
        self._paths = paths

    def __iter__(self) -> Iterator[MatchRecord]:
        seen: set[str] = set()
        for file in find(MATCHES, *self._paths):
            for place, line in _lines(file):
                record = _record(place, line)
                if record.match_id not in seen:
                    seen.add(record.match_id)
                    yield record


def read_records(*paths: str | Path) -> list[MatchRecord]:
    """All of :class:`Records` at once, in the order of their ids.

    Raises:
        UsageError: a path does not exist, another line is damaged, or a line is no match record of this version.
    """
    return sorted(Records(*paths), key=lambda record: record.match_id)


def attempts(*paths: str | Path) -> Iterator[Attempt]:
    """The tries that came to no result, logged in files and below folders; going through them raises ``UsageError``."""
    for file in find(ATTEMPTS, *paths):
        for place, line in _lines(file):
            yield _validated(place, line, Attempt)


def read_texts(wanted: Collection[str], *paths: str | Path) -> dict[str, str]:
    """Those of the wanted texts (SHA-256 in hexadecimal digits) that are stored below folders or beside files.

    Raises:
        UsageError: a path does not exist, or a line other than the last is damaged.
    """
    rows = _rows({"sha256", "text"}, TEXTS, *folders(*paths))
    return {row["sha256"]: row["text"] for row in rows if row["sha256"] in wanted}


def match_ids(*paths: str | Path) -> set[str]:
    """The ids of the matches logged below the folders, without holding the matches themselves.

    Raises:
        UsageError: a path does not exist, or a line other than the last is damaged.
    """
    return {row["match_id"] for row in _rows({"match_id"}, MATCHES, *paths)}


def outcomes(*paths: str | Path) -> dict[str, str]:
    """How the matches logged below the folders ended, by their ids, without holding the matches themselves.

    Raises:
        UsageError: a path does not exist, or a line other than the last is damaged.
    """
    return {row["match_id"]: row["outcome"] for row in _rows({"match_id", "outcome"}, MATCHES, *paths)}


def text_hashes(*paths: str | Path) -> set[str]:
    """The SHA-256 of every text stored below the folders.

    Raises:
        UsageError: a path does not exist, or a line other than the last is damaged.
    """
    return {row["sha256"] for row in _rows({"sha256", "text"}, TEXTS, *paths)}


def text_line(digest: str, text: str) -> str:
    """A stored text and its SHA-256 as a line of JSON, without the line break."""
    return json.dumps({"sha256": digest, "text": text})


def folders(*paths: str | Path) -> set[Path]:
    """The folders among the paths, and those in which the files among them are."""
    return {path.parent if path.is_file() else path for path in map(Path, paths)}


def find(pattern: str, *paths: str | Path) -> list[Path]:
    """The files below the folders that match the pattern, in a fixed order; a path that is a file stands for itself.

    Raises:
        UsageError: a path does not exist.
    """
    found: set[Path] = set()
    for path in map(Path, paths):
        if not path.exists():
            raise UsageError(f"{path} does not exist: give a run folder or a log file")
        found.update(path.rglob(pattern) if path.is_dir() else [path])
    return sorted(found)


def _is_damaged(line: bytes) -> bool:
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return bool(line.strip())
    return False


def _lines(path: Path) -> Iterator[tuple[str, bytes]]:
    """Each line of JSON, after the place where it stands; empty lines are passed over."""
    damaged = ""
    with path.open("rb") as file:
        for number, line in enumerate(file, start=1):
            if damaged:
                raise UsageError(f"{damaged}: the line is damaged (not JSON)")
            if _is_damaged(line):
                damaged = f"{path}:{number}"
            elif line.strip():
                yield f"{path}:{number}", line
    if damaged:
        _warn(damaged)


@cache  # a log is read several times, and says so once
def _warn(place: str) -> None:
    _log.warning("%s: the last line is damaged and passed over", place)


def _rows(fields: set[str], pattern: str, *paths: str | Path) -> Iterator[dict[str, Any]]:
    """The lines of the files that match the pattern as objects, each of which has the fields."""
    for file in find(pattern, *paths):
        for place, line in _lines(file):
            row = json.loads(line)
            if not isinstance(row, dict) or not fields <= row.keys():
                raise UsageError(f"{place}: the line is damaged (it has no {' or no '.join(sorted(fields))})")
            yield row


def _record(place: str, line: bytes) -> MatchRecord:
    record = _validated(place, line, MatchRecord)
    if record.schema_version != SCHEMA:
        raise UsageError(f"{place}: no match record of schema version {SCHEMA}, but of {record.schema_version}")
    return record


def _validated(place: str, line: bytes, kind: type[AnyRow]) -> AnyRow:
    try:
        return kind.model_validate_json(line)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"])) or "the line"
        raise UsageError(f"{place}: no {kind.NAME} of schema version {SCHEMA}: {where}: {first['msg']}") from error
