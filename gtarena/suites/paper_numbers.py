"""Numbers that benchmarks' papers print: a file ``paper.yaml`` in a suite's package, table by table and as printed."""

import re
from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from functools import cache
from itertools import product
from typing import Any, Literal

import yaml
from pydantic import BaseModel, ConfigDict, model_validator

from gtarena.reports.tables import Cell
from gtarena.suites.conditions import Condition
from gtarena.suites.package_files import read_file

FILE = "paper.yaml"
NO_NUMBER = ("-", "NaN")

_NUMBER = r"-?\d+(?:\.\d+)?"
_CELL = re.compile(rf"(?P<mean>{_NUMBER})%?(?: ± (?P<std>{_NUMBER}))?(?: [✓✗])?")


def printed_cell(text: str) -> Cell | None:
    """Returns a cell as a paper prints it, with its decimals, or ``None`` if the paper has no number there.

    A number may have a per cent sign, a standard deviation (``41.4 ± 0.5``) and the mark of a vote (``99 ✓``).

    Raises:
        ValueError: it is no number.
    """
    if text in NO_NUMBER:
        return None
    found = _CELL.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} is not {' or '.join(NO_NUMBER)}, nor a number such as -0.50, 98% or 41.4 ± 0.5")
    mean, std = found["mean"], found["std"]
    return Cell(float(mean), None if std is None else float(std), digits=len(mean.partition(".")[2]))


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Note(_Strict):
    """A remark on cells, by the labels that are printed above and beside them; no labels mean all."""

    text: str
    rows: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()

    def covers(self, row: str, column: str) -> bool:
        """Returns true if the remark is on this cell."""
        return (not self.rows or row in self.rows) and (not self.columns or column in self.columns)


class ExchangedColumns(Note):
    """Two columns whose numbers stand in each other's place in some rows."""

    columns: tuple[str, str]

    def other(self, row: str, column: str) -> str:
        """Returns the column under which the number of a column is printed."""
        one, two = self.columns
        return {one: two, two: one}.get(column, column) if row in self.rows else column


class Beside(_Strict):
    """One of our tables beside which numbers of a paper's table are shown.

    ``tables`` is a pattern of our tables' names. The paper's rows or columns (``entries``) become rows or columns of
    ours (``added``); the lines of its other direction are found among ours under their names (``names``, patterns that
    are added to the paper's). ``schemes`` has the scoring schemes that measure the same, each with the names of the
    lines that it measures otherwise. ``played`` has the games, and ``needs`` the lines of our table, without which a
    line is another measure. ``conditions`` go before those of the paper. ``remarks`` say what differs all the same.
    """

    tables: str
    entries: Literal["rows", "columns"]
    added: Literal["rows", "columns"]
    schemes: Mapping[str, tuple[str, ...]]
    names: Mapping[str, str] = {}
    played: Mapping[str, tuple[str, ...]] = {}
    needs: Mapping[str, tuple[str, ...]] = {}
    conditions: Mapping[str, str] = {}
    remarks: tuple[str, ...] = ()


class PaperTable(_Strict):
    """A table of a paper, or a ``part`` of one, with its cells as printed."""

    place: str
    where: str
    title: str
    columns: tuple[str, ...]
    rows: Mapping[str, tuple[str, ...]]
    part: str = ""
    exchanged: tuple[ExchangedColumns, ...] = ()
    notes: tuple[Note, ...] = ()
    beside: tuple[Beside, ...] = ()

    @model_validator(mode="after")
    def _is_whole(self) -> "PaperTable":
        if len(set(self.columns)) < len(self.columns):
            raise ValueError(f"{self.place} has two columns of the same label")
        for row, cells in self.rows.items():
            if len(cells) != len(self.columns):
                raise ValueError(f"{self.place} has {len(cells)} cells in row {row!r} and {len(self.columns)} columns")
            for cell in cells:
                printed_cell(cell)
        for note in (*self.notes, *self.exchanged):
            if unknown := (set(note.rows) - set(self.rows)) | (set(note.columns) - set(self.columns)):
                raise ValueError(f"{self.place} has a note on {sorted(unknown)}, which are no labels of it")
        return self

    def cell(self, row: str, column: str) -> Cell | None:
        """Returns the cell that is printed in this place."""
        return printed_cell(self.rows[row][self.columns.index(column)])

    def printed_in(self, row: str, column: str) -> str:
        """Returns the label of the column in which the number of this row and column is printed."""
        for exchange in self.exchanged:
            column = exchange.other(row, column)
        return column

    def cells(self) -> Iterator[tuple[str, str]]:
        """Yields the labels of every cell, row by row."""
        return product(self.rows, self.columns)


class Paper(_Strict):
    """A benchmark's paper: its source and the version that was read, and the tables that print numbers.

    ``names`` are the names that printed labels have in our tables. ``told`` are the conditions of the paper's models by
    their names, and ``conditions`` says by patterns of the printed entries which one is whose; the first pattern that
    fits counts. ``without_numbers`` are the other tables, each with what it has. ``shared`` holds parts that several
    tables of the file refer to.
    """

    benchmark: str
    authors: str
    title: str
    source: str
    version: str
    names: Mapping[str, str]
    told: Mapping[str, Condition] = {}
    conditions: Mapping[str, str] = {}
    without_numbers: Mapping[str, str]
    tables: tuple[PaperTable, ...]
    shared: Any = None

    @model_validator(mode="after")
    def _has_unique_tables(self) -> "Paper":
        keys = [(table.place, table.part) for table in self.tables]
        if twice := sorted({key for key in keys if keys.count(key) > 1}):
            raise ValueError(f"the tables {twice} occur twice")
        return self

    @model_validator(mode="after")
    def _knows_its_conditions(self) -> "Paper":
        places = [self.conditions, *(place.conditions for table in self.tables for place in table.beside)]
        if unknown := {name for place in places for name in place.values()} - set(self.told):
            raise ValueError(f"the conditions {sorted(unknown)} are not among told")
        return self

    def condition(self, place: Beside, entry: str) -> Condition | None:
        """Returns the condition of a row or column that is shown in a place; ``None`` if the file has none."""
        found = (name for conditions in (place.conditions, self.conditions) for pattern, name in conditions.items()
                 if fnmatchcase(entry, pattern))
        name = next(found, None)
        return None if name is None else self.told[name]

    @property
    def citation(self) -> str:
        """The source in a few words."""
        return f"{self.authors.partition(',')[0]} et al., {self.source} ({self.version})"


@cache
def paper_of(suite: str) -> Paper | None:
    """Returns the paper of a suite, or ``None`` if its package has no file of printed numbers.

    Raises:
        ValueError: the file is not as these classes describe it.
    """
    text = read_file(suite, FILE)
    return None if text is None else Paper.model_validate(_AsPrinted(text).get_single_data())


class _AsPrinted(yaml.SafeLoader):
    """Reads every scalar as text, so that 9.50 keeps its decimals; only merge keys have a meaning of their own."""

    yaml_implicit_resolvers = {"<": yaml.SafeLoader.yaml_implicit_resolvers["<"]}  # noqa: RUF012
