"""Tables of scores as people publish them: CSV to compute with, Markdown and LaTeX to paste."""

import csv
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

_SPREAD = re.compile(r" ± (\S+)")
_LATEX = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
          **{character: f"\\{character}" for character in "&%$#_{}"}}


@dataclass(frozen=True)
class Cell:
    """A mean and, where it is one of several values, their sample standard deviation."""

    mean: float
    std: float | None = None

    def __str__(self) -> str:
        return f"{self.mean:.1f}" if self.std is None else f"{self.mean:.1f} ± {self.std:.1f}"


@dataclass(frozen=True)
class Table:
    """A named table: a row of cells per label, ``None`` where there is nothing to say."""

    name: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Cell | None, ...]], ...]

    @property
    def stem(self) -> str:
        """The name as one of a file."""
        return re.sub(r"[^\w.=-]+", "-", self.name).strip("-.")

    def write(self, folder: Path) -> list[Path]:
        """Writes the table into a folder as CSV, Markdown and LaTeX; returns the files."""
        files = [folder / f"{self.stem}{suffix}" for suffix in (".csv", ".md", ".tex")]
        with files[0].open("w", newline="", encoding="utf-8") as file:
            csv.writer(file, lineterminator="\n").writerows(self._csv())
        files[1].write_text(self.markdown(), encoding="utf-8")
        files[2].write_text(self.latex(), encoding="utf-8")
        return files

    def _csv(self) -> list[list[str]]:
        """Numbers in full; a column of standard deviations stands behind each column that has such."""
        by_column = zip(*(cells for _, cells in self.rows), strict=True)
        spread = [any(cell and cell.std is not None for cell in cells) for cells in by_column]
        lines = [["game", *(name for column, has in zip(self.columns, spread, strict=True)
                            for name in ((column, f"{column} std") if has else (column,)))]]
        for label, cells in self.rows:
            line = [label]
            for cell, has in zip(cells, spread, strict=True):
                line += [_full(cell.mean if cell else None)] + ([_full(cell.std if cell else None)] if has else [])
            lines.append(line)
        return lines

    def markdown(self) -> str:
        """The table in Markdown, with its title above."""
        def line(cells: Sequence[str]) -> str:
            return "| " + " | ".join(cell.replace("\\", "\\\\").replace("|", "\\|") for cell in cells) + " |"

        body = [line([label, *(_shown(cell) for cell in cells)]) for label, cells in self.rows]
        rule = "| --- |" + " ---: |" * len(self.columns)
        return "\n".join([f"**{self.title}**", "", line(["", *self.columns]), rule, *body, ""])

    def latex(self) -> str:
        """The table in LaTeX; it needs the package booktabs."""
        def line(cells: Sequence[str]) -> str:
            return " & ".join(cells) + r" \\"

        body = [line([_escaped(label), *(_SPREAD.sub(r"$_{\\pm \1}$", _shown(cell)) for cell in cells)])
                for label, cells in self.rows]
        return "\n".join([
            r"\begin{table}", r"\centering", rf"\caption{{{_escaped(self.title)}}}",
            rf"\begin{{tabular}}{{l{'r' * len(self.columns)}}}", r"\toprule",
            line(["", *map(_escaped, self.columns)]), r"\midrule", *body, r"\bottomrule", r"\end{tabular}",
            r"\end{table}", ""])


def _full(value: float | None) -> str:
    return "" if value is None else repr(round(value, 10))


def _shown(cell: Cell | None) -> str:
    return "–" if cell is None else str(cell)


def _escaped(text: str) -> str:
    return "".join(_LATEX.get(character, character) for character in text)
