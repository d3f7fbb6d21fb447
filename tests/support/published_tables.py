"""Scores that gamma-Bench's paper prints (Huang et al., Tables 1, 2 and 9), held against our tables cell by cell."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gtarena.reports.tables import Cell, Table
from gtarena.suites.beside_paper import replaced_names
from gtarena.suites.gamma_bench.tables import MEAN_COLUMN
from gtarena.suites.paper_numbers import PaperTable, paper_of

COMPARED = ("Table 1", "Table 2", "Table 9")
MODEL = "gpt-3.5-turbo-0125"  # of Table 9
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


def printed_tables() -> list[PaperTable]:
    """Returns the paper's tables."""
    paper = paper_of("gamma_bench")
    assert paper is not None
    return [table.model_copy(update={"beside": tuple(replaced_names(place, paper) for place in table.beside)})
            for table in paper.tables if table.place in COMPARED]


def compared(printed: Sequence[PaperTable], ours: Sequence[Table]) -> Iterator[PrintedCell]:
    """Yields every printed cell with ours; the mean of a row has one only if all its columns have."""
    found = {(table.name, row, column): cell for table in ours for row, cells in table.rows
             for column, cell in zip(table.columns, cells, strict=True)}
    for table in printed:
        (place,) = table.beside
        name = place.tables.replace("*", MODEL)
        for label in table.rows:
            row = place.names.get(label, label)
            columns = {column: place.names.get(column, column) for column in table.columns}
            own = {column: found.get((name, row, column)) for column in columns.values()}
            if MEAN_COLUMN in own and None in own.values():
                own[MEAN_COLUMN] = None
            for heading, column in columns.items():
                yield PrintedCell(table.place, row, column, number(table, label, heading), own[column],
                                  known(table, label, heading))


def number(table: PaperTable, row: str, column: str) -> float:
    """Returns the number that belongs to a row and a column."""
    cell = table.cell(row, table.printed_in(row, column))
    assert cell is not None
    return cell.mean


def known(table: PaperTable, row: str, column: str) -> str | None:
    """Returns what the notes say of the number that belongs to a row and a column."""
    place = row, table.printed_in(row, column)
    return "; ".join(note.text for note in table.notes if note.covers(*place)) or None
