"""Reports of runs: the leaderboard of all matches, and the tables and figures of the benchmarks among them."""

import json
import logging
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path

from gtarena import games
from gtarena.errors import GameCrashError
from gtarena.logs.reader import Records
from gtarena.logs.records import MatchRecord
from gtarena.reports.sections import Section, write_section
from gtarena.reports.terminal import print_leaderboard
from gtarena.reports.write import write_report
from gtarena.suites import SUITES, load_suite

_log = logging.getLogger(__name__)


def write_run_report(paths: Sequence[Path], out: Path, title: str, *, show: bool = True) -> None:
    """Writes the report of all matches below the paths into a folder, and prints the leaderboard.

    Sweep jobs (``show=False``) print nothing and omit the benchmarks' tables and figures, which the merged report has.

    Raises:
        ValueError: there are no matches below the paths, or a log is damaged.
    """
    records = Records(*paths)
    sections = write_sections(records, out) if show else []
    written = write_report(records, out, title, paths, sections)
    if show:
        print_leaderboard(records, sections=sections)
        print(f"\nLeaderboard, tables and report: {written}")


def write_sections(records: Iterable[MatchRecord], out: Path) -> list[Section]:
    """Writes the tables and figures of every benchmark that was played, each into a folder of its name in ``out``."""
    names: dict[str, set[str]] = {}
    playable = _Playable(records)
    for record in playable:
        if record.suite in SUITES:
            names.setdefault(str(record.suite), set()).add(record.game)
    return [write_section(name, frozenset(played), load_suite(name).findings(playable), out / name)
            for name, played in sorted(names.items())]


class _Playable:
    """Those of the records whose games do not crash, each iteration anew; the others are named in a warning."""

    def __init__(self, records: Iterable[MatchRecord]) -> None:
        self._records = records

    def __iter__(self) -> Iterator[MatchRecord]:
        return (record for record in self._records if _is_playable(record.game, json.dumps(record.params)))


@cache  # a log has many matches and few games
def _is_playable(game: str, params: str) -> bool:
    try:
        games.load(game, json.loads(params))
    except GameCrashError as error:
        _log.warning("%s; its matches are left out of the benchmarks' tables", error)
        return False
    except ValueError:
        pass  # reported by whoever needs the game
    return True
