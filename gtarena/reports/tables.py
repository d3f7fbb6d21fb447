"""Tables of scores, written as CSV for analysis and as Markdown and LaTeX for papers."""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from gtarena.formatting import one_line
from gtarena.reports.spreadsheets import csv_text
from gtarena.system.files import write_text

CONTINUED = "(continued)"
_PARTS = ("mean", "std", "low", "high", "count")
_SPREAD = re.compile(r" ± (\S+)")
_MARKDOWN = re.compile(r"[\\|<\[`*]")
_LATEX = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
          **{character: f"\\{character}" for character in "&%$#_{}"}}


def stem_of(name: str, longest: int | None = None) -> str:
    """Returns a name as a file stem of at most ``longest`` characters."""
    return re.sub(r"[^\w.=-]+", "-", name)[:longest].strip("-.")


@dataclass(frozen=True)
class Cell:
    """A mean, optionally with the sample standard deviation of its values or an interval from ``low`` to ``high``.

    An open-ended interval has an infinite end. A mean of which only one end of the interval is known is NaN.
    ``count`` is the number of cases behind the mean, where it is to be shown. ``digits`` is the number of decimals
    shown; CSV files have up to ten.
    """

    mean: float
    std: float | None = None
    low: float | None = None
    high: float | None = None
    count: int | None = None
    digits: int = 1

    def __post_init__(self) -> None:
        for end in ("low", "high"):  # an interval of which nothing is known is none
            if (value := getattr(self, end)) is not None and math.isnan(value):
                object.__setattr__(self, end, None)

    def __str__(self) -> str:
        if math.isnan(self.mean):
            return self.short
        spread = "" if self.std is None else f" ± {self._shown(self.std)}"
        ends = [self._shown(end) for end in (self.low, self.high) if end is not None]
        cases = "" if self.count is None else f" of {self.count}"
        return self._shown(self.mean) + spread + (f" [{', '.join(ends)}]" if ends else "") + cases

    @property
    def short(self) -> str:
        """The mean alone, or its bound."""
        bounds = [f"{words} {self._shown(end)}" for words, end in (("at least", self.low), ("at most", self.high))
                  if end is not None and math.isfinite(end)]
        return bounds[0] if math.isnan(self.mean) else self._shown(self.mean)

    def _shown(self, value: float) -> str:
        if math.isinf(value):
            return "∞" if value > 0 else "-∞"
        # Adding 0.0 turns -0.0 into 0.0.
        return f"{round(value, self.digits) + 0.0:.{self.digits}f}"


@dataclass(frozen=True)
class Table:
    """A named table: a label and cells for each row, ``None`` where a value is missing.

    ``label`` is the heading of the row labels in CSV files. ``rows_printed`` is the number of first rows that are shown
    in a terminal, by default all; files and pages have all rows, and pages have such a table below the figures.
    ``notes`` stand below the table, except in CSV files.
    """

    name: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Cell | None, ...]], ...]
    label: str = "game"
    rows_printed: int | None = None
    notes: tuple[str, ...] = ()

    @property
    def stem(self) -> str:
        """The name as a file stem."""
        return stem_of(self.name)

    def transpose(self) -> "Table":
        """Returns the table with its columns as rows."""
        turned = zip(*(cells for _, cells in self.rows), strict=True)
        return replace(self, columns=tuple(label for label, _ in self.rows),
                       rows=tuple(zip(self.columns, turned, strict=True)))

    def divide(self, parts: int) -> list["Table"]:
        """Returns the table in parts of as many columns each; only the first has the title, and the last the notes."""
        size = max(1, -(-len(self.columns) // parts))
        divided = [replace(self, title=CONTINUED if first else self.title, columns=self.columns[first:first + size],
                           rows=tuple((label, cells[first:first + size]) for label, cells in self.rows), notes=())
                   for first in range(0, len(self.columns), size)]
        return [*divided[:-1], replace(divided[-1], notes=self.notes)] if divided else [self]

    def write(self, folder: Path) -> list[Path]:
        """Writes the table into a folder as CSV, Markdown and LaTeX, and returns the paths."""
        files = [folder / f"{self.stem}{suffix}" for suffix in (".csv", ".md", ".tex")]
        for path, text in zip(files, (csv_text(self._csv()), self.markdown(), self.latex()), strict=True):
            write_text(path, text)
        return files

    def _csv(self) -> list[list[float | str]]:
        """Rows of the CSV file, with columns for deviations, interval ends and counts where cells have any."""
        by_column = list(zip(*(cells for _, cells in self.rows), strict=True))
        parts = [(number, part) for number, cells in enumerate(by_column) for part in _PARTS
                 if part == "mean" or any(cell and getattr(cell, part) is not None for cell in cells)]
        names = [self.columns[number] + ("" if part == "mean" else f" {part}") for number, part in parts]
        heading: list[float | str] = [self.label, *names]
        return [heading] + [
            [label, *(_full(getattr(cells[number], part, None)) for number, part in parts)]
            for label, cells in self.rows]

    def markdown(self) -> str:
        """Returns the table as Markdown, below its title."""
        def line(cells: Sequence[str]) -> str:
            return "| " + " | ".join(cells) + " |"

        body = [line([_plain(label), *(_shown(cell) for cell in cells)]) for label, cells in self.rows]
        rule = "| --- |" + " ---: |" * len(self.columns)
        heading = line(["", *map(_plain, self.columns)])
        notes = [line for note in self.notes for line in (_plain(note), "")]
        return "\n".join([f"**{_plain(self.title)}**", "", heading, rule, *body, "", *notes])

    def latex(self) -> str:
        """Returns the table as LaTeX for the package booktabs."""
        def line(cells: Sequence[str]) -> str:
            return " & ".join(cells) + r" \\"

        body = [line([_escaped(label), *map(_latex_cell, cells)]) for label, cells in self.rows]
        return "\n".join([
            r"\begin{table}", r"\centering", rf"\caption{{{_escaped(self.title)}}}",
            rf"\begin{{tabular}}{{l{'r' * len(self.columns)}}}", r"\toprule",
            line(["", *map(_escaped, self.columns)]), r"\midrule", *body, r"\bottomrule", r"\end{tabular}",
            *(rf"\par\footnotesize {_escaped(note)}" for note in self.notes), r"\end{table}", ""])


def _full(value: float | None) -> float | str:
    if value is None or math.isnan(value):
        return ""
    rounded = round(value, 10)
    return float(rounded) if isinstance(rounded, float) else rounded  # repr names the type of a number of NumPy's


def _shown(cell: Cell | None) -> str:
    return "–" if cell is None else str(cell)


def _latex_cell(cell: Cell | None) -> str:
    return _SPREAD.sub(r"$_{\\pm \1}$", _shown(cell)).replace("∞", r"$\infty$")


def _plain(text: str) -> str:
    """Returns text that Markdown shows as it stands, and that holds no link, picture or HTML, nor the end of a cell."""
    return _MARKDOWN.sub(r"\\\g<0>", one_line(text))


def _escaped(text: str) -> str:
    return "".join(_LATEX.get(character, character) for character in text)
