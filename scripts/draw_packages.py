"""Draws the packages and their imports from the sources: `python scripts/draw_packages.py` writes docs/packages.svg.

An arrow that follows from others is left out: where `cli` imports `suites` and `suites` imports `runs`, there is no
arrow from `cli` to `runs`.
"""

import ast
import textwrap
from collections.abc import Container, Iterable, Mapping, Sequence
from html import escape
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PICTURE = ROOT / "docs" / "packages.svg"
PROJECT = "gtarena"
BELOW = ("custom_games", "adapters")

WIDTH, HEIGHT = 196, 66  # of a box, in pixels
GAP = 8  # for an arrow that passes a row
ACROSS, DOWN, MARGIN = 18, 34, 12
LETTERS = 30  # of a line of small text in a box

STYLE = """
    svg { color-scheme: light dark; --ink: #1f2430; --paper: #ffffff; --box: #eef2f7; --line: #7b8794; }
    @media (prefers-color-scheme: dark) { svg { --ink: #e6e9ef; --paper: #14171c; --box: #232a34; --line: #8c97a5; } }
    text { font-family: system-ui, sans-serif; fill: var(--ink); }
    .name { font-size: 14px; font-weight: 600; }
    .says { font-size: 11px; }
    rect { fill: var(--box); stroke: var(--line); }
    path { stroke: var(--line); fill: none; }
    marker path { fill: var(--line); stroke: none; }
""".strip("\n")

Graph = Mapping[str, set[str]]


def packages() -> dict[str, Path]:
    """Returns the folder of each package that the picture shows, by name."""
    inside = (folder for folder in (ROOT / PROJECT).iterdir() if (folder / "__init__.py").exists())
    return {name: ROOT / name for name in BELOW} | {folder.name: folder for folder in sorted(inside)}


def imported_names(source: str) -> set[str]:
    """Returns the full names of what a module imports, anywhere in it."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom):
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return found


def package_imports() -> dict[str, set[str]]:
    """Returns the packages that each package imports."""
    folders = packages()
    found: dict[str, set[str]] = {name: set() for name in folders}
    for package, folder in folders.items():
        for path in folder.rglob("*.py"):
            for name in imported_names(path.read_text(encoding="utf-8")):
                found[package].add(name.removeprefix(f"{PROJECT}.").partition(".")[0])
        found[package] = (found[package] & folders.keys()) - {package}
    return found


def reached(graph: Graph, package: str) -> set[str]:
    """Returns all packages that a package imports, directly or through others."""
    return graph[package].union(*(reached(graph, other) for other in graph[package]))


def without_shortcuts(graph: Graph) -> dict[str, set[str]]:
    """Returns the graph without the arrows that follow from others."""
    return {package: others - set().union(*(reached(graph, other) for other in others))
            for package, others in graph.items()}


def heights(graph: Graph) -> dict[str, int]:
    """Returns the row of each package, counted from below: it is above all that it imports."""
    found: dict[str, int] = {}
    for package in sorted(graph, key=lambda package: len(reached(graph, package))):
        found[package] = 1 + max((found[other] for other in graph[package]), default=-1)
    return found


def ways(graph: Graph) -> list[list[str]]:
    """Returns the way of each arrow, from row to row: a package, a gap in each row between, and a package."""
    height = heights(graph)
    return [[package, *(f"{package}-{other}-{row}" for row in range(height[package] - 1, height[other], -1)), other]
            for package in graph for other in sorted(graph[package])]


def arranged_rows(graph: Graph) -> list[list[str]]:
    """Returns the packages and gaps in rows from the top, each near those of the row above that lead to it."""
    height = heights(graph)
    levels: dict[str, int] = dict(height)
    above: dict[str, list[str]] = {package: [] for package in graph}
    for way in ways(graph):
        for before, after in pairwise(way):
            above.setdefault(after, []).append(before)
            levels[after] = levels[before] - 1 if after not in height else height[after]
    arranged: list[list[str]] = []
    places: dict[str, float] = {}
    for level in range(max(levels.values()), -1, -1):
        row = sorted((each for each in levels if levels[each] == level),
                     key=lambda each: (_mean(places[other] for other in above[each]), each))
        places |= {each: place - (len(row) - 1) / 2 for place, each in enumerate(row)}
        arranged.append(row)
    return arranged


def _mean(numbers: Iterable[float]) -> float:
    known = list(numbers)
    return sum(known) / len(known) if known else 0.0


def summary(folder: Path) -> str:
    """Returns the first sentence of a package's docstring."""
    text = ast.get_docstring(ast.parse((folder / "__init__.py").read_text(encoding="utf-8"))) or ""
    return text.splitlines()[0].partition(". ")[0].rstrip(".")


def corners(arranged: Sequence[Sequence[str]], known: Container[str]) -> dict[str, tuple[float, float]]:
    """Returns the upper left corner of each box and gap."""
    def width(each: str) -> float:
        return WIDTH if each in known else GAP

    widths = [sum(map(width, row)) + ACROSS * (len(row) - 1) for row in arranged]
    found = {}
    for number, row in enumerate(arranged):
        x = MARGIN + (max(widths) - widths[number]) / 2
        for each in row:
            found[each] = x, MARGIN + number * (HEIGHT + DOWN)
            x += width(each) + ACROSS
    return found


def picture() -> str:
    """Returns the picture as SVG."""
    graph, folders = without_shortcuts(package_imports()), packages()
    at = corners(arranged_rows(graph), folders)
    width = max(x for x, _ in at.values()) + WIDTH + MARGIN
    height = max(y for _, y in at.values()) + HEIGHT + MARGIN
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}">',
        "  <title>Packages of gtarena and the imports between them</title>",
        f"  <style>\n{STYLE}\n  </style>",
        '  <marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto">'
        '<path d="M0 0 L8 4 L0 8 z"/></marker>',
        f'  <rect width="{width:g}" height="{height:g}" style="fill: var(--paper); stroke: none"/>',
        *(arrow(way, at) for way in ways(graph)),
        *(box(package, summary(folders[package]), at[package]) for package in graph),
        "</svg>", ""])


def arrow(way: Sequence[str], at: Mapping[str, tuple[float, float]]) -> str:
    """Returns the arrow from a package through gaps to one that it imports."""
    bend = DOWN * 0.8
    path = f"M{at[way[0]][0] + WIDTH / 2:g} {at[way[0]][1] + HEIGHT:g}"
    x1, y1 = at[way[0]][0] + WIDTH / 2, at[way[0]][1] + HEIGHT
    for number, each in enumerate(way[1:], start=2):
        last = number == len(way)
        x2, y2 = at[each][0] + (WIDTH if last else GAP) / 2, at[each][1]
        path += f" C{x1:g} {y1 + bend:g} {x2:g} {y2 - bend:g} {x2:g} {y2:g}" + ("" if last else f" V{y2 + HEIGHT:g}")
        x1, y1 = x2, y2 + HEIGHT
    return f'  <path d="{path}" marker-end="url(#tip)"/>'


def box(package: str, says: str, corner: tuple[float, float]) -> str:
    """Returns a package's box, with its name and its summary in at most three lines."""
    x, y = corner
    lines = textwrap.wrap(says, LETTERS, max_lines=3, placeholder=" ...")
    words = "".join(f'<tspan x="{x + 10:g}" dy="14">{escape(line)}</tspan>' for line in lines)
    return (f'  <rect x="{x:g}" y="{y:g}" width="{WIDTH}" height="{HEIGHT}" rx="5"/>\n'
            f'  <text class="name" x="{x + 10:g}" y="{y + 18:g}">{package}</text>\n'
            f'  <text class="says" x="{x + 10:g}" y="{y + 18:g}">{words}</text>')


if __name__ == "__main__":
    PICTURE.write_text(picture(), encoding="utf-8")
