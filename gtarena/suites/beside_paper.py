"""Numbers that a paper prints, beside ours in the tables of a suite."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from functools import cached_property

from gtarena.reports.sections import Findings
from gtarena.reports.tables import Cell, Table
from gtarena.suites.conditions import PUBLISHED, Told
from gtarena.suites.paper_numbers import Beside, Paper, PaperTable

Cells = tuple[Cell | None, ...]


def with_paper(findings: Findings, paper: Paper, played: Collection[str], told: Collection[Told]) -> Findings:
    """Returns a suite's findings with the paper's numbers in every table that measures the same.

    Args:
        findings: the suite's own.
        paper: its paper.
        played: labels of the suite's games among the matches (:func:`gtarena.games.label`).
        told: the wordings and instructions of the suite's models among the matches.
    """
    return replace(findings, tables={
        scheme: [beside_paper(table, paper, scheme, played, told) for table in tables]
        for scheme, tables in findings.tables.items()})


def beside_paper(
    table: Table, paper: Paper, scheme: str, played: Collection[str], told: Collection[Told]
) -> Table:
    """Returns a table with the rows or columns that the paper prints for it, and notes on them below.

    A row or column of the paper is shown if one of our models was told the same, in the same wording and with the same
    instruction; otherwise a note says that it is left out. A number that the paper prints in an exchanged or permuted
    column stands where it belongs, and a note says so. The table is returned as it is if the paper has nothing for it.
    """
    merged = table
    for printed in paper.tables:
        for place in printed.beside:
            if scheme in place.schemes and fnmatchcase(table.name, place.tables):
                merge = _Merge(table, paper, printed, replaced_names(place, paper), scheme, played, told)
                merged = merge.into(merged)
    return merged if merged is table else replace(merged, notes=(*merged.notes, f"Paper: {paper.citation}"))


def replaced_names(place: Beside, paper: Paper) -> Beside:
    """Returns the place with the paper's names for labels that it does not name itself."""
    return place.model_copy(update={"names": {**paper.names, **place.names}})


@dataclass(frozen=True)
class _Merge:
    """Numbers of a paper's table on their way into ours."""

    table: Table
    paper: Paper
    printed: PaperTable
    place: Beside
    scheme: str
    played: Collection[str]
    told: Collection[Told]

    def into(self, merged: Table) -> Table:
        """Returns a table, which may have numbers of other tables of the paper by now, with those of this one."""
        entries = dict(self._entries())
        if not entries:
            return merged
        shown = {f"{self._name(entry)} (paper, {self.printed.place})": cells for entry, cells in entries.items()
                 if entry not in self._differing}
        merged = replace(merged, notes=(*merged.notes, *(self._notes() if shown else ()),
                                        *self._left_out(entries)))
        if self.place.added == "rows":
            new = {_free(label, [row for row, _ in merged.rows]): cells for label, cells in shown.items()}
            return replace(merged, rows=(*merged.rows, *new.items()))
        labels = tuple(_free(label, merged.columns) for label in shown)
        rows = tuple((row, (*cells, *(added[line] for added in shown.values())))
                     for line, (row, cells) in enumerate(merged.rows))
        return replace(merged, columns=(*merged.columns, *labels), rows=rows)

    def _entries(self) -> Iterator[tuple[str, Cells]]:
        """Yields what can be added: a printed label, and a cell for each line of our table's other direction."""
        for entry in self._printed_entries:
            cells = tuple(self._cell(entry, line) for line in self._lines)
            if self._name(entry) not in self._measured_otherwise and any(cells):
                yield entry, cells

    def _left_out(self, entries: Collection[str]) -> Iterator[str]:
        """Yields which of the entries are left out because of what our models were told."""
        for difference in dict.fromkeys(self._differing.values()):
            left = [self._name(entry) for entry in entries if self._differing.get(entry) == difference]
            if left:
                named = [", ".join(left)] if len(left) < len(entries) else []
                yield f"{', '.join((self.printed.place, *named))}: left out, {difference}."

    @cached_property
    def _differing(self) -> Mapping[str, str]:
        """The printed entries whose models were told what none of ours was, each with the difference."""
        conditions = {entry: self.paper.condition(self.place, entry) for entry in self._printed_entries}
        return {entry: condition.otherwise for entry, condition in conditions.items()
                if condition is not None and not condition.is_met(self.told)}

    def _cell(self, entry: str, line: str) -> Cell | None:
        place = self._printed_at(entry, line)
        return None if place is None else self.printed.cell(*place)

    def _printed_at(self, entry: str, line: str) -> tuple[str, str] | None:
        """Returns the row and the column where the paper prints a number, if it is of the same measure."""
        other = self._printed_lines.get(line)
        if other is None or line in self._measured_otherwise or line in self._incomplete:
            return None
        row, column = (entry, other) if self.place.entries == "rows" else (other, entry)
        return row, self.printed.printed_in(row, column)

    def _notes(self) -> Iterator[str]:
        """Yields what has to be known about the numbers that are shown."""
        names = {entry: self._name(entry) for entry in self._printed_entries if entry not in self._differing}
        shown = {place for entry, name in names.items() if name not in self._measured_otherwise
                 for line in self._lines if (place := self._printed_at(entry, line))}
        title = self.printed.place
        yield from self._other_words(names)
        for remark in self.place.remarks:
            yield f"{title}: {remark}"
        for exchange in self.printed.exchanged:
            if any(exchange.covers(*cell) for cell in shown):
                yield (f"{title}, {'; '.join(exchange.rows)}: the paper prints the numbers of "
                       f"{' and '.join(exchange.columns)} in each other's column ({exchange.text}). Here each number "
                       f"stands in its own column.")
        for note in self.printed.notes:
            if any(note.covers(*cell) for cell in shown):
                yield f"{', '.join(filter(None, (title, '; '.join(note.rows), '; '.join(note.columns))))}: {note.text}."
        if otherwise := [line for line in (*names.values(), *self._lines) if line in self._measured_otherwise]:
            same = [scheme for scheme, others in self.place.schemes.items() if not others]
            yield f"{title}: the numbers of {', '.join(otherwise)} are of the scheme {' or '.join(same)}."
        if incomplete := [line for line in self._lines if line in self._incomplete and line not in otherwise]:
            yield f"{title}: {', '.join(incomplete)} would need all games as the paper has them."

    def _other_words(self, shown: Collection[str]) -> Iterator[str]:
        """Yields which wordings of ours stood for published ones that can be imported."""
        conditions = {self.paper.condition(self.place, entry) for entry in shown}
        own = sorted({prompt for condition in conditions if condition for prompt in condition.own_words(self.told)})
        if own:
            yield (f"{self.printed.place}: our models were told the same facts in other words "
                   f"(prompt={', '.join(own)}); prompt={PUBLISHED} has the published ones.")

    @property
    def _rows(self) -> list[str]:
        return [row for row, _ in self.table.rows]

    @property
    def _lines(self) -> Collection[str]:
        """Our lines of the direction that both tables share."""
        return self.table.columns if self.place.added == "rows" else self._rows

    @property
    def _printed_entries(self) -> Collection[str]:
        return self.printed.rows if self.place.entries == "rows" else self.printed.columns

    @property
    def _printed_lines(self) -> Mapping[str, str]:
        """The label that the paper prints for each of our lines that it has."""
        printed = self.printed.columns if self.place.entries == "rows" else self.printed.rows
        return {line: label for line in self._lines for label in printed if fnmatchcase(line, self._name(label))}

    @property
    def _measured_otherwise(self) -> Collection[str]:
        return self.place.schemes[self.scheme]

    @property
    def _incomplete(self) -> Collection[str]:
        """Lines of our table whose games were not all played in the paper's settings."""
        return {line for names, found in ((self.place.played, self.played), (self.place.needs, self._lines))
                for line, patterns in names.items()
                if not all(any(fnmatchcase(each, pattern) for each in found) for pattern in patterns)}

    def _name(self, printed: str) -> str:
        return self.place.names.get(printed, printed)


def _free(label: str, taken: Collection[str]) -> str:
    """Returns a label that none of ours has, even if an agent is called like the paper's."""
    while label in taken:
        label += " (paper)"
    return label
