"""Reading of log files; damaged lines are told, skipped and counted, and end nothing."""

import json
import math
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

from pydantic import ValidationError

from gtarena.errors import UsageError
from gtarena.logs import damage
from gtarena.logs.damage import DamagedLineError
from gtarena.logs.records import READABLE, SCHEMA, Attempt, MatchRecord
from gtarena.redaction import hidden_bytes

MATCHES = "matches*.jsonl"
TEXTS = "texts*.jsonl"
ATTEMPTS = "attempts*.jsonl"
LEDGERS = "spending*.jsonl"

AnyRecord = TypeVar("AnyRecord", MatchRecord, Attempt)
Row = TypeVar("Row")

_PLAY_AGAIN = "the command that wrote the file plays the match again"
_NOT_COUNTED = "what the attempt cost is not counted"


class Records:
    """Match records in files and anywhere below folders, each match once, in the order of the files.

    Every iteration reads the files again, so that the records need not fit into memory. A damaged line is skipped with
    a warning, and a later record of the same match counts. Iterating raises the errors of :func:`read_records`.
    """

    def __init__(self, *paths: str | Path) -> None:
        self._paths = paths
        self._sizes: dict[Path, int] | None = None

    @classmethod
    def so_far(cls, *paths: str | Path) -> "Records":
        """Returns those that are there now, also while a run adds others; raises ``UsageError`` for a missing path."""
        records = cls(*paths)
        records._sizes = {file: file.stat().st_size for file in find(MATCHES, *paths)}
        return records

    def __iter__(self) -> Iterator[MatchRecord]:
        seen: set[str] = set()
        sizes = dict.fromkeys(find(MATCHES, *self._paths), math.inf) if self._sizes is None else self._sizes
        for file, size in sizes.items():
            for record in rows(file, match_row, _PLAY_AGAIN, size):
                if record.match_id not in seen:
                    seen.add(record.match_id)
                    yield record


def read_records(*paths: str | Path) -> list[MatchRecord]:
    """Returns all match records in files and below folders, in the order of their ids.

    Raises:
        UsageError: a path does not exist, or a record has a schema version that this version of gtarena cannot read.
    """
    return sorted(Records(*paths), key=lambda record: record.match_id)


def attempts(*paths: str | Path) -> Iterator[Attempt]:
    """Yields the logged attempts in files and below folders; damaged lines are skipped with a warning.

    Raises:
        UsageError: a path does not exist.
    """
    for file in find(ATTEMPTS, *paths):
        yield from rows(file, _attempt, _NOT_COUNTED)


def match_ids(*paths: str | Path) -> set[str]:
    """Returns the ids of the logged matches.

    Raises:
        UsageError: as in :func:`read_records`.
    """
    return set(outcomes(*paths))


def outcomes(*paths: str | Path) -> dict[str, str]:
    """Returns the outcomes of the logged matches by id.

    Raises:
        UsageError: as in :func:`read_records`.
    """
    return {record.match_id: record.outcome for record in Records(*paths)}


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
        found.update(filter(Path.is_file, path.rglob(pattern)) if path.is_dir() else [path])
    return sorted(found)


def is_damaged(line: bytes) -> bool:
    """Returns whether a line is neither JSON nor blank."""
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return bool(line.strip())
    return False


def rows(file: Path, parse: Callable[[bytes], Row], remedy: str, size: float = math.inf) -> Iterator[Row]:
    """Yields what lines in the first bytes of a file hold; blank lines are passed over, and damaged ones skipped."""
    damage.begin(file)
    with file.open("rb") as lines:
        for number, line in enumerate(lines, start=1):
            size -= len(line)
            if size < 0:
                return
            if not line.strip():
                continue
            try:
                row = parse(hidden_bytes(line))
            except UsageError as error:
                raise UsageError(f"{file}:{number}: {error}") from error
            except DamagedLineError as error:
                damage.skip(file, number, str(error), remedy)
            else:
                yield row


def match_row(line: bytes) -> MatchRecord:
    """Returns the record that a line of matches holds.

    Raises:
        DamagedLineError: it holds none.
        UsageError: the record has a schema version that this version of gtarena cannot read.
    """
    try:
        record = _validated(line, MatchRecord)
    except DamagedLineError:
        _check_version(_stated_version(line))  # a later version may have other fields
        raise
    _check_version(record.schema_version)
    if record.schema_version not in READABLE:
        raise DamagedLineError(f"there is no schema version {record.schema_version}")
    return record


def _attempt(line: bytes) -> Attempt:
    return _validated(line, Attempt)


def _validated(line: bytes, kind: type[AnyRecord]) -> AnyRecord:
    try:
        return kind.model_validate_json(line)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        where = ".".join(map(str, first["loc"])) or "the line"
        raise DamagedLineError(f"not {kind.NAME} of schema version {SCHEMA}: {where}: {first['msg']}") from error


def _stated_version(line: bytes) -> object:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        return SCHEMA
    return row.get("schema_version", SCHEMA) if isinstance(row, dict) else SCHEMA


def _check_version(version: object) -> None:
    """Checks that a record is not of a later schema; if it were skipped, a run would pay for every match again.

    Raises:
        UsageError: it is.
    """
    if isinstance(version, int) and version > SCHEMA:
        raise UsageError(f"a match record of schema version {version}, not {' or '.join(map(str, READABLE))}: "
                         "a later gtarena has written it; install that one")
