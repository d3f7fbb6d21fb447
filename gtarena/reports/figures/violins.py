"""Violin plots: distributions as mirrored histograms, in panels that share rows and scale."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from gtarena.reports.figures import style

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Drawing

Values = Mapping[str, Sequence[float]]  # by row

_BINS = 30
_FILL = "#9CC7E3"
_MAX_THICKNESS = 0.4  # of the distance between two rows, to either side
_PANEL_WIDTH, _ROW_HEIGHT, _FRAME_HEIGHT, _LEGEND_HEIGHT = 2.6, 0.42, 0.8, 0.3  # inches
_TITLE_LETTERS = 34


def draw(panels: Mapping[str, Values], label: str) -> Drawing:
    """Draws a panel for each title, with a violin per row and a mark at its mean.

    A violin is thick where values are frequent. ``label`` is that of the horizontal axis.
    """
    rows = sorted(set(chain.from_iterable(panels.values())))
    labels = style.labels(rows)
    width = style.LETTER * max(map(len, labels)) + max(_PANEL_WIDTH * len(panels), _PANEL_WIDTH)
    drawing = style.canvas(width, _ROW_HEIGHT * len(rows) + _FRAME_HEIGHT + _LEGEND_HEIGHT)
    edges = _edges(panels)
    for number, (title, values) in enumerate(panels.items(), start=1):
        axes = drawing.add_subplot(1, len(panels), number)
        for row, name in enumerate(rows):
            if name in values:
                _draw_violin(axes, row, values[name], edges)
        _frame(axes, title, label, (float(edges[0]), float(edges[-1])), len(rows))
        axes.set_yticks(range(len(rows)), labels if number == 1 else [""] * len(rows))
    style.legend(drawing, style.legend_handles(drawing))
    return drawing


def _edges(panels: Mapping[str, Values]) -> npt.NDArray[np.float64]:
    """Bounds of the bins, which all panels share and which include 0."""
    numbers = [value for values in panels.values() for row in values.values() for value in row]
    low, high = min(0.0, *numbers), max(0.0, *numbers)
    return np.linspace(low, high if high > low else low + 1, _BINS + 1)


def _draw_violin(axes: Axes, row: int, values: Sequence[float], edges: npt.NDArray[np.float64]) -> None:
    counts, _ = np.histogram(values, edges)
    half = _MAX_THICKNESS * counts / counts.max()
    axes.bar(edges[:-1], 2 * half, np.diff(edges), row - half, align="edge", color=_FILL)
    axes.plot([np.mean(values)], [row], linestyle="none", marker="|", markersize=11, markeredgewidth=1.6,
              color=style.RED, label="mean")


def _frame(axes: Axes, title: str, label: str, bounds: tuple[float, float], rows: int) -> None:
    from matplotlib.ticker import MaxNLocator

    style.row_panel(axes, style.heading(title, _TITLE_LETTERS), label, bounds, rows)
    axes.xaxis.set_major_locator(MaxNLocator(nbins=5))
    axes.grid(axis="x", color=style.FAINT, linewidth=0.6)
    axes.set_axisbelow(True)
