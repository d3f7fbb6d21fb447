"""Estimates with their intervals, in panels that have the same rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gtarena.reports.figures import style

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Drawing

ACROSS = 7  # panels side by side
PANEL, LEAST = 1.3, 2.6  # inches across: a panel, and all of them
DOT, GAP, FRAME, LEGEND = 0.15, 0.1, 0.7, 0.45  # inches down: a dot, between rows, around a panel, below all
LONGEST_ROW, TITLE = 48, 21  # letters
ONLY = ""  # the name of a series that needs none


@dataclass(frozen=True)
class Dot:
    """An estimate and its interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Panel:
    """Dots by row and series, where there is something to say."""

    title: str
    dots: Mapping[tuple[str, str], Dot]


@dataclass(frozen=True)
class Scale:
    """What is measured, from where to where, and the values to be marked if they are not to be chosen."""

    label: str
    bounds: tuple[float, float]
    ticks: Sequence[float] | None = None


@dataclass(frozen=True)
class Plot:
    """Panels in blocks, of which each begins a line; rows and series in their order, and a title of the legend.

    Only what has a dot is drawn. A series has one look everywhere, and a legend if there are several.
    """

    scale: Scale
    blocks: Sequence[Sequence[Panel]]
    rows: Sequence[str]
    series: Sequence[str] = (ONLY,)
    legend: str = ""

    @property
    def empty(self) -> bool:
        """Whether there is nothing to draw."""
        return not any(panel.dots for block in self.blocks for panel in block)

    def draw(self) -> Drawing:
        """Draws it; something there must be."""
        blocks = [[panel for panel in block if panel.dots] for block in self.blocks]
        lines = [block[at:at + ACROSS] for block in blocks for at in range(0, len(block), ACROSS)]
        rows = [row for row in self.rows if any(row == key for line in lines for each in line for key, _ in each.dots)]
        names = style.labels(rows, LONGEST_ROW)
        across, row = max(map(len, lines)), DOT * len(self.series) + GAP
        wide = style.LETTER * max(map(len, names)) + max(PANEL * across, LEAST)
        drawing = style.canvas(wide, (row * len(rows) + FRAME) * len(lines) + LEGEND * (len(self.series) > 1))
        grid = drawing.add_gridspec(len(lines), across)
        for number, line in enumerate(lines):
            for place, panel in enumerate(line):
                axes = drawing.add_subplot(grid[number, place])
                _frame(axes, panel.title, self.scale, len(rows))
                axes.set_yticks(range(len(rows)), [""] * len(rows) if place else names)
                _dots(axes, panel, rows, self.series)
        if len(self.series) > 1:
            style.legend(drawing, style.named(drawing), self.legend)
        return drawing


def _frame(axes: Axes, title: str, scale: Scale, rows: int) -> None:
    from matplotlib.ticker import MaxNLocator

    axes.set_title(style.heading(title, TITLE), fontsize=style.SMALL, loc="left")
    axes.set_xlabel(scale.label, fontsize=style.SMALL)
    axes.set_ylim(rows - 0.5, -0.5)
    low, high = scale.bounds
    margin = style.MARGIN * (high - low)
    axes.set_xlim(low - margin, high + margin)
    if scale.ticks is None:
        axes.xaxis.set_major_locator(MaxNLocator(nbins=4))
    else:
        axes.set_xticks(scale.ticks)
    for band in range(0, rows, 2):
        axes.axhspan(band - 0.5, band + 0.5, color=style.BAND, linewidth=0, zorder=0)
    axes.axvline(0, color=style.GREY, linewidth=0.8, zorder=1)
    axes.tick_params(labelsize=style.SMALL, color=style.GREY)
    axes.tick_params(axis="y", length=0)
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.spines["bottom"].set_color(style.GREY)


def _dots(axes: Axes, panel: Panel, rows: Sequence[str], series: Sequence[str]) -> None:
    step = DOT / (DOT * len(series) + GAP)
    looks = zip(series, style.labels(series), style.marks(len(series)), strict=True)
    for place, (name, label, look) in enumerate(looks):
        found = [(number + (place - (len(series) - 1) / 2) * step, panel.dots[row, name])
                 for number, row in enumerate(rows) if (row, name) in panel.dots]
        if found:
            at, dots = zip(*found, strict=True)
            values = [dot.value for dot in dots]
            axes.hlines(at, [dot.low for dot in dots], [dot.high for dot in dots], color=look["color"], linewidth=1.2)
            axes.plot(values, at, linestyle="none", label=label or "_", markersize=4, **look)
