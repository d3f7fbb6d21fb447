"""Leaderboards and benchmark tables, printed to the terminal."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from operator import attrgetter
from textwrap import wrap
from typing import TYPE_CHECKING

from gtarena import formatting
from gtarena.logs.records import MatchRecord
from gtarena.metrics import leaderboard
from gtarena.reports.leaderboard_rows import LeaderboardRow, leaderboard_rows, reported_seats
from gtarena.reports.sections import TABLES_SHOWN, Section
from gtarena.reports.tables import Cell, Table

if TYPE_CHECKING:
    import pandas as pd
    from rich.console import Console
    from rich.table import Table as RichTable

LABEL_LIMIT = 48  # characters
HEADING_LINES = (LABEL_LIMIT, 14, 10)  # characters of a line in a heading: the first that makes a table fit is used
UNLIMITED_WIDTH = 10_000  # characters


@dataclass(frozen=True)
class _Column:
    """A column of the leaderboard, shown in terminals of at least ``width`` characters."""

    heading: str
    cell: Callable[[LeaderboardRow], str]
    width: int = 0


def _of_model(row: LeaderboardRow, shown: str) -> str:
    return shown if row["calls"] else formatting.NOTHING


_RESULTS = _Column("W–D–L", lambda row: f"{row['wins']}–{row['draws']}–{row['losses']}")
_NRA = _Column("NRA", lambda row: formatting.signed(row["nra"]))
_RETURN = _Column("Return", lambda row: formatting.number(row["mean_return"]))
_GAMES = _Column("Games", lambda row: str(row["games"]))
_COMMON = (
    _Column("Matches", lambda row: f"{row['matches']:,}"),
    _Column("Finished", lambda row: formatting.percent(row["completion_rate"]), width=100),
    _Column("No legal\nmove", lambda row: formatting.percent(row["illegal_rate"])),
    _Column("Tokens", lambda row: _of_model(row, formatting.count(row["tokens_in"] + row["tokens_out"])), width=100),
    _Column("Cost", lambda row: _of_model(row, formatting.dollars(row["cost"]))),
)


def print_leaderboard(
    records: Iterable[MatchRecord], console: Console | None = None, sections: Sequence[Section] = ()
) -> None:
    """Prints one table per game and, if there are several games, one over all of them.

    Games that a section covers are shown by the section's own tables instead.

    Raises:
        ValueError: there are no records.
    """
    from rich.console import Console

    console = console or Console(highlight=False)
    seats = reported_seats(records)
    board = leaderboard.leaderboard(seats)
    covered = frozenset[str]().union(*(section.games for section in sections))
    for game, rows in board.groupby("game"):
        if str(game).split("(")[0] not in covered:
            console.print(_leaderboard(str(game), rows, (_NRA, _RETURN, _RESULTS, *_COMMON), console.width))
    if board["game"].nunique() > 1:
        overall = leaderboard.overall(seats)
        console.print(_leaderboard("All games", overall, (_NRA, _GAMES, _RESULTS, *_COMMON), console.width))
    for section in sections:
        _print_section(section, console)


def _leaderboard(title: str, frame: pd.DataFrame, columns: Sequence[_Column], width: int) -> RichTable:
    from rich.text import Text

    fitting = [column for column in columns if column.width <= width]
    table = _titled(title, width)
    table.add_column("Agent", overflow="fold", min_width=16)
    for column in fitting:
        table.add_column(column.heading, justify="right", no_wrap=True)
    for row in leaderboard_rows(frame):
        table.add_row(Text(row["name"]), *(column.cell(row) for column in fitting))
    return table


def _print_section(section: Section, console: Console) -> None:
    from rich.text import Text

    for table in section.tables[:TABLES_SHOWN]:
        console.print(_fitted(table, console))
        if left_out := len(table.rows) - len(table.rows[:table.rows_printed]):
            console.print(Text(f"{left_out} more of these rows in {section.folder}\n"))
    if len(section.tables) > TABLES_SHOWN:
        console.print(Text(f"{len(section.tables) - TABLES_SHOWN} more tables in {section.folder}"))


def _fitted(table: Table, console: Console) -> RichTable:
    """The first layout that fits the terminal, else the narrowest.

    A table is upright or transposed, first with headings on one line, then with narrower ones, then with means alone.
    """
    from rich.measure import Measurement

    unlimited = console.options.update(max_width=UNLIMITED_WIDTH)
    layouts = [layout for shown in (str, attrgetter("short")) for longest in HEADING_LINES
               for layout in _layouts(table, shown, longest, console.width)]
    widths = [Measurement.get(console, unlimited, layout).maximum for layout in layouts]
    fitting = (layout for layout, width in zip(layouts, widths, strict=True) if width <= console.width)
    return next(fitting, layouts[widths.index(min(widths))])


def _layouts(
    table: Table, shown: Callable[[Cell], str], longest: int, width: int
) -> tuple[RichTable, RichTable]:
    """The table as it is, and transposed, with lines of at most ``longest`` characters in its headings."""
    rows = [(label, [formatting.NOTHING if cell is None else shown(cell) for cell in cells])
            for label, cells in table.rows[:table.rows_printed]]
    by_column = [*zip(table.columns, zip(*(cells for _, cells in rows), strict=True), strict=True)]
    return (
        _layout(table.title, [_heading(column, longest) for column in table.columns], rows, width),
        _layout(table.title, [_heading(label, longest) for label, _ in rows], by_column, width))


def _layout(title: str, headings: Iterable[str], rows: Sequence[tuple[str, Sequence[str]]], width: int) -> RichTable:
    from rich.text import Text

    table = _titled(title, width)
    table.add_column("", no_wrap=True)
    for heading in headings:
        table.add_column(Text(heading), justify="right", overflow="fold")
    for label, cells in rows:
        table.add_row(Text(formatting.one_line(label, LABEL_LIMIT)), *cells)
    return table


def _heading(label: str, longest: int) -> str:
    """A label in lines of at most ``longest`` characters, which end after spaces, slashes and underscores."""
    parts = re.sub(r"(?<=[_/])(?=\w)", " ", formatting.one_line(label, LABEL_LIMIT))
    lines = wrap(parts, longest, break_on_hyphens=False, break_long_words=False)
    return "\n".join(re.sub(r"(?<=[_/]) ", "", line) for line in lines)


def _titled(title: str, width: int) -> RichTable:
    """An empty table under its title."""
    from rich import box
    from rich.table import Table as RichTable
    from rich.text import Text

    # A Text is printed literally; in a str rich would read square brackets as markup.
    heading = Text(formatting.one_line(title, width))
    return RichTable(title=heading, title_justify="left", box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
