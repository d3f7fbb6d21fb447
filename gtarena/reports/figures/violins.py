"""Distributions as mirrored histograms, in panels that have the same rows and the same scale."""

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

BINS = 30
FILLED = "#9CC7E3"
THICKEST = 0.4  # of the distance of two rows, to either side
PANEL, ROW, FRAME, LEGEND = 2.6, 0.42, 0.8, 0.3  # inches: a panel across; a row, around the rows, and below, down
LONGEST_ROW, TITLE = 48, 34  # letters

Values = Mapping[str, Sequence[float]]  # by row


def draw(panels: Mapping[str, Values], label: str) -> Drawing:
    """A panel for each title; a row's shape is as thick as its values are frequent, and a mark is at their mean."""
    rows = sorted(set(chain.from_iterable(panels.values())))
    names = style.labels(rows, LONGEST_ROW)
    wide = style.LETTER * max(map(len, names)) + max(PANEL * len(panels), PANEL)
    drawing = style.canvas(wide, ROW * len(rows) + FRAME + LEGEND)
    edges = _edges(panels)
    for number, (title, values) in enumerate(panels.items(), start=1):
        axes = drawing.add_subplot(1, len(panels), number)
        for row, name in enumerate(rows):
            if name in values:
                _shape(axes, row, values[name], edges)
        _frame(axes, label, (float(edges[0]), float(edges[-1])), len(rows))
        axes.set_title(style.heading(title, TITLE), fontsize=style.SMALL, loc="left")
        axes.set_yticks(range(len(rows)), names if number == 1 else [""] * len(rows))
    style.legend(drawing, style.named(drawing))
    return drawing


def _edges(panels: Mapping[str, Values]) -> npt.NDArray[np.float64]:
    """The bounds of the bins, which are the same everywhere."""
    numbers = [value for values in panels.values() for row in values.values() for value in row]
    low, high = min(0.0, *numbers), max(0.0, *numbers)
    return np.linspace(low, high if high > low else low + 1, BINS + 1)


def _shape(axes: Axes, row: int, values: Sequence[float], edges: npt.NDArray[np.float64]) -> None:
    counts, _ = np.histogram(values, edges)
    half = THICKEST * counts / counts.max()
    axes.bar(edges[:-1], 2 * half, np.diff(edges), row - half, align="edge", color=FILLED)
    axes.plot([np.mean(values)], [row], linestyle="none", marker="|", markersize=11, markeredgewidth=1.6,
              color=style.RED, label="mean")


def _frame(axes: Axes, label: str, bounds: tuple[float, float], rows: int) -> None:
    from matplotlib.ticker import MaxNLocator

    margin = style.MARGIN * (bounds[1] - bounds[0])
    axes.set_xlim(bounds[0] - margin, bounds[1] + margin)
    axes.set_ylim(rows - 0.5, -0.5)
    axes.set_xlabel(label, fontsize=style.SMALL)
    axes.xaxis.set_major_locator(MaxNLocator(nbins=5))
    axes.grid(axis="x", color=style.FAINT, linewidth=0.6)
    axes.set_axisbelow(True)
    axes.tick_params(labelsize=style.SMALL, color=style.GREY)
    axes.tick_params(axis="y", length=0)
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.spines["bottom"].set_color(style.GREY)
