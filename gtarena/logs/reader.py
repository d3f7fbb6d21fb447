"""Reading of log files; lines that cannot be read here are told, skipped and counted, and end nothing."""

import json
import math
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple, TypeVar

from pydantic import ValidationError

from gtarena.errors import UsageError
from gtarena.logs import damage
from gtarena.logs.damage import DamagedLineError, Later
from gtarena.logs.records import READABLE, SCHEMA, Attempt, MatchRecord, StrictModel
from gtarena.system.redaction import hide_byte_secrets

MATCHES = "matches*.jsonl"
ANSWERS = "answers*.jsonl"  # to questions outside of matches, as match records with one decision each
LOGGED = (MATCHES, ANSWERS)
TEXTS = "texts*.jsonl"
ATTEMPTS = "attempts*.jsonl"
LEDGERS = "spending*.jsonl"

AnyRow = TypeVar("AnyRow", bound=StrictModel)
Row = TypeVar("Row")

_PLAY_AGAIN = "the command that wrote the file plays the match again"
_NOT_COUNTED = "what the attempt cost is not counted"


class Place(NamedTuple):
    """Line of a file: its number, counted from 1, its first byte and its length in bytes."""

    file: Path
    number: int
    start: int
    length: int


class Records:
    """Match records in files and anywhere below folders, each match once, in the order of the files.

    Every iteration reads the files again, so that the records need not fit into memory. A line that cannot be read is
    skipped with a warning, and another record of the same match counts. Iterating raises the errors of
    :func:`read_records`. With the pattern ``ANSWERS`` they are those of decisions that were asked for.
    """

    def __init__(self, *paths: str | Path, pattern: str = MATCHES) -> None:
        self._paths, self._pattern = paths, pattern
        self._sizes: dict[Path, int] | None = None

    @classmethod
    def so_far(cls, *paths: str | Path) -> "Records":
        """Returns those that are there now, also while a run adds others; raises ``UsageError`` for a missing path."""
        records = cls(*paths)
        records._sizes = {file: file.stat().st_size for file in find(MATCHES, *paths)}
        return records

    def require_some(self, purpose: str) -> None:
        """Checks that there is a match for a ``purpose``, such as ``report``.

        Raises:
            UsageError: there is none; the message tells what could not be read.
        """
        if not any(True for _ in self):
            raise self.none_to(purpose)

    def none_to(self, purpose: str) -> UsageError:
        """Returns the error that there is no match for a purpose, with what the latest reading could not read."""
        reason = damage.summarise_skipped(*self._paths) or (
            "there are answers to studies alone, which `gtarena replay` and `gtarena profile` show"
            if any(file.match(ANSWERS) for file in find(ANSWERS, *self._paths)) else
            "none has ended yet, or the logs are in another folder")
        return UsageError(f"no matches to {purpose}: {reason}")

    def __iter__(self) -> Iterator[MatchRecord]:
        return (each for each in self.with_later() if isinstance(each, MatchRecord))

    def with_later(self) -> Iterator[MatchRecord | Later]:
        """Yields the records, and then the other matches that records of a later schema name."""
        seen: set[str] = set()
        unread: dict[str, Later] = {}
        for _, row in self.placed():
            if isinstance(row, Later):
                unread.update({row.match_id: row} if row.match_id is not None else {})
            elif row.match_id not in seen:
                seen.add(row.match_id)
                yield row
        yield from (row for match_id, row in unread.items() if match_id not in seen)

    def placed(self) -> Iterator[tuple[Place, MatchRecord | Later]]:
        """Yields what every line holds that can be read, with its place; a match may come again."""
        sizes = dict.fromkeys(find(self._pattern, *self._paths), math.inf) if self._sizes is None else self._sizes
        for file, size in sizes.items():
            yield from placed_rows(file, match_row, _PLAY_AGAIN, size)


def read_records(*paths: str | Path, pattern: str = MATCHES) -> list[MatchRecord]:
    """Returns all match records in files and below folders, in the order of their ids; ``pattern`` is as above.

    Raises:
        UsageError: a path does not exist.
    """
    return sorted(Records(*paths, pattern=pattern), key=lambda record: record.match_id)


def read_attempts(*paths: str | Path) -> Iterator[Attempt]:
    """Yields the logged attempts in files and below folders; lines that cannot be read are skipped with a warning.

    Raises:
        UsageError: a path does not exist.
    """
    for file in find(ATTEMPTS, *paths):
        yield from rows(file, attempt_row, _NOT_COUNTED)


def match_ids(*paths: str | Path) -> set[str]:
    """Returns the ids of the logged matches and answers, those of a later schema included.

    Raises:
        UsageError: as in :func:`read_records`.
    """
    return set(read_outcomes(*paths))


def read_outcomes(*paths: str | Path) -> dict[str, str]:
    """Returns the outcomes of the logged matches and answers by id; of a later schema it is that of :class:`Later`.

    Raises:
        UsageError: as in :func:`read_records`.
    """
    return {str(each.match_id): each.outcome
            for pattern in LOGGED for each in Records(*paths, pattern=pattern).with_later()}


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


def rows(file: Path, parse: Callable[[bytes], Row], remedy: str) -> Iterator[Row]:
    """Yields what the lines of a file hold; blank lines are passed over, and those that cannot be read skipped."""
    return (row for _, row in placed_rows(file, parse, remedy) if not isinstance(row, Later))


def placed_rows(
    file: Path, parse: Callable[[bytes], Row], remedy: str, size: float = math.inf
) -> Iterator[tuple[Place, Row | Later]]:
    """Yields what lines in the first bytes of a file hold, with their places; damaged lines are skipped.

    A line of a later schema is counted as skipped too.
    """
    damage.begin_reading(file)
    end = 0
    with file.open("rb") as lines:
        for number, line in enumerate(lines, start=1):
            start, end = end, end + len(line)
            if end > size:
                return
            if not line.strip():
                continue
            line = hide_byte_secrets(line)
            try:
                row = parse(line)
            except DamagedLineError as error:
                later = damage.read_later(line)
                damage.skip_line(file, number, str(error), remedy, later.version if later else None)
                if later:
                    yield Place(file, number, start, end - start), later
            else:
                yield Place(file, number, start, end - start), row


def read_record(match_id: str, place: Place) -> MatchRecord:
    """Returns the match whose line was at a place when its log was read.

    Raises:
        DamagedLineError: it is no longer there.
        OSError: the file cannot be read.
    """
    record = match_row(hide_byte_secrets(read_line(place.file, place.start, place.length)))
    if record.match_id != match_id:
        raise DamagedLineError(f"match {match_id} is no longer in its log")
    return record


def read_line(file: Path, start: int, length: int) -> bytes:
    """Returns the bytes of a line."""
    with open(file, "rb", buffering=0) as lines:  # the quickest way, of which a report has hundreds of thousands
        lines.seek(start)
        return lines.read(length)


def match_row(line: bytes) -> MatchRecord:
    """Returns the record that a line of matches holds.

    Raises:
        DamagedLineError: it holds none, or one of another schema.
    """
    record = validated(line, MatchRecord)
    if record.schema_version not in READABLE:
        raise DamagedLineError(f"there is no schema version {record.schema_version}")
    return record


def attempt_row(line: bytes) -> Attempt:
    """Returns the attempt that a line holds.

    Raises:
        DamagedLineError: it holds none.
    """
    return validated(line, Attempt)


def validated(line: bytes, kind: type[AnyRow]) -> AnyRow:
    """Returns the row of a kind that a line holds.

    Raises:
        DamagedLineError: it holds none.
    """
    try:
        return kind.model_validate_json(line)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        where = ".".join(map(str, first["loc"])) or "the line"
        raise DamagedLineError(f"not {kind.NAME} of schema version {SCHEMA}: {where}: {first['msg']}") from error
