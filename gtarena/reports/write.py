"""Files of a report: leaderboard tables as CSV and Parquet, and the HTML page."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from gtarena.logs.ledger import unfinished_spending
from gtarena.logs.prompt_texts import read_prompt_texts
from gtarena.logs.reader import folders
from gtarena.reports.html import ReportContents, render
from gtarena.reports.leaderboard_rows import Boards, replies_table
from gtarena.reports.match_browser.files import remove_others
from gtarena.reports.spreadsheets import guard_frame
from gtarena.system.files import atomic_write, write_text

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class ReportFiles:
    """Paths of a written report. Its ``str`` is the path of the page."""

    page: Path
    tables: tuple[Path, ...]

    def __str__(self) -> str:
        return str(self.page)


def write_report(report: ReportContents, out: Path) -> ReportFiles:
    """Writes the leaderboards, the table of replies and the page ``report.html`` into the folder ``out``.

    The prompts of sample matches and the spending of unfinished matches are looked up in or beside the logs. Files of
    matches that the report's browser does not name are removed once the page is written.
    """
    out.mkdir(parents=True, exist_ok=True)
    tables, log = _write_tables(report.boards, out), report.log
    shown = {digest for record in log.samples for call in record.calls for digest in call.hashes}
    unfinished = unfinished_spending(log.finished, *folders(*log.paths))
    page = out / "report.html"
    write_text(page, render(report, read_prompt_texts(shown, *log.paths), unfinished))
    remove_others(out, report.browser)
    return ReportFiles(page, tables)


def _write_tables(boards: Boards, out: Path) -> tuple[Path, ...]:
    """Writes ``leaderboard`` and ``overall`` and, if models were called, ``replies``."""
    frames = (*_write_frame(boards.games, out, "leaderboard"), *_write_frame(boards.overall, out, "overall"))
    replies = replies_table(boards.overall)
    return (*frames, *replies.write(out)) if replies.rows else frames


def _write_frame(frame: pd.DataFrame, folder: Path, name: str) -> tuple[Path, Path]:
    csv, parquet = folder / f"{name}.csv", folder / f"{name}.parquet"
    write_text(csv, guard_frame(frame).to_csv(index=False))
    with atomic_write(parquet) as file:
        file.write(frame.to_parquet(index=False))
    return csv, parquet
