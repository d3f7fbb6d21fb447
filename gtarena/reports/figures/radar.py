"""Radar charts: a polygon per name, with a corner on an axis for each quantity."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil, tau
from typing import TYPE_CHECKING, Any

import numpy as np

from gtarena.reports.figures import style

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Drawing
    from matplotlib.gridspec import SubplotSpec

FULL, STEP = 100.0, 20.0  # the least end of an axis, in per cent, and the distance of its rings

_ACROSS = 4
_PANEL_WIDTH, _PANEL_HEIGHT, _NOTE_HEIGHT = 2.4, 2.5, 0.3  # inches
_FILLED = 2  # polygons at most that are filled; more would hide each other


@dataclass(frozen=True)
class Panel:
    """Polygons by name, with a value in per cent or NaN for each of the corners, which have labels."""

    polygons: Mapping[str, Sequence[float]]
    corners: Sequence[str]


def grid(panels: Sequence[Panel], note: str) -> Drawing:
    """Draws small charts side by side on as few lines as fit, each with a legend, and a note below all of them."""
    lines = ceil(len(panels) / _ACROSS)
    across = ceil(len(panels) / lines)
    drawing = style.canvas(_PANEL_WIDTH * max(across, 2), _PANEL_HEIGHT * lines + _NOTE_HEIGHT)
    places = drawing.add_gridspec(lines, across)
    for number, panel in enumerate(panels):
        axes = chart(drawing, places[divmod(number, across)], panel, style.TINY)
        axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.13), fontsize=style.TINY, frameon=False,
                    handlelength=2.4, borderaxespad=0)
    drawing.supxlabel(note, fontsize=style.SMALL)
    return drawing


def chart(drawing: Drawing, place: SubplotSpec, panel: Panel, size: float = style.SMALL) -> Axes:
    """Draws a chart and returns its axes, which end at 100 or beyond the largest value; NaN leaves a gap in the line.

    Each polygon has a colour, a mark and a kind of line, so that they differ in grey too. ``size`` is that of the
    labels of the corners, in points.
    """
    axes = drawing.add_subplot(place, projection="polar")
    highest = max((value for values in panel.polygons.values() for value in values if value > FULL), default=FULL)
    _frame(axes, panel.corners, np.arange(STEP, highest + STEP, STEP), size)
    names = list(panel.polygons)
    for name, label, mark, line in zip(
            names, style.labels(names), style.marker_styles(names), _lines(len(names)), strict=True):
        look = {**mark, "linestyle": line}
        angles, values = _closed(panel.polygons[name])
        axes.plot(angles, values, label=label, linewidth=1.3, markersize=3.5, zorder=3, clip_on=False, **look)
        if len(names) <= _FILLED and not np.isnan(values).any():
            axes.fill(angles, values, color=look["color"], alpha=0.13, linewidth=0, zorder=2)
    return axes


def _frame(axes: Any, corners: Sequence[str], rings: Any, size: float) -> None:
    """Sets up straight rings and spokes; the first corner is on top, the others follow clockwise."""
    angles = _angles(len(corners))
    axes.set_theta_offset(tau / 4)
    axes.set_theta_direction(-1)
    axes.set_ylim(0, rings[-1])
    axes.grid(visible=False)
    axes.spines["polar"].set_visible(False)
    axes.set_yticks(rings, [f"{ring:.0f}" for ring in rings], fontsize=style.TINY, color="#666666")
    axes.set_rlabel_position(180 / len(corners))  # between two corners, where no mark is
    axes.set_xticks(angles, corners, fontsize=size)
    axes.tick_params(axis="x", pad=1 if size == style.TINY else 4)
    for ring in rings:
        axes.plot(*_closed([ring] * len(corners)), color=style.FAINT, linewidth=0.7, zorder=1, label="_ring")
    for angle in angles:
        axes.plot([angle, angle], [0, rings[-1]], color=style.FAINT, linewidth=0.7, zorder=1, label="_spoke")


def _lines(number: int) -> list[Any]:
    """Kinds of lines, each different from the one before."""
    return [style.LINES[place % len(style.LINES)] for place in range(number)]


def _closed(values: Sequence[float]) -> tuple[Any, Any]:
    """Returns the angles and the values of a polygon that ends where it begins."""
    angles = _angles(len(values))
    return np.append(angles, angles[0]), np.append(values, values[0])


def _angles(number: int) -> Any:
    return np.arange(number) * tau / number
