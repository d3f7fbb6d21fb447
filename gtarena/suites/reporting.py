"""Reports of runs: the leaderboard of all matches, and the tables and figures of the benchmarks among them."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from gtarena.logs.reader import Records
from gtarena.logs.records import MatchRecord
from gtarena.reports.sections import Section, write_section
from gtarena.reports.terminal import print_leaderboard
from gtarena.reports.write import write_report
from gtarena.suites import SUITES, load_suite


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
    games: dict[str, set[str]] = {}
    for record in records:
        if record.suite in SUITES:
            games.setdefault(str(record.suite), set()).add(record.game)
    return [write_section(name, frozenset(played), load_suite(name).findings(records), out / name)
            for name, played in sorted(games.items())]
