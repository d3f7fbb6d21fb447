"""Heat maps of scores over two swept settings."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

from gtarena.formatting import format_number, format_signed
from gtarena.metrics.columns import batched
from gtarena.metrics.sweeps import SweepGrid, SweepLine, sort_values
from gtarena.reports.comparisons.heat_maps import interval
from gtarena.reports.figures import heat_maps
from gtarena.reports.sections import Figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Drawing

MOST_MAPS, MOST_VALUES = 6, 16  # of a figure; of a setting
MOST_FIGURES = 6
_CELL_WIDTH = 0.72  # inches, for an interval


def figures(grids: Sequence[SweepGrid]) -> Iterator[Figure]:
    """Yields heat maps of every grid, those of a game beside each other, up to a bound."""
    yield from islice((figure for grid in grids for figure in _figures(grid)), MOST_FIGURES)


def _figures(grid: SweepGrid) -> Iterator[Figure]:
    for game, score in sorted({(line.game, line.score) for line in grid.lines}):
        lines = [line for line in grid.lines if (line.game, line.score) == (game, score) and _known(line)]
        agents = sorted({line.agent for line in lines})
        parts = list(batched(agents, MOST_MAPS))
        for place, some in enumerate(parts, start=1):
            drawn = [line for line in lines if line.agent in some]
            if max(map(len, _sides(grid, drawn))) <= MOST_VALUES and _crossed(grid, drawn):
                part = f", part {place} of {len(parts)}" if len(parts) > 1 else ""
                yield Figure(f"grid {grid.other} {grid.setting} {game}", f"{_title(grid, game, score)}{part}",
                             partial(_draw, grid, drawn, score))


def _title(grid: SweepGrid, game: str, score: str) -> str:
    pooled = f", means over {' and '.join(grid.pooled)}" if grid.pooled else ""
    return f"{score} by {grid.other} (rows) and {grid.setting} (columns) in {game}, with 95 % intervals{pooled}"


def _crossed(grid: SweepGrid, lines: Sequence[SweepLine]) -> bool:
    """Returns whether more than half of the pairs of values were played; settings that vary together need no map."""
    rows, columns = _sides(grid, lines)
    played = {(dict(line.others)[grid.other], point.value) for line in lines for point in line.points}
    return 2 * len(played) > len(rows) * len(columns)


def _known(line: SweepLine) -> bool:
    return any(not math.isnan(point.score) for point in line.points)


def _sides(grid: SweepGrid, lines: Sequence[SweepLine]) -> tuple[Sequence[str], Sequence[str]]:
    """Returns the values of the other setting, which are rows, and those of the setting."""
    return (sort_values({dict(line.others)[grid.other] for line in lines}),
            sort_values({point.value for line in lines for point in line.points}))


def _draw(grid: SweepGrid, lines: Sequence[SweepLine], score: str) -> Drawing:
    rows, columns = _sides(grid, lines)
    nra = score == "NRA"
    told = format_signed if nra else format_number
    scores = [point.score for line in lines for point in line.points if not math.isnan(point.score)]
    shades = heat_maps.Shades(score, "gains" if nra else "Blues", *((-1, 1) if nra else (min(scores), max(scores))))
    maps = [heat_maps.HeatMap(agent, {
        (dict(line.others)[grid.other], point.value):
            (point.score, f"{told(point.score)}\n{interval(point.low, point.high)}")
        for line in lines if line.agent == agent for point in line.points if not math.isnan(point.score)})
        for agent in sorted({line.agent for line in lines})]
    return heat_maps.draw(maps, rows, columns, shades, ticks=columns, cell_width=_CELL_WIDTH)
