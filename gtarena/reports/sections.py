"""The tables and figures of published benchmarks, written below a report."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from gtarena.reports.tables import Table, stem_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Drawing

DPI = 150
LONGEST_STEM = 100


@dataclass(frozen=True)
class Figure:
    """A picture that is drawn when it is needed; ``name`` is that of its files."""

    name: str
    title: str
    draw: Callable[[], Drawing]

    def write(self, folder: Path) -> Path:
        """Writes the picture as PNG and SVG; returns the former."""
        import matplotlib

        folder.mkdir(parents=True, exist_ok=True)
        drawing = self.draw()
        # Without a date, and with names of parts that do not change, the same figure is the same file.
        with matplotlib.rc_context({"svg.hashsalt": self.name}):
            drawing.savefig(folder / f"{self.name}.svg", metadata={"Date": None})
        drawing.savefig(folder / f"{self.name}.png", dpi=DPI)
        return folder / f"{self.name}.png"


Named = TypeVar("Named", Figure, Table)


def named(things: Iterable[Named]) -> list[Named]:
    """Figures or tables under names of files, which differ whatever the case of their letters."""
    taken: set[str] = set()
    found = []
    for thing in things:
        stem = stem_of(thing.name, LONGEST_STEM)
        name, number = stem, 1
        while name.casefold() in taken:
            number += 1
            name = f"{stem}-{number}"
        taken.add(name.casefold())
        found.append(replace(thing, name=name))
    return found


@dataclass(frozen=True)
class Findings:
    """What a benchmark has to say of matches: its tables by scheme, the usual scheme first, and figures."""

    tables: Mapping[str, Sequence[Table]]
    figures: Sequence[Figure]


@dataclass(frozen=True)
class Section:
    """A benchmark's part of a report: the tables to show, pictures by title, and the folder where all of it is."""

    name: str
    games: frozenset[str]
    tables: Sequence[Table]
    pictures: Mapping[str, Path]
    folder: Path


def write_section(name: str, games: frozenset[str], findings: Findings, folder: Path) -> Section:
    """Writes the tables and figures of a benchmark into a folder."""
    for scheme, tables in findings.tables.items():
        (folder / scheme).mkdir(parents=True, exist_ok=True)
        for table in named(tables):
            table.write(folder / scheme)
        together = "\n".join(table.markdown() for table in tables)
        (folder / scheme / "tables.md").write_text(together, encoding="utf-8")
    return Section(name, games, next(iter(findings.tables.values()), ()), _pictures(findings.figures, folder), folder)


def _pictures(figures: Sequence[Figure], folder: Path) -> dict[str, Path]:
    """The pictures by title. Each takes a second or so, and the logs of a whole paper make a hundred."""
    from rich.console import Console
    from rich.progress import track

    console = Console(stderr=True)
    shown = track(figures, "Drawing", console=console, transient=True, disable=not console.is_terminal)
    return {figure.title: figure.write(folder / "figures") for figure in shown}
