"""Reports of runs: the leaderboard of all matches, and the tables and figures of the benchmarks among them."""

import logging
from collections.abc import Iterable, Sequence
from pathlib import Path

from gtarena.files import make_subfolder
from gtarena.logs import damage
from gtarena.logs.reader import Records
from gtarena.logs.records import MatchRecord
from gtarena.reports.comparisons.section import write_comparisons
from gtarena.reports.leaderboard_rows import reported_boards
from gtarena.reports.match_browser.files import write_files
from gtarena.reports.sections import Section, write_section
from gtarena.reports.terminal import print_leaderboard
from gtarena.reports.write import write_report
from gtarena.suites import SUITES, load_suite
from gtarena.suites.scoring import WithoutMatches, check_scorable

_log = logging.getLogger(__name__)


def write_run_report(
    paths: Sequence[Path], out: Path, title: str, *, show: bool = True, anchor: str | None = None
) -> None:
    """Writes the report of all matches below the paths into a folder, and prints the leaderboard.

    Sweep jobs (``show=False``) print nothing and omit the benchmarks' tables and figures, the comparisons and the match
    browser, which the merged report has.
    Ratings are differences from that of the agent ``anchor`` if it is given.

    Raises:
        ValueError: there are no matches below the paths, no agent has the name of the anchor, or a log is damaged.
    """
    records = Records(*paths)
    boards = reported_boards(records, anchor)
    sections = write_sections(records, out) if show else []
    browser = write_files(boards.seats, out, paths) if show else None
    comparisons = write_comparisons(boards, out) if show else None
    written = write_report(records, boards, out, title, paths, sections, browser, comparisons)
    if show:
        print_leaderboard(boards, sections=sections)
        print(f"\nLeaderboard, tables and report: {written}")
        if skipped := damage.summary(*paths):
            print(skipped)


def write_sections(records: Iterable[MatchRecord], out: Path) -> list[Section]:
    """Writes the tables and figures of every benchmark that was played, each into a folder of its name in ``out``.

    A match that cannot be replayed or scored is left out with a warning.
    """
    games: dict[str, set[str]] = {}
    refused: set[str] = set()
    for record in records:
        if record.suite is not None and record.suite in SUITES:
            try:
                check_scorable(record, load_suite(record.suite))
            except ValueError as error:
                refused.add(record.match_id)
                _log.warning("%s; the match is left out of the tables of %s", error, record.suite)
            else:
                games.setdefault(record.suite, set()).add(record.game)
    records = WithoutMatches(records, refused) if refused else records
    return [write_section(name, frozenset(played), load_suite(name).findings(records), make_subfolder(out, name))
            for name, played in sorted(games.items())]
