"""Annotated heat maps that share rows, columns and colours."""

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
    from matplotlib.collections import QuadMesh
    from matplotlib.figure import Figure as Drawing

_MAX_WIDTH = 12.0  # inches
_CELL_WIDTH, _ROW_HEIGHT, _FRAME_HEIGHT, _MIN_MAP_WIDTH = 0.46, 0.32, 0.6, 1.9  # inches
_TITLE_LETTERS = 30
_TICK_LETTERS = 9  # of a line of a name below a column
_BAR_STEPS = 6  # most steps of the colour bar's ticks
_DARK = 0.5  # luminance below which text is white


@dataclass(frozen=True)
class HeatMap:
    """A value and its annotation by row and column. Pairs without a value are left out."""

    title: str
    cells: Mapping[tuple[str, str], tuple[float, str]]


@dataclass(frozen=True)
class Shades:
    """The :func:`style.colour_map` of values from ``low`` to ``high``, and the label of its colour bar."""

    label: str
    colours: str
    low: float
    high: float


def draw(
    maps: Sequence[HeatMap], rows: Sequence[str], columns: Sequence[str], shades: Shades,
    ticks: Sequence[str] | None = None, cell_width: float = _CELL_WIDTH,
) -> Drawing:
    """Draws the maps side by side, on as few lines as their widths allow.

    Below the columns are ``ticks``, if they are given. Otherwise columns are numbered. The number of a column stands
    beside the row of the same name or, if some column has no such row, in a legend. A column takes ``cell_width``
    inches.
    """
    numbers = {} if ticks else {name: f"{number}" for number, name in enumerate(columns, start=1)}
    labels = [f"{label}  {numbers[row]}" if row in numbers else label
              for row, label in zip(rows, style.labels(rows), strict=True)]
    beside, width = style.LETTER * max(map(len, labels)), max(cell_width * len(columns), _MIN_MAP_WIDTH)
    lines = ceil(len(maps) / max(1, min(len(maps), int((_MAX_WIDTH - beside) / width))))
    across = ceil(len(maps) / lines)
    drawing = style.canvas(beside + width * across + 0.9, (_ROW_HEIGHT * len(rows) + _FRAME_HEIGHT) * lines + 0.4)
    grid = drawing.add_gridspec(lines, across)
    panels = []
    for number, heat_map in enumerate(maps):
        axes = drawing.add_subplot(grid[divmod(number, across)])
        image = _draw_cells(axes, heat_map, rows, columns, shades)
        axes.set_yticks(range(len(rows)), [""] * len(rows) if number % across else labels)
        axes.set_xticks(range(len(columns)), style.wrapped_labels(ticks, _TICK_LETTERS) if ticks else numbers.values())
        panels.append(axes)
    _add_bar(drawing, image, panels, shades, whole=all(
        float(value).is_integer() for heat_map in maps for value, _ in heat_map.cells.values()))
    if not ticks and not set(columns) <= set(rows):
        style.legend(drawing, _number_handles(style.labels(columns)))
    return drawing


def _add_bar(drawing: Drawing, image: QuadMesh, panels: Sequence[Axes], shades: Shades, whole: bool) -> None:
    """Adds the colour bar, with ticks at whole numbers only if the values are such."""
    from matplotlib.ticker import MaxNLocator

    # matplotlib's own ticks depend on the height of the bar, and this on them, so that labels were cut now and then.
    steps = MaxNLocator(nbins=_BAR_STEPS, integer=whole, min_n_ticks=1)
    bar = drawing.colorbar(
        image, ax=panels, shrink=min(1.0, 2.0 / drawing.get_figheight()), anchor=(0, 1), pad=0.02, ticks=steps)
    letters = int(drawing.get_figheight() / style.LETTER)
    bar.set_label(style.heading(shades.label, letters), fontsize=style.SMALL)
    bar.ax.tick_params(labelsize=style.SMALL, color=style.GREY)


def _draw_cells(
    axes: Axes, heat_map: HeatMap, rows: Sequence[str], columns: Sequence[str], shades: Shades
) -> QuadMesh:
    """Draws one map, each annotation in black or white, whichever stands out from its cell."""
    values = np.array([[heat_map.cells.get((row, column), (np.nan, ""))[0] for column in columns] for row in rows])
    # Cells without a value are hatched: any plain shade of grey is that of some value.
    axes.patch.set(facecolor="white", edgecolor=style.FAINT, hatch="////", linewidth=0)
    image = axes.pcolormesh(
        np.arange(len(columns) + 1) - 0.5, np.arange(len(rows) + 1) - 0.5, np.ma.masked_invalid(values),
        cmap=style.colour_map(shades.colours), vmin=shades.low, vmax=shades.high, edgecolors="white", linewidth=1.5)
    axes.invert_yaxis()
    for (row, column), value in np.ndenumerate(values):
        if not np.isnan(value):
            light = np.dot(image.to_rgba(value)[:3], (0.2126, 0.7152, 0.0722))
            axes.text(column, row, heat_map.cells[rows[row], columns[column]][1], ha="center", va="center",
                      fontsize=style.TINY, color="white" if light < _DARK else "black")
    axes.set_title(style.heading(heat_map.title, _TITLE_LETTERS), fontsize=style.SMALL, loc="left")
    axes.tick_params(labelsize=style.SMALL, length=0)
    axes.spines[:].set_visible(False)
    return image


def _number_handles(names: Sequence[str]) -> list[Artist]:
    """Legend handles that show the number of each name as its marker."""
    from matplotlib.lines import Line2D

    return [Line2D([], [], linestyle="none", marker=f"${number}$", markersize=5 * len(f"{number}"), markeredgewidth=0,
                   color="black", label=name) for number, name in enumerate(names, start=1)]
