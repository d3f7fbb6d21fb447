"""Bars: groups of estimates with their intervals, and sizes with a line on a second axis."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from gtarena.reports.figures import style

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from gtarena.reports.figures.dot_plots import Dot

_GROUP = 0.8  # of the distance between two groups
_FILLS = (("#A9CCE3", ""), ("#E8A33D", "////"), ("#1B6F5C", ".."))  # differ in grey too
_ROOM = 0.06  # of the range of the vertical axis, for the numbers above the highest bars
_LEAST = 4.0  # groups for which there is room at least, so that single bars do not become wide
_NAME_LETTERS = 13  # of a line of a name below bars


def grouped(
    axes: Axes, groups: Sequence[str], series: Mapping[str, Mapping[str, Dot]], label: str, bounds: tuple[float, float]
) -> None:
    """Draws a bar for each group and series, with its interval, and its number above; pairs without one are left out.

    Args:
        axes: where to draw.
        groups: from left to right.
        series: estimates by series and group; a series looks the same in all drawings with the same series.
        label: that of the vertical axis.
        bounds: those of the vertical axis.
    """
    width = _GROUP / len(series)
    for place, ((name, dots), (colour, hatch)) in enumerate(zip(series.items(), _FILLS, strict=False)):
        found = [(at + (place - (len(series) - 1) / 2) * width, dots[group])
                 for at, group in enumerate(groups) if group in dots]
        if found:
            at, drawn = zip(*found, strict=True)
            axes.bar(at, [dot.value for dot in drawn], 0.92 * width, color=colour, hatch=hatch, edgecolor="#333333",
                     linewidth=0.6, label=name)
            axes.vlines(at, [dot.low for dot in drawn], [dot.high for dot in drawn], color="black", linewidth=1)
            for middle, dot in found:
                _write(axes, f"{dot.value:.0f}", (middle, dot.high))
    low, high = bounds
    _frame(axes, groups, label)
    axes.set_ylim(low, high + _ROOM * (high - low))


def with_line(axes: Axes, names: Sequence[str], sizes: Sequence[float], rates: Sequence[float],
              labels: tuple[str, str]) -> None:
    """Draws a bar and a point of a line for each name, on two vertical axes that begin at 0; NaN leaves a gap.

    Args:
        axes: where to draw.
        names: from left to right.
        sizes: heights of the bars, each of which has its number at its foot.
        rates: the line, from 0 to 100.
        labels: those of the axis of the bars and of that of the line.
    """
    at = np.arange(len(names))
    shown = ~np.isnan(sizes)
    axes.bar(at[shown], np.asarray(sizes)[shown], 0.7, color="#B5D3E7", edgecolor="#333333", linewidth=0.6)
    for place in at[shown]:
        _write(axes, f"{sizes[place]:,.0f}", (place, 0))
    _frame(axes, names, labels[0])
    axes.set_ylim(bottom=0)
    second = axes.twinx()
    second.plot(at, rates, color=style.RED, marker="D", markersize=4, linewidth=1.4)
    second.set_ylim(0, 100)
    second.set_ylabel(labels[1], fontsize=style.SMALL, color=style.RED)
    second.tick_params(labelsize=style.SMALL, color=style.GREY)
    second.spines[["top", "left"]].set_visible(False)


def _write(axes: Axes, words: str, place: tuple[float, float]) -> None:
    axes.annotate(words, place, (0, 2), textcoords="offset points", ha="center", fontsize=style.TINY)


def _frame(axes: Axes, names: Sequence[str], label: str) -> None:
    style.line_panel(axes, label)
    beside = max(0.0, _LEAST - len(names)) / 2
    axes.set_xlim(-0.6 - beside, len(names) - 0.4 + beside)
    axes.set_xticks(range(len(names)), style.wrapped_labels(names, _NAME_LETTERS), fontsize=style.SMALL)
    axes.tick_params(axis="x", length=0)
