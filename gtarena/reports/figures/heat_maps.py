"""Numbers by row and column as annotated maps that have the same rows and columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING

import numpy as np

from gtarena.reports.figures import style

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Drawing
    from matplotlib.image import AxesImage

WIDEST = 12.0  # inches
CELL, ROW, FRAME, LEAST = 0.46, 0.32, 0.6, 1.9  # inches: a cell across and down, around a map, a map across
TITLE = 30  # letters
DARK = 0.5  # luminance below which text is white


@dataclass(frozen=True)
class Map:
    """A value and what is written on it by row and column, where there is something to say."""

    title: str
    cells: Mapping[tuple[str, str], tuple[float, str]]


@dataclass(frozen=True)
class Shades:
    """The colours of values from ``low`` to ``high``, and the label of the bar that explains them."""

    label: str
    colours: str
    low: float
    high: float


NRA = Shades("NRA of the row against the column", "RdBu", -1, 1)


def draw(maps: Sequence[Map], rows: Sequence[str], columns: Sequence[str], shades: Shades) -> Drawing:
    """The maps side by side, in as many lines as it takes.

    Columns go by their number, which stands before the row of the same name or, without such a row, in a legend.
    """
    numbers = {name: f"{number}" for number, name in enumerate(columns, start=1)}
    names = [f"{name}  {numbers[row]}" if row in numbers else name
             for row, name in zip(rows, style.labels(rows), strict=True)]
    beside, width = style.LETTER * max(map(len, names)), max(CELL * len(columns), LEAST)
    lines = ceil(len(maps) / max(1, min(len(maps), int((WIDEST - beside) / width))))
    across = ceil(len(maps) / lines)
    drawing = style.canvas(beside + width * across + 0.9, (ROW * len(rows) + FRAME) * lines + 0.4)
    grid = drawing.add_gridspec(lines, across)
    panels = []
    for number, each in enumerate(maps):
        axes = drawing.add_subplot(grid[divmod(number, across)])
        image = _cells(axes, each, rows, columns, shades)
        axes.set_yticks(range(len(rows)), [""] * len(rows) if number % across else names)
        axes.set_xticks(range(len(columns)), numbers.values())
        panels.append(axes)
    bar = drawing.colorbar(image, ax=panels, shrink=min(1.0, 2.0 / drawing.get_figheight()), anchor=(0, 1), pad=0.02)
    bar.set_label(shades.label, fontsize=style.SMALL)
    bar.ax.tick_params(labelsize=style.SMALL, color=style.GREY)
    if not set(columns) <= set(rows):
        style.legend(drawing, _numbered(style.labels(columns)))
    return drawing


def _cells(axes: Axes, each: Map, rows: Sequence[str], columns: Sequence[str], shades: Shades) -> AxesImage:
    import matplotlib

    values = np.array([[each.cells.get((row, column), (np.nan, ""))[0] for column in columns] for row in rows])
    colours = matplotlib.colormaps[shades.colours].with_extremes(bad=style.FAINT)
    image = axes.imshow(values, cmap=colours, vmin=shades.low, vmax=shades.high, aspect="auto")
    for (row, column), value in np.ndenumerate(values):
        if not np.isnan(value):
            light = np.dot(image.to_rgba(value)[:3], (0.2126, 0.7152, 0.0722))
            axes.text(column, row, each.cells[rows[row], columns[column]][1], ha="center", va="center",
                      fontsize=style.TINY, color="white" if light < DARK else "black")
    axes.set_title(style.heading(each.title, TITLE), fontsize=style.SMALL, loc="left")
    axes.set_xticks(np.arange(1, len(columns)) - 0.5, minor=True)
    axes.set_yticks(np.arange(1, len(rows)) - 0.5, minor=True)
    axes.grid(which="minor", color="white", linewidth=1.5)
    axes.tick_params(which="both", labelsize=style.SMALL, length=0)
    axes.spines[:].set_visible(False)
    return image


def _numbered(names: Sequence[str]) -> list[Artist]:
    from matplotlib.lines import Line2D

    return [Line2D([], [], linestyle="none", marker=f"${number}$", markersize=5 * len(f"{number}"), markeredgewidth=0,
                   color="black", label=name) for number, name in enumerate(names, start=1)]
