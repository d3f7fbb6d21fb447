"""Runs on disk: lines are appended durably, and read back with an eye for damage."""

import json
import logging
import os
from collections.abc import Collection, Iterator
from pathlib import Path

from pydantic import ValidationError

from gtarena.records import SCHEMA, MatchRecord

MATCHES = "matches*.jsonl"
TEXTS = "texts*.jsonl"

_log = logging.getLogger(__name__)


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


def read_records(*paths: str | Path) -> list[MatchRecord]:
    """The matches logged in files and anywhere below folders, each match once, in the order of their ids.

    A damaged last line of a file is passed over with a warning in the log.

    Raises:
        ValueError: a path does not exist, another line is damaged, or a line is no match record of this version.
    """
    records: dict[str, MatchRecord] = {}
    for file in find(MATCHES, *paths):
        for place, line in _lines(file):
            record = _record(place, line)
            records.setdefault(record.match_id, record)
    return [records[match_id] for match_id in sorted(records)]


def read_texts(wanted: Collection[str], *paths: str | Path) -> dict[str, str]:
    """Those of the wanted texts (SHA-256 in hexadecimal digits) that are stored below folders or beside files.

    Raises:
        ValueError: a path does not exist, or a line other than the last is damaged.
    """
    folders = (path.parent if path.is_file() else path for path in map(Path, paths))
    rows = (json.loads(line) for file in find(TEXTS, *folders) for _, line in _lines(file))
    return {row["sha256"]: row["text"] for row in rows if row["sha256"] in wanted}


def match_ids(*paths: str | Path) -> set[str]:
    """The ids of the matches logged below the folders, without holding the matches themselves.

    Raises:
        ValueError: a path does not exist, or a line other than the last is damaged.
    """
    return {json.loads(line)["match_id"] for file in find(MATCHES, *paths) for _, line in _lines(file)}


def text_hashes(*paths: str | Path) -> set[str]:
    """The SHA-256 of every text stored below the folders.

    Raises:
        ValueError: a path does not exist, or a line other than the last is damaged.
    """
    return {json.loads(line)["sha256"] for file in find(TEXTS, *paths) for _, line in _lines(file)}


def text_line(sha256: str, text: str) -> str:
    """A stored text as a line of JSON, without the line break."""
    return json.dumps({"sha256": sha256, "text": text})


def find(pattern: str, *paths: str | Path) -> list[Path]:
    """The files below the folders that match the pattern, in a fixed order; a path that is a file stands for itself.

    Raises:
        ValueError: a path does not exist.
    """
    found: set[Path] = set()
    for path in map(Path, paths):
        if not path.exists():
            raise ValueError(f"{path} does not exist: give a run folder or a log file")
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
                raise ValueError(f"{damaged}: the line is damaged (not JSON)")
            if _is_damaged(line):
                damaged = f"{path}:{number}"
            elif line.strip():
                yield f"{path}:{number}", line
    if damaged:
        _log.warning("%s: the last line is damaged and passed over", damaged)


def _record(place: str, line: bytes) -> MatchRecord:
    try:
        record = MatchRecord.model_validate_json(line)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"])) or "the line"
        raise ValueError(f"{place}: no match record of schema version {SCHEMA}: {where}: {first['msg']}") from error
    if record.schema_version != SCHEMA:
        raise ValueError(f"{place}: no match record of schema version {SCHEMA}, but of {record.schema_version}")
    return record
