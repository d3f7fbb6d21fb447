"""Files of a report: leaderboard tables as CSV and Parquet, and the HTML page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from gtarena.logs import ledger
from gtarena.logs.reader import folders
from gtarena.logs.records import MatchRecord
from gtarena.logs.stored_texts import read_texts
from gtarena.reports import html
from gtarena.reports.comparisons.section import Comparisons
from gtarena.reports.leaderboard_rows import Boards
from gtarena.reports.match_browser.files import Browser, remove_others
from gtarena.reports.provenance import Origins
from gtarena.reports.replies_table import replies_table
from gtarena.reports.sample_matches import sample_matches
from gtarena.reports.sections import Section
from gtarena.reports.spreadsheets import guarded_frame
from gtarena.system import files

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class ReportFiles:
    """Paths of a written report. Its ``str`` is the path of the page."""

    page: Path
    tables: tuple[Path, ...]

    def __str__(self) -> str:
        return str(self.page)


def write_report(
    records: Iterable[MatchRecord],
    boards: Boards,
    out: Path,
    title: str,
    logs: Sequence[str | Path] = (),
    sections: Sequence[Section] = (),
    browser: Browser | None = None,
    comparisons: Comparisons | None = None,
) -> ReportFiles:
    """Writes the leaderboards, the table of replies and the page ``report.html`` into the folder ``out``.

    Args:
        records: the matches.
        boards: their leaderboards, from :func:`gtarena.reports.leaderboard_rows.reported_boards`.
        out: the folder.
        title: the heading of the page.
        logs: folders or log files, in or beside which the prompts of sample matches and the spending of unfinished
            matches are looked up.
        sections: scores as benchmarks define them, from :func:`gtarena.reports.sections.write_section`.
        browser: the match browser, from :func:`gtarena.reports.match_browser.files.write_files`. Files of matches that
            it does not name are removed once the page is written.
        comparisons: comparisons of the agents, from
            :func:`gtarena.reports.comparisons.section.write_comparisons`.
    """
    out.mkdir(parents=True, exist_ok=True)
    tables = _write_tables(boards, out)
    found = Origins()
    samples = sample_matches(found.noting(records))
    shown = {digest for record in samples for call in record.calls for digest in call.hashes}
    unfinished = ledger.unfinished(*folders(*logs))
    page = out / "report.html"
    rendered = html.render(
        found, boards, samples, title, read_texts(shown, *logs), unfinished, sections, browser, comparisons,
        logs)
    files.write_text(page, rendered)
    remove_others(out, browser)
    return ReportFiles(page, tables)


def _write_tables(boards: Boards, out: Path) -> tuple[Path, ...]:
    """Writes ``leaderboard`` and ``overall`` and, if models were called, ``replies``."""
    frames = (*_write_frame(boards.games, out, "leaderboard"), *_write_frame(boards.overall, out, "overall"))
    replies = replies_table(boards.overall)
    return (*frames, *replies.write(out)) if replies.rows else frames


def _write_frame(frame: pd.DataFrame, folder: Path, name: str) -> tuple[Path, Path]:
    csv, parquet = folder / f"{name}.csv", folder / f"{name}.parquet"
    files.write_text(csv, guarded_frame(frame).to_csv(index=False))
    with files.atomic_write(parquet) as file:
        file.write(frame.to_parquet(index=False))
    return csv, parquet
