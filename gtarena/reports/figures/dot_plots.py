"""Dot plots: estimates with their intervals, in panels that share rows and scale."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite, isinf, isnan, nan
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from gtarena.reports.figures import style

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Drawing

ONLY = ""  # the series of a plot that has a single one, which then has no legend

_PANELS_ACROSS = 7
_PANEL_WIDTH, _MIN_WIDTH = 1.3, 2.6  # inches; the latter is of all panels of a line
_DOT_HEIGHT, _ROW_GAP, _FRAME_HEIGHT, _LEGEND_HEIGHT = 0.15, 0.1, 0.7, 0.45  # inches
_NOTE_HEIGHT = 0.13  # inches of a line
_TITLE_LETTERS = 21
_MARK, _ARROW = 4, 5  # points


@dataclass(frozen=True)
class Dot:
    """An estimate and the ends of its interval, which are NaN where there is none.

    Where an end is infinite, an arrow runs to the edge of the panel. Without an estimate ``value`` is NaN, and a hollow
    mark stands at ``place``.
    """

    value: float
    low: float
    high: float
    place: float = nan

    @property
    def shown(self) -> list[float]:
        """The estimate and the ends of its interval, as far as they are finite."""
        return list(filter(isfinite, (self.low, self.value, self.high)))


@dataclass(frozen=True)
class DotPanel:
    """Dots by row and series. Pairs without an estimate are left out."""

    title: str
    dots: Mapping[tuple[str, str], Dot]


@dataclass(frozen=True)
class Scale:
    """Label and bounds of the horizontal axis. ``ticks`` are chosen automatically if ``None``."""

    label: str
    bounds: tuple[float, float]
    ticks: Sequence[float] | None = None


@dataclass(frozen=True)
class Plot:
    """Blocks of panels, each block beginning a new line.

    ``rows`` and ``series`` are in the order of drawing; rows and panels without dots are not drawn. A series looks the
    same in all panels. Several series have a legend, with ``legend`` as its title. A plot of a single one can have a
    ``note`` below.
    """

    scale: Scale
    blocks: Sequence[Sequence[DotPanel]]
    rows: Sequence[str]
    series: Sequence[str] = (ONLY,)
    legend: str = ""
    note: str = ""

    @property
    def empty(self) -> bool:
        """True if no panel has a dot."""
        return not any(panel.dots for block in self.blocks for panel in block)

    def draw(self) -> Drawing:
        """Draws the plot, which must not be empty."""
        blocks = [[panel for panel in block if panel.dots] for block in self.blocks]
        lines = [block[at:at + _PANELS_ACROSS] for block in blocks for at in range(0, len(block), _PANELS_ACROSS)]
        rows = [row for row in self.rows if any(row == key for line in lines for each in line for key, _ in each.dots)]
        labels = style.labels(rows)
        across, row_height = max(map(len, lines)), _DOT_HEIGHT * len(self.series) + _ROW_GAP
        width = style.LETTER * max(map(len, labels)) + max(_PANEL_WIDTH * across, _MIN_WIDTH)
        note = wrap(self.note, int(width / style.LETTER))
        height = (row_height * len(rows) + _FRAME_HEIGHT) * len(lines) + _LEGEND_HEIGHT * (len(self.series) > 1)
        drawing = style.canvas(width, height + _NOTE_HEIGHT * len(note))
        grid = drawing.add_gridspec(len(lines), across)
        for number, line in enumerate(lines):
            for place, panel in enumerate(line):
                axes = drawing.add_subplot(grid[number, place])
                _frame(axes, panel.title, self.scale, len(rows))
                axes.set_yticks(range(len(rows)), [""] * len(rows) if place else labels)
                _draw_dots(axes, panel, rows, self.series)
        if len(self.series) > 1:
            style.legend(drawing, style.legend_handles(drawing), self.legend)
        if note:
            drawing.supxlabel("\n".join(note), fontsize=style.SMALL)
        return drawing


def _frame(axes: Axes, title: str, scale: Scale, rows: int) -> None:
    """Titles, ticks and striped rows, with a line at 0."""
    from matplotlib.ticker import MaxNLocator

    style.row_panel(axes, style.heading(title, _TITLE_LETTERS), scale.label, scale.bounds, rows)
    if scale.ticks is None:
        axes.xaxis.set_major_locator(MaxNLocator(nbins=4))
    else:
        axes.set_xticks(scale.ticks)
    for band in range(0, rows, 2):
        axes.axhspan(band - 0.5, band + 0.5, color=style.BAND, linewidth=0, zorder=0)
    axes.axvline(0, color=style.GREY, linewidth=0.8, zorder=1)


def _draw_dots(axes: Axes, panel: DotPanel, rows: Sequence[str], series: Sequence[str]) -> None:
    """Draws the dots of a row's series one above the other, around the middle of the row."""
    if series == (ONLY,):
        looks = style.row_styles(rows)
        for look in [look for place, look in enumerate(looks) if look not in looks[:place]]:
            _draw_series(axes, [(float(number), panel.dots[row, ONLY]) for number, row in enumerate(rows)
                                if looks[number] == look and (row, ONLY) in panel.dots], "_", look)
        return
    step = _DOT_HEIGHT / (_DOT_HEIGHT * len(series) + _ROW_GAP)
    styles = zip(series, style.labels(series), style.marker_styles(series), strict=True)
    for place, (name, label, look) in enumerate(styles):
        found = [(number + (place - (len(series) - 1) / 2) * step, panel.dots[row, name])
                 for number, row in enumerate(rows) if (row, name) in panel.dots]
        _draw_series(axes, found, label, look)


def _draw_series(axes: Axes, found: Sequence[tuple[float, Dot]], label: str, look: Mapping[str, Any]) -> None:
    """Draws dots that look alike at their heights, if there are any."""
    if not found:
        return
    at, dots = zip(*found, strict=True)
    left, right = axes.get_xlim()
    axes.hlines(at, [max(dot.low, left) for dot in dots], [min(dot.high, right) for dot in dots],
                color=look["color"], linewidth=1.2)
    axes.plot([dot.value for dot in dots], at, linestyle="none", label=label, markersize=_MARK, **look)
    _draw_open(axes, found, look)


def _draw_open(axes: Axes, found: Sequence[tuple[float, Dot]], look: Mapping[str, Any]) -> None:
    """Draws hollow marks at the places of dots without an estimate, and arrows at the edge of those with open ends."""
    left, right = axes.get_xlim()
    hollow = [(dot.place, at) for at, dot in found if isnan(dot.value)]
    to_left = [(left, at) for at, dot in found if isinf(dot.low)]
    to_right = [(right, at) for at, dot in found if isinf(dot.high)]
    looks: Sequence[tuple[Sequence[tuple[float, float]], Mapping[str, Any]]] = (
        (hollow, {"markerfacecolor": "white", "markersize": _MARK}),
        (to_left, {"marker": "<", "markersize": _ARROW, "clip_on": False}),
        (to_right, {"marker": ">", "markersize": _ARROW, "clip_on": False}))
    for marks, changes in looks:
        if marks:
            axes.plot(*zip(*marks, strict=True), linestyle="none", label="_", **{**look, **changes})
