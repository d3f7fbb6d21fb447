"""Leaderboards, benchmark tables and the sentence of what they show, printed to the terminal."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from textwrap import wrap
from typing import TYPE_CHECKING

from gtarena import formatting
from gtarena.reports.headline import state_differences
from gtarena.reports.leaderboard_rows import (
    GAME_RANKS_EXPLAINED,
    RANKS_EXPLAINED,
    Boards,
    LeaderboardRow,
    leaderboard_rows,
    rank,
    rating,
    rating_reasons,
    shows_ratings,
)
from gtarena.reports.sections import TABLES_SHOWN, Section
from gtarena.reports.tables import Cell, Table

if TYPE_CHECKING:
    import pandas as pd
    from rich.console import Console
    from rich.table import Table as RichTable
    from rich.text import Text

LABEL_LIMIT = 48  # characters
HEADING_LINES = (LABEL_LIMIT, 14, 10)  # characters of a line in a heading: the first that makes a table fit is used
UNLIMITED_WIDTH = 10_000  # characters
MOST_PARTS = 4  # into which a table that is too wide is divided
MEANS_ALONE = "Means alone, for lack of room: the files have the rest."
WIDE = 100  # characters of a terminal that has room for all columns but those of ratings
WIDEST = 120


@dataclass(frozen=True)
class _Column:
    """A column of the leaderboard, shown in terminals of at least ``width`` and less than ``until`` characters."""

    heading: str
    cell: Callable[[LeaderboardRow], str]
    width: int = 0
    until: int = UNLIMITED_WIDTH


def _of_model(row: LeaderboardRow, shown: str) -> str:
    return shown if row["calls"] else formatting.NOTHING


_RESULTS = _Column("W–D–L", lambda row: f"{row['wins']}–{row['draws']}–{row['losses']}")
_NRA = _Column("NRA", lambda row: formatting.format_signed(row["nra"]))
_RETURN = _Column("Return", lambda row: formatting.format_number(row["mean_return"]))
_GAMES = _Column("Games", lambda row: str(row["games"]), WIDE)
_MATCHES = _Column("Matches", lambda row: f"{row['matches']:,}")
_COMMON = (
    _Column("Finished", lambda row: formatting.format_percent(row["completion_rate"]), WIDE),
    _Column("No legal\nmove", lambda row: formatting.format_percent(row["illegal_rate"])),
    _Column("Tokens", lambda row: _of_model(row, formatting.format_count(row["tokens_in"] + row["tokens_out"])), WIDE),
    _Column("Cost", lambda row: _of_model(row, formatting.format_dollars(row["cost"]))),
)
_RATING = (
    _Column("Rating", rating, WIDEST),
    _Column("Rating", lambda row: rating(row).replace(" [", "\n["), until=WIDEST),
    _Column("Rank", rank),
)
_UNRATED_GAME = (_NRA, _RETURN, _RESULTS, _MATCHES, *_COMMON)
_RATED_GAME = (_NRA, *_RATING, replace(_RETURN, width=WIDEST), _RESULTS, replace(_MATCHES, width=WIDEST), *_COMMON)
_ALL_GAMES = (*_RATING, _GAMES, _RESULTS, replace(_MATCHES, width=WIDEST), *_COMMON)


def print_leaderboard(boards: Boards, console: Console | None = None) -> None:
    """Prints the table over all games, or that of the only one, and the sentence of what it shows."""
    console = console or _console()
    if boards.games["game"].nunique() > 1:
        _print_overall(boards.overall, console)
    else:
        _print_game(boards.games, console)
    _print_headline(boards, console)


def print_all_tables(boards: Boards, console: Console | None = None, sections: Sequence[Section] = ()) -> None:
    """Prints a table for each game, one over all of them if there are several, those of sections, and the sentence.

    Games that a section covers are shown by the section's own tables instead.
    """
    console = console or _console()
    covered = frozenset[str]().union(*(section.games for section in sections))
    for game, board in boards.games.groupby("game"):
        if str(game).split("(")[0] not in covered:
            _print_game(board, console)
    if boards.games["game"].nunique() > 1:
        _print_overall(boards.overall, console)
    for section in sections:
        _print_section(section, console)
    _print_headline(boards, console)


def print_section(section: Section, console: Console | None = None) -> None:
    """Prints the tables of a section, and where the rest of them is."""
    _print_section(section, console or _console())


def _console() -> Console:
    from rich.console import Console

    return Console(highlight=False)


def _print_game(board: pd.DataFrame, console: Console) -> None:
    """Prints the leaderboard of a single game."""
    rated = shows_ratings(board)
    columns = _RATED_GAME if rated else _UNRATED_GAME
    console.print(_leaderboard(str(board["game"].iloc[0]), board, columns, console.width))
    if rated:
        _print_notes(board, GAME_RANKS_EXPLAINED, console)


def _print_overall(board: pd.DataFrame, console: Console) -> None:
    console.print(_leaderboard("All games", board, _ALL_GAMES, console.width))
    _print_notes(board, RANKS_EXPLAINED, console)


def _print_headline(boards: Boards, console: Console) -> None:
    from rich.text import Text

    console.print(Text(state_differences(boards), style="bold"))


def _print_notes(board: pd.DataFrame, explained: str, console: Console) -> None:
    from rich.text import Text

    console.print(Text("\n".join((explained, *rating_reasons(leaderboard_rows(board)), ""))))


def _leaderboard(title: str, frame: pd.DataFrame, columns: Sequence[_Column], width: int) -> RichTable:
    from rich.text import Text

    fitting = [column for column in columns if column.width <= width < column.until]
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
        for part in _fitted(table, console):
            console.print(part)
        if left_out := len(table.rows) - len(table.rows[:table.rows_printed]):
            console.print(Text(f"{left_out} more of these rows in {section.folder}\n"))
        if table.notes:
            console.print(Text("\n".join((*map(formatting.one_line, table.notes), ""))))
    if len(section.tables) > TABLES_SHOWN:
        console.print(Text(f"{len(section.tables) - TABLES_SHOWN} more tables in {section.folder}"))


def _fitted(table: Table, console: Console) -> Sequence[RichTable | Text]:
    """The first layout that fits the terminal, else the narrowest.

    A table is upright or transposed, first with headings on one line, then with narrower ones. If it does not fit, it
    is divided into parts with some of the columns each, and at last it has means alone, which may be divided too.
    """
    from rich.text import Text

    for layout in _all_layouts(table, str, console):
        if _width(layout, console) <= console.width:
            return layout
    means = list(_all_layouts(table, attrgetter("short"), console))
    narrowest = min(means, key=lambda layout: max(_width(layout, console), console.width))
    spread = any(cell and str(cell) != cell.short for _, cells in table.rows for cell in cells)
    return [*narrowest, *([Text(f"{MEANS_ALONE}\n")] if spread else [])]


def _all_layouts(table: Table, shown: Callable[[Cell], str], console: Console) -> Iterator[list[RichTable]]:
    """The layouts of a table in ever more parts."""
    for parts in range(1, MOST_PARTS + 1):
        divided = table.divide(parts)
        for longest in HEADING_LINES:
            for layout in zip(*(_layouts(part, shown, longest, console.width) for part in divided), strict=True):
                yield list(layout)


def _width(layout: Sequence[RichTable], console: Console) -> int:
    """The number of characters that the widest part of a layout needs."""
    from rich.measure import Measurement

    unlimited = console.options.update(max_width=UNLIMITED_WIDTH)
    return max(Measurement.get(console, unlimited, part).maximum for part in layout)


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

    table, listed = _titled(title, width), list(headings)
    # Beside a single column there is room for a sentence.
    longest = LABEL_LIMIT if len(listed) > 1 else max(LABEL_LIMIT, width - 2 * HEADING_LINES[-1])
    table.add_column("", no_wrap=len(listed) > 1, max_width=longest)
    for heading in listed:
        table.add_column(Text(heading), justify="right", overflow="fold")
    for label, cells in rows:
        table.add_row(Text(_row_label(label) if len(listed) > 1 else formatting.one_line(label)), *cells)
    return table


def _row_label(label: str) -> str:
    """A label in up to two lines."""
    return "\n".join(wrap(formatting.one_line(label, 2 * LABEL_LIMIT), LABEL_LIMIT, break_on_hyphens=False)[:2])


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
    return RichTable(
        title=heading, title_justify="left", caption_justify="left", box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
