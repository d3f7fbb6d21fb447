"""Sections of a report: the tables and figures of published benchmarks, and the folders that hold them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from gtarena.reports.tables import Table, stem_of
from gtarena.system.files import atomic_write, make_subfolder, write_text

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Drawing

DPI = 150
NO_DATES = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}
LONGEST_STEM = 100
TABLES_SHOWN = 40  # of a section, on the page and in the terminal; all are in its folder


@dataclass(frozen=True)
class Figure:
    """A picture that is drawn on demand; ``name`` is the stem of its files."""

    name: str
    title: str
    draw: Callable[[], Drawing]

    def write(self, folder: Path) -> Path:
        """Writes the picture as PNG, SVG and PDF, and returns the path of the SVG, which has no background."""
        import matplotlib

        folder.mkdir(parents=True, exist_ok=True)
        drawing = self.draw()
        # No date and fixed ids, so that the same figure gives the same bytes. Publishers refuse Type 3 fonts, not 42.
        with matplotlib.rc_context({"svg.hashsalt": self.name, "pdf.fonttype": 42}):
            for kind in ("png", "svg", "pdf"):
                with atomic_write(folder / f"{self.name}.{kind}") as file:
                    drawing.savefig(file, format=kind, dpi=DPI, metadata=NO_DATES.get(kind), transparent=kind == "svg")
                drawing.set_layout_engine("none")  # the first has laid it out, which takes as long as to draw it
        return folder / f"{self.name}.svg"


FigureOrTable = TypeVar("FigureOrTable", Figure, Table)


def with_file_names(items: Iterable[FigureOrTable]) -> list[FigureOrTable]:
    """Returns the figures or tables with names that are stems of files, see :func:`file_stems`."""
    named = list(items)
    return [replace(item, name=stem)
            for item, stem in zip(named, file_stems(item.name for item in named), strict=True)]


def file_stems(names: Iterable[str]) -> list[str]:
    """Returns valid stems of files for names, all different even where case is ignored."""
    taken: set[str] = set()
    stems = []
    for name in names:
        stem = usual = stem_of(name, LONGEST_STEM)
        number = 1
        while stem.casefold() in taken:
            number += 1
            stem = f"{usual}-{number}"
        taken.add(stem.casefold())
        stems.append(stem)
    return stems


@dataclass(frozen=True)
class Findings:
    """A benchmark's results: tables by scoring scheme, the usual scheme first, and figures."""

    tables: Mapping[str, Sequence[Table]]
    figures: Sequence[Figure]


@dataclass(frozen=True)
class Section:
    """A benchmark's part of a report: the tables to show, pictures by title, and the folder that holds everything.

    ``about`` says in a sentence where its numbers come from.
    """

    name: str
    games: frozenset[str]
    tables: Sequence[Table]
    pictures: Mapping[str, Path]
    folder: Path
    about: str = "Scores as the benchmark defines them."


def write_section(name: str, games: frozenset[str], findings: Findings, folder: Path) -> Section:
    """Writes a benchmark's tables and figures into a folder.

    Args:
        name: the benchmark.
        games: short names of its games that were played.
        findings: its tables and figures.
        folder: gets a subfolder of tables for each scoring scheme, and ``figures``.

    Returns:
        The section to show: the tables of the first scheme and all pictures.
    """
    for scheme, tables in findings.tables.items():
        place = make_subfolder(folder, scheme)
        for table in with_file_names(tables):
            table.write(place)
        write_text(place / "tables.md", "\n".join(table.markdown() for table in tables))
    usual = next(iter(findings.tables.values()), ())
    pictures = write_pictures(findings.figures, make_subfolder(folder, "figures")) if findings.figures else {}
    return Section(name, games, usual, pictures, folder)


def write_pictures(figures: Sequence[Figure], folder: Path) -> dict[str, Path]:
    """Draws all figures, with a progress bar in a terminal, and returns the SVG files by title."""
    from rich.console import Console
    from rich.progress import track

    console = Console(stderr=True)
    shown = track(figures, "Drawing", console=console, transient=True, disable=not console.is_terminal)
    return {figure.title: figure.write(folder) for figure in shown}
