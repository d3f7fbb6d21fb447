"""Reports of runs: the leaderboard of all matches, and the tables and figures of the benchmarks among them."""

import logging
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from gtarena import games
from gtarena.logs import damage
from gtarena.logs.reader import Records
from gtarena.logs.records import MatchRecord
from gtarena.reports.comparisons.section import write_comparisons
from gtarena.reports.leaderboard_rows import Boards, reported_boards
from gtarena.reports.match_browser.files import write_files
from gtarena.reports.sections import Findings, Section, write_section
from gtarena.reports.terminal import print_leaderboard
from gtarena.reports.write import ReportFiles, write_report
from gtarena.runs.settings import ReportSettings
from gtarena.suites import SUITES, load_suite
from gtarena.suites.beside_paper import with_paper
from gtarena.suites.paper_numbers import paper_of
from gtarena.suites.scoring import WithoutMatches, check_scorable
from gtarena.system.exhaustion import require_room
from gtarena.system.files import make_subfolder

_log = logging.getLogger(__name__)
_USUAL = ReportSettings()


@dataclass(frozen=True)
class RunReport:
    """Written report of runs: its leaderboards, the sections of its benchmarks, and its files."""

    boards: Boards
    sections: Sequence[Section]
    files: ReportFiles


def report_run(
    paths: Sequence[Path], out: Path, title: str, *, anchor: str | None = None, settings: ReportSettings = _USUAL
) -> None:
    """Writes the report of all matches below the paths into a folder, and prints the leaderboard and where it is.

    Arguments and errors are those of :func:`write_run_report`.
    """
    report = write_run_report(paths, out, title, anchor=anchor, settings=settings)
    print_leaderboard(report.boards, sections=report.sections)
    print(f"\nLeaderboard, tables and report: {report.files}")
    if skipped := damage.summary(*paths):
        print(skipped)


def write_run_report(
    paths: Sequence[Path], out: Path, title: str, *, anchor: str | None = None, settings: ReportSettings = _USUAL
) -> RunReport:
    """Writes the report of all matches below the paths into a folder.

    Ratings are differences from that of the agent ``anchor`` if it is given, and ``settings`` say what else is shown.

    Raises:
        ValueError: there are no matches below the paths, or no agent has the name of the anchor.
        ExhaustedError: there is no memory to begin with.
    """
    _load_algebra()
    records = Records.so_far(*paths)
    records.require_some("report")
    boards = reported_boards(records, anchor)
    sections = write_sections(records, out, settings)
    browser = write_files(boards.seats, out, paths)
    comparisons = write_comparisons(boards, out)
    files = write_report(records, boards, out, title, paths, sections, browser, comparisons)
    return RunReport(boards, sections, files)


def _load_algebra() -> None:
    """Lets numpy and scipy take the memory for their algebra, for which they would later wait or end the process."""
    require_room()
    import numpy as np
    from scipy.linalg.blas import dgemm

    square = np.ones((256, 256))
    dgemm(1.0, square, square @ square)


def write_sections(
    records: Iterable[MatchRecord], out: Path, settings: ReportSettings = _USUAL
) -> list[Section]:
    """Writes the tables and figures of every benchmark that was played, each into a folder of its name in ``out``.

    A match that cannot be replayed or scored is left out with a warning.
    """
    played: dict[str, dict[str, str]] = {}
    refused: set[str] = set()
    for record in records:
        if record.suite is not None and record.suite in SUITES:
            try:
                check_scorable(record, load_suite(record.suite))
            except ValueError as error:
                refused.add(record.match_id)
                _log.warning("%s; the match is left out of the tables of %s", error, record.suite)
            else:
                played.setdefault(record.suite, {})[games.label(record.game, record.params)] = record.game
    records = WithoutMatches(records, refused) if refused else records
    return [write_section(name, frozenset(labels.values()), _findings(name, records, labels, settings),
                          make_subfolder(out, name))
            for name, labels in sorted(played.items())]


def _findings(
    suite: str, records: Iterable[MatchRecord], played: Collection[str], settings: ReportSettings
) -> Findings:
    found, paper = load_suite(suite).findings(records), paper_of(suite) if settings.paper else None
    return with_paper(found, paper, played) if paper else found
