"""Damaged lines of log files: each is told once and skipped, and those of the latest reading are counted."""

import logging
from collections import defaultdict
from pathlib import Path

SHOWN = 10  # lines told of one file; the others are only counted

_log = logging.getLogger(__name__)
_skipped: dict[Path, set[int]] = {}  # numbers of the damaged lines that the latest reading of a file has found
_told: dict[Path, set[int]] = defaultdict(set)


class DamagedLineError(ValueError):
    """Line that is not what its file holds; the message is the reason."""


def begin(file: Path) -> None:
    """Begins a reading of a file, which may have been repaired since the last one."""
    _skipped[file.absolute()] = set()


def skip(file: Path, number: int, reason: str, remedy: str) -> None:
    """Counts a damaged line, and tells of it in a line of its own if it has not been told yet."""
    place = file.absolute()
    _skipped[place].add(number)
    told = _told[place]
    if number in told or len(told) > SHOWN:
        return
    told.add(number)
    if len(told) > SHOWN:
        _log.warning("%s: has further damaged lines, which are skipped and counted", file)
    else:
        _log.warning("%s:%d: the line is damaged and skipped (%s); %s", file, number, reason, remedy)


def count(*paths: str | Path) -> int:
    """Returns the number of damaged lines that the latest readings of these files, or of files below, have skipped."""
    places = [Path(path).absolute() for path in paths]
    return sum(
        len(numbers) for file, numbers in _skipped.items() if any(file.is_relative_to(place) for place in places))


def summary(*paths: str | Path) -> str:
    """Returns ``3 damaged records skipped``, or nothing if :func:`count` is 0."""
    number = count(*paths)
    return f"{number:,} damaged {'record' if number == 1 else 'records'} skipped" if number else ""
