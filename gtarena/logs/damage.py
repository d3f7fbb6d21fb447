"""Lines of log files that cannot be read here: each is told once and skipped, and the latest reading's are counted.

A line is of a later schema if it is a JSON object whose ``schema_version`` is a whole number above ours; any other line
that cannot be read is damaged. The same holds for the files that are one JSON object, such as plans.
"""

import json
import logging
from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from gtarena.formatting import one_line
from gtarena.logs.records import SCHEMA

SHOWN = 10  # lines told of one file, of each of both kinds; the others are only counted
VERSIONS_SHOWN = 3
_LONGEST_REASON, _LONGEST_VERSION = 200, 20  # characters

_log = logging.getLogger(__name__)
# Later schema (``None`` for damage) by number of the lines that the latest reading of a file has skipped.
_skipped: dict[Path, dict[int, int | None]] = {}
_told: dict[tuple[Path, bool], set[int]] = defaultdict(set)


class DamagedLineError(ValueError):
    """Line that is not what its file holds; the message is the reason."""


@dataclass(frozen=True)
class Later:
    """Row that a later gtarena has written: its schema, and its match if it states one.

    Such a match counts as played, and is not played again, whatever its outcome was.
    """

    outcome: ClassVar[str] = "of a later schema"

    version: int
    match_id: str | None = None


def read_later(data: bytes) -> Later | None:
    """Returns what JSON of a later schema tells; ``None`` if the data are anything else."""
    try:
        row = json.loads(data)
    except (ValueError, RecursionError):
        return None
    version = row.get("schema_version") if isinstance(row, dict) else None
    if type(version) is not int or version <= SCHEMA:
        return None
    match_id = row.get("match_id")
    return Later(version, match_id if isinstance(match_id, str) else None)


def name_fault(data: bytes, remedy: str) -> str:
    """Returns what is wrong with a file that cannot be read, as the end of a sentence; the remedy is that of damage."""
    found = read_later(data)
    return f"is {_schema([found.version])}; update gtarena to read it" if found else f"is damaged; {remedy}"


def begin_reading(file: Path) -> None:
    """Begins a reading of a file, which may have been repaired since the last one."""
    _skipped[file.absolute()] = {}


def skip_line(file: Path, number: int, reason: str, remedy: str, version: int | None = None) -> None:
    """Counts a line that cannot be read, and tells of it in a line of its own if it has not been told yet.

    ``version`` is that of a later schema, for which updating is the remedy; ``None`` marks damage.
    """
    place = file.absolute()
    _skipped[place][number] = version
    told = _told[place, version is None]
    if number in told or len(told) > SHOWN:
        return
    told.add(number)
    if len(told) > SHOWN:
        kind = "damaged lines" if version is None else "lines of a later schema"
        _log.warning("%s: has further %s, which are skipped and counted", file, kind)
    elif version is None:
        shown = one_line(reason, _LONGEST_REASON)  # it may repeat what the line holds
        _log.warning("%s:%d: the line is damaged and skipped (%s); %s", file, number, shown, remedy)
    else:
        _log.warning("%s:%d: the line is %s and skipped; update gtarena to read it", file, number, _schema([version]))


def count_skipped(*paths: str | Path) -> int:
    """Returns the number of lines that the latest readings of these files, or of files below, have skipped."""
    return len(_below(*paths))


def summarise_skipped(*paths: str | Path) -> str:
    """Returns ``3 damaged records skipped``, and how many are of a later schema; nothing if :func:`count` is 0."""
    skipped = _below(*paths)
    later_ones = [version for version in skipped if version is not None]
    parts = []
    if damaged := len(skipped) - len(later_ones):
        parts.append(f"{damaged:,} damaged {_records(damaged)} skipped")
    if number := len(later_ones):
        parts.append(f"{number:,} {_records(number)} {_schema(later_ones)} skipped; update gtarena to read "
                     f"{'it' if number == 1 else 'them'}")
    return "; ".join(parts)


def warn_of_skipped(*paths: str | Path) -> None:
    """Tells the :func:`summary` as a warning if there is one."""
    if skipped := summarise_skipped(*paths):
        _log.warning("%s", skipped)


def _below(*paths: str | Path) -> list[int | None]:
    places = [Path(path).absolute() for path in paths]
    return [version for file, lines in _skipped.items() if any(file.is_relative_to(place) for place in places)
            for version in lines.values()]


def _records(number: int) -> str:
    return "record" if number == 1 else "records"


def _schema(versions: Collection[int]) -> str:
    different = sorted(set(versions))
    shown = [one_line(str(version), _LONGEST_VERSION) for version in different[:VERSIONS_SHOWN]]
    return f"of a later schema ({', '.join(shown)}{', ...' if len(different) > VERSIONS_SHOWN else ''})"
