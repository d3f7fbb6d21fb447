"""Reading of log files; a last line that a crash left damaged is skipped."""

import json
import logging
from collections.abc import Collection, Iterator
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from pydantic import ValidationError

from gtarena.errors import UsageError
from gtarena.logs.records import READABLE, SCHEMA, Attempt, MatchRecord
from gtarena.redaction import hidden_bytes

MATCHES = "matches*.jsonl"
TEXTS = "texts*.jsonl"
ATTEMPTS = "attempts*.jsonl"

AnyRecord = TypeVar("AnyRecord", MatchRecord, Attempt)

_log = logging.getLogger(__name__)


class Records:
    """Match records in files and anywhere below folders, each match once, in the order of the files.

    Every iteration reads the files again, so that the records need not fit into memory. A damaged last line of a file
    is skipped with a warning. Iterating raises the errors of :func:`read_records`.
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
    """Returns all match records in files and below folders, in the order of their ids.

    Raises:
        UsageError: a path does not exist, a line other than the last is damaged, or a line is not a match record of
            this schema version.
    """
    return sorted(Records(*paths), key=lambda record: record.match_id)


def attempts(*paths: str | Path) -> Iterator[Attempt]:
    """Yields the logged attempts in files and below folders.

    Raises:
        UsageError: a path does not exist, a line other than the last is damaged, or a line is not an attempt of this
            schema version.
    """
    for file in find(ATTEMPTS, *paths):
        for place, line in _lines(file):
            yield _validated(place, line, Attempt)


def read_texts(wanted: Collection[str], *paths: str | Path) -> dict[str, str]:
    """Returns the wanted texts that are stored below folders or beside files, by SHA-256.

    Args:
        wanted: SHA-256s in hexadecimal digits; others are left out, and missing ones are not an error.
        paths: folders, searched to the bottom, or files of matches.

    Raises:
        UsageError: a path does not exist, or a line other than the last is damaged.
    """
    rows = _rows({"sha256", "text"}, TEXTS, *folders(*paths))
    return {row["sha256"]: row["text"] for row in rows if row["sha256"] in wanted}


def match_ids(*paths: str | Path) -> set[str]:
    """Returns the ids of the logged matches without loading their records.

    Raises:
        UsageError: a path does not exist, or a line other than the last is damaged.
    """
    return {row["match_id"] for row in _rows({"match_id"}, MATCHES, *paths)}


def outcomes(*paths: str | Path) -> dict[str, str]:
    """Returns the outcomes of the logged matches by id without loading their records.

    Raises:
        UsageError: a path does not exist, or a line other than the last is damaged.
    """
    return {row["match_id"]: row["outcome"] for row in _rows({"match_id", "outcome"}, MATCHES, *paths)}


def text_hashes(*paths: str | Path) -> set[str]:
    """Returns the SHA-256 of every stored text.

    Raises:
        UsageError: a path does not exist, or a line other than the last is damaged.
    """
    return {row["sha256"] for row in _rows({"sha256", "text"}, TEXTS, *paths)}


def folders(*paths: str | Path) -> set[Path]:
    """Returns the folders among the paths and the parents of the files among them."""
    return {path.parent if path.is_file() else path for path in map(Path, paths)}


def find(pattern: str, *paths: str | Path) -> list[Path]:
    """Returns the files that match the pattern below folders, sorted; a path to a file is returned as it is.

    Raises:
        UsageError: a path does not exist.
    """
    found: set[Path] = set()
    for path in map(Path, paths):
        if not path.exists():
            raise UsageError(f"{path} does not exist: pass a run folder or a log file")
        found.update(path.rglob(pattern) if path.is_dir() else [path])
    return sorted(found)


def is_damaged(line: bytes) -> bool:
    """Returns whether a line is neither JSON nor blank."""
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return bool(line.strip())
    return False


def _lines(path: Path) -> Iterator[tuple[str, bytes]]:
    """Yields ``(path:line number, line)`` for every line of JSON; blank lines are skipped."""
    damaged = ""
    with path.open("rb") as file:
        for number, line in enumerate(file, start=1):
            if damaged:
                raise UsageError(f"{damaged}: the line is damaged (not JSON)")
            if is_damaged(line):
                damaged = f"{path}:{number}"
            elif line.strip():
                yield f"{path}:{number}", hidden_bytes(line)
    if damaged:
        _warn_once(damaged)


@cache  # a log is read several times
def _warn_once(place: str) -> None:
    _log.warning("%s: the last line is damaged and skipped", place)


def _rows(fields: set[str], pattern: str, *paths: str | Path) -> Iterator[dict[str, Any]]:
    """Yields the JSON objects in the files that match the pattern, each of which must have the fields."""
    for file in find(pattern, *paths):
        for place, line in _lines(file):
            row = json.loads(line)
            if not isinstance(row, dict) or not fields <= row.keys():
                raise UsageError(f"{place}: the line is damaged (it has no {' or no '.join(sorted(fields))})")
            yield row


def _record(place: str, line: bytes) -> MatchRecord:
    record = _validated(place, line, MatchRecord)
    if record.schema_version not in READABLE:
        known = " or ".join(map(str, READABLE))
        raise UsageError(f"{place}: a match record of schema version {record.schema_version}, not {known}")
    return record


def _validated(place: str, line: bytes, kind: type[AnyRecord]) -> AnyRecord:
    try:
        return kind.model_validate_json(line)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"])) or "the line"
        raise UsageError(f"{place}: not {kind.NAME} of schema version {SCHEMA}: {where}: {first['msg']}") from error
