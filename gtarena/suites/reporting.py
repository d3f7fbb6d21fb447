"""Reports of runs: the leaderboard of all matches, and the tables and figures of the benchmarks among them."""

import logging
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gtarena import games, plugins
from gtarena.errors import first_line
from gtarena.logs import damage
from gtarena.logs.records import MatchRecord
from gtarena.logs.replay import ReplayedMatch
from gtarena.reports.comparisons.section import write_comparisons
from gtarena.reports.figures.style import colour_agents
from gtarena.reports.html import ReportContents
from gtarena.reports.leaderboard_rows import Boards, reported_boards
from gtarena.reports.match_browser.files import write_files
from gtarena.reports.reported_log import ReportedLog
from gtarena.reports.sections import Section, write_section
from gtarena.reports.terminal import print_all_tables, print_leaderboard
from gtarena.reports.write import ReportFiles, write_report
from gtarena.runs.settings import ReportSettings
from gtarena.suites import PERSON, SUITES, WITH_PEOPLE, load_suite
from gtarena.suites.added_metrics import write_added_metrics
from gtarena.suites.beside_paper import with_paper
from gtarena.suites.conditions import Told, list_told
from gtarena.suites.paper_numbers import paper_of
from gtarena.suites.scoring import extract_scorable
from gtarena.system.exhaustion import require_room
from gtarena.system.extras import missing_extra
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

    Without the packages of the extra ``report`` the leaderboard alone is printed, and how to install them. Arguments
    and errors are those of :func:`write_run_report`.
    """
    sections: Sequence[Section] = ()
    if missing := missing_extra("A report with page, tables and figures", "report"):
        boards, written = _read_boards(ReportedLog(*paths), SuiteMatches(), anchor), str(missing)
    else:
        report = write_run_report(paths, out, title, anchor=anchor, settings=settings)
        boards, sections = report.boards, report.sections
        written = f"Leaderboard, tables and report: {report.files}"
    if settings.tables:
        print_all_tables(boards, sections=sections)
    else:
        print_leaderboard(boards)
    print(f"\n{written}")
    if skipped := damage.summarise_skipped(*paths):
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
    log, played = ReportedLog(*paths), SuiteMatches()
    boards = _read_boards(log, played, anchor)
    with colour_agents(boards.agents):
        sections = [*write_sections(played, log, out, settings), *write_added_metrics(paths, boards.seats, out)]
        comparisons = write_comparisons(boards, out)
    browser = write_files(log, boards.seats, out)
    files = write_report(ReportContents(title, log, boards, sections, browser, comparisons), out)
    return RunReport(boards, sections, files)


def _read_boards(log: ReportedLog, played: "SuiteMatches", anchor: str | None) -> Boards:
    """Reads a log, gives its matches to their benchmarks, and returns the leaderboards.

    Errors are those of :func:`write_run_report`.
    """
    _load_algebra()
    for record, numbers in log.read():
        played.add(record, numbers)
    _warn_of_missing_plugins(log)
    return reported_boards(log.seats.frame(), anchor, log.watched)


def _warn_of_missing_plugins(log: ReportedLog) -> None:
    if ways := plugins.missing(log.origins.packages):
        _log.warning("matches were played with the plug-in %s, without which the report lacks its benchmarks, metrics "
                     "and boards: %s", " and ".join(ways), ", ".join(ways.values()))


def _load_algebra() -> None:
    """Lets numpy and scipy take the memory for their algebra, for which they would later wait or end the process."""
    require_room()
    import numpy as np
    from scipy.linalg.blas import dgemm

    square = np.ones((256, 256))
    dgemm(1.0, square, square @ square)


class SuiteMatches:
    """Numbers that the benchmarks need of their matches, extracted as these are read.

    A match that cannot be replayed or scored is left out with a warning.
    """

    def __init__(self) -> None:
        self.found: dict[str, list[Any]] = defaultdict(list)
        self.games: dict[str, dict[str, str]] = defaultdict(dict)  # that were played, by label, of each suite
        self.told: dict[str, set[Told]] = defaultdict(set)  # to models, in each suite

    def add(self, record: MatchRecord, numbers: Sequence[int]) -> None:
        """Adds a match to its benchmark, if it has one, or a person's to the one whose baseline people are."""
        match, suite = ReplayedMatch(record), record.suite
        if suite is not None and suite in (*SUITES, *plugins.added("suites")):
            try:
                self._keep(suite, extract_scorable(match, numbers, load_suite(suite)))
            except ValueError as error:
                _log.warning("%s; the match is left out of the tables of %s", error, suite)
            else:
                self.games[suite][games.label(record.game, record.params)] = record.game
                self.told[suite].update(list_told(record))
        elif suite is None and any(seat.kind == PERSON for seat in record.seats):
            self._keep(WITH_PEOPLE, load_suite(WITH_PEOPLE).extract(match, numbers))

    def _keep(self, suite: str, found: object) -> None:
        if found is not None:
            self.found[suite].append(found)


def write_sections(
    played: SuiteMatches, log: ReportedLog, out: Path, settings: ReportSettings = _USUAL
) -> list[Section]:
    """Writes the tables and figures of every benchmark that was played, each into a folder of its name in ``out``.

    One of a plug-in that fails is left out with a warning.
    """
    sections = []
    for name, labels in sorted(played.games.items()):
        try:
            found = load_suite(name).findings(played.found[name], log)
            if settings.paper and (paper := paper_of(name)):
                found = with_paper(found, paper, labels, played.told[name])
            sections.append(write_section(name, frozenset(labels.values()), found, make_subfolder(out, name)))
        except Exception as error:
            if name in SUITES:
                raise
            _log.warning("the tables of %s are left out: %s: %s", name, type(error).__name__, first_line(error))
    return sections
