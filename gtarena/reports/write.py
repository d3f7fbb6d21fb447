"""Tables and a page out of match records, and the leaderboard in the terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gtarena import formatting
from gtarena.logs import spending
from gtarena.logs.reader import attempts, folders, read_texts
from gtarena.logs.records import MatchRecord
from gtarena.metrics import leaderboard
from gtarena.metrics.frames import seats_frame
from gtarena.reports import html
from gtarena.reports.sections import Section
from gtarena.reports.tables import Cell
from gtarena.reports.tables import Table as Scores

if TYPE_CHECKING:
    import pandas as pd
    from rich.console import Console
    from rich.table import Table


TABLES_SHOWN = 40
LABEL_LIMIT = 40
UNLIMITED = 10_000  # characters


@dataclass(frozen=True)
class Report:
    """Where a report has been written; as text, its page."""

    page: Path
    tables: tuple[Path, ...]

    def __str__(self) -> str:
        return str(self.page)


def write_report(
    records: Iterable[MatchRecord],
    out: Path,
    title: str,
    logs: Sequence[str | Path] = (),
    sections: Sequence[Section] = (),
) -> Report:
    """Writes ``leaderboard`` and ``overall`` as CSV and Parquet, and ``report.html``, into the folder ``out``.

    Args:
        records: the matches, gone through several times, as :class:`gtarena.logs.reader.Records` can be.
        logs: folders or files of matches, below or beside which the prompts of sample matches are looked up, and what
            matches without a result have taken.
        sections: what benchmarks have to say of the matches that were played for them.

    Raises:
        ValueError: there are no records.
    """
    seats = _some(seats_frame(records))
    out.mkdir(parents=True, exist_ok=True)
    tables: list[Path] = []
    for name, frame in (("leaderboard", leaderboard.leaderboard(seats)), ("overall", leaderboard.overall(seats))):
        tables += [out / f"{name}.csv", out / f"{name}.parquet"]
        frame.to_csv(tables[-2], index=False)
        frame.to_parquet(tables[-1], index=False)
    samples = html.sample_matches(records)
    shown = {ref.sha256 for record in samples for call in record.calls for ref in call.messages}
    page = out / "report.html"
    broken_off = spending.of_attempts(attempts(*folders(*logs)))
    rendered = html.render(records, seats, samples, title, read_texts(shown, *logs), broken_off, sections)
    page.write_text(rendered, encoding="utf-8")
    return Report(page, tuple(tables))


def _some(seats: pd.DataFrame) -> pd.DataFrame:
    if seats.empty:
        raise ValueError("there are no matches to report: none has ended yet, or the folder is another one")
    return seats


Row = Mapping[str, Any]


@dataclass(frozen=True)
class _Column:
    """A column of the leaderboard, shown in terminals of at least ``width`` characters."""

    heading: str
    cell: Callable[[Row], str]
    width: int = 0


_RESULTS = _Column("W–D–L", lambda row: f"{row['wins']}–{row['draws']}–{row['losses']}")
_NRA = _Column("NRA", lambda row: formatting.signed(row["nra"]))
_RETURN = _Column("Return", lambda row: formatting.number(row["mean_return"]))
_COMMON = (
    _Column("Matches", lambda row: f"{row['matches']:,}"),
    _Column("Finished", lambda row: formatting.percent(row["completion_rate"]), width=100),
    _Column("No move", lambda row: formatting.percent(row["illegal_rate"])),
    _Column("Tokens", lambda row: _of_model(row, formatting.count(row["tokens_in"] + row["tokens_out"])), width=100),
    _Column("Cost", lambda row: _of_model(row, formatting.dollars(row["cost"]))),
)


def _of_model(row: Row, shown: str) -> str:
    return shown if row["calls"] else formatting.NOTHING


def print_leaderboard(
    records: Iterable[MatchRecord], console: Console | None = None, sections: Sequence[Section] = ()
) -> None:
    """Prints a table for each game, then one over all games if there are several.

    The sections' own tables stand in place of those of their games.

    Raises:
        ValueError: there are no records.
    """
    from rich.console import Console

    console = console or Console(highlight=False)
    seats = _some(seats_frame(records))
    board = leaderboard.leaderboard(seats)
    scored = frozenset[str]().union(*(section.games for section in sections))
    for game, rows in board.groupby("game"):
        if str(game).split("(")[0] in scored:
            continue
        console.print(_table(str(game), rows, (_NRA, _RETURN, _RESULTS, *_COMMON), console.width))
    if board["game"].nunique() > 1:
        standing = leaderboard.overall(seats)
        games = _Column("Games", lambda row: str(row["games"]))
        console.print(_table("All games", standing, (_NRA, games, _RESULTS, *_COMMON), console.width))


    for section in sections:
        for scores in section.tables[:TABLES_SHOWN]:
            console.print(_scores(scores, console))
        if len(section.tables) > TABLES_SHOWN:
            console.print(f"{len(section.tables) - TABLES_SHOWN} more tables are in {section.folder}")


def _scores(scores: Scores, console: Console) -> Table:
    """A benchmark's table as it fits the terminal: upright or turned on its side, in full or with the means alone."""
    from rich.measure import Measurement

    unlimited = console.options.update(max_width=UNLIMITED)
    ways = [grid for shown in (str, attrgetter("short")) for grid in _upright_and_turned(scores, shown, console.width)]
    widths = [Measurement.get(console, unlimited, grid).maximum for grid in ways]
    fitting = (grid for grid, width in zip(ways, widths, strict=True) if width <= console.width)
    return next(fitting, ways[widths.index(min(widths))])


def _upright_and_turned(scores: Scores, shown: Callable[[Cell], str], width: int) -> tuple[Table, Table]:
    rows = [(label, [formatting.NOTHING if cell is None else shown(cell) for cell in cells])
            for label, cells in scores.rows]
    by_column = zip(*(cells for _, cells in rows), strict=True)
    return (
        _grid(scores.title, scores.columns, rows, width),
        _grid(scores.title, [label for label, _ in rows], [*zip(scores.columns, by_column, strict=True)], width))


def _grid(title: str, columns: Sequence[str], rows: Sequence[tuple[str, Sequence[str]]], width: int) -> Table:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    heading = Text(formatting.one_line(title, width))
    table = Table(title=heading, title_justify="left", box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    table.add_column("", no_wrap=True)
    for column in columns:
        table.add_column(Text(formatting.one_line(column, LABEL_LIMIT)), justify="right", overflow="fold")
    for label, cells in rows:
        table.add_row(Text(formatting.one_line(label, LABEL_LIMIT)), *cells)
    return table


def _table(title: str, frame: pd.DataFrame, columns: Sequence[_Column], width: int) -> Table:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    fitting = [column for column in columns if column.width <= width]
    # Text objects are printed as they are: square brackets in them mean nothing to rich.
    heading = Text(formatting.one_line(title, width))
    table = Table(title=heading, title_justify="left", box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    table.add_column("Agent", overflow="fold", min_width=16)
    for column in fitting:
        table.add_column(column.heading, justify="right", no_wrap=True)
    for row in html.rows(frame):
        table.add_row(Text(row["name"]), *(column.cell(row) for column in fitting))
    return table
