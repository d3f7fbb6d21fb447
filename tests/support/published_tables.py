"""Scores that gamma-Bench's paper prints (Huang et al., Tables 1, 2 and 9), held against our tables cell by cell."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gtarena.reports.tables import Cell, Table
from gtarena.suites.gamma_bench.tables import MEAN_COLUMN

PRINTED = Path(__file__).with_name("gamma_bench_tables.json")
UNIT = 0.1  # of the last digit that the paper prints


@dataclass(frozen=True)
class PrintedCell:
    """A score in the paper and ours in its place, which is ``None`` without matches.

    ``known`` says why the scores differ, if that is known. ``column`` is that of our table, which is another one than
    in the paper where the paper exchanged two columns.
    """

    table: str
    row: str
    column: str
    mean: float
    ours: Cell | None
    known: str | None

    @property
    def agrees(self) -> bool:
        """True if both are the same to one unit of the last digit."""
        return self.ours is not None and abs(round(self.ours.mean, 1) - self.mean) < 1.5 * UNIT

    def __str__(self) -> str:
        return f"{self.table}, {self.row}, {self.column}: printed {self.mean}, here {self.ours or 'no matches'}"


def printed_tables() -> list[dict[str, Any]]:
    """Returns the paper's tables; a cell has the mean and, if it is printed, the deviation."""
    tables: list[dict[str, Any]] = json.loads(PRINTED.read_text(encoding="utf-8"))
    return tables


def compared(printed: Sequence[Mapping[str, Any]], ours: Sequence[Table]) -> Iterator[PrintedCell]:
    """Yields every printed cell with ours; the mean of a row has one only if all its columns have."""
    found = {(table.name, row, column): cell for table in ours for row, cells in table.rows
             for column, cell in zip(table.columns, cells, strict=True)}
    for table in printed:
        for row, cells in table["rows"].items():
            columns = columns_of(table, row)
            own = {column: found.get((table["ours"], row, column)) for column in columns}
            if MEAN_COLUMN in own and None in own.values():
                own[MEAN_COLUMN] = None
            for column, (mean, *_) in zip(columns, cells, strict=True):
                known = table.get("known", {}).get(row, {}).get(column)
                yield PrintedCell(table["table"], row, column, mean, own[column], known)


def columns_of(table: Mapping[str, Any], row: str) -> list[str]:
    """Returns the columns whose matches a row was computed from, in the order of its cells."""
    columns: list[str] = table["columns"]
    exchanged = table.get("exchanged", {"rows": [], "columns": []})
    if row not in exchanged["rows"]:
        return columns
    one, other = exchanged["columns"]
    return [{one: other, other: one}.get(column, column) for column in columns]
