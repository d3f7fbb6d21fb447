"""Plots of sweeps: scores with intervals over the values of a setting, and the failures below, a column per game."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from gtarena.metrics.sweeps import ScoreSweep, SweepLine
from gtarena.reports.figures import style

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Drawing

_ACROSS, _WIDTH, _HEIGHT = 3, 3.0, 3.2  # panels side by side; inches of a panel
_SCORES, _FAILURES = 2.4, 1.0  # shares of a panel's height
_TITLE_LETTERS, _TICK_LETTERS = 34, 9
_APART = 2.2  # points between the intervals of two lines at the same value
_LOG = 30.0  # the ratio of two neighbouring values from which the axis is logarithmic
_MOST_TICKS = 8


def draw(sweep: ScoreSweep, lines: Sequence[SweepLine], games: Sequence[str]) -> Drawing:
    """Draws lines of a sweep in a column for each game, above their failures; a line looks the same in all of them."""
    names = list(dict.fromkeys(line.name for line in lines))
    looks = dict(zip(names, _looks(names), strict=True))
    rows = math.ceil(len(games) / _ACROSS)
    across = math.ceil(len(games) / rows)
    drawing = style.canvas(max(_WIDTH * across, 4.6), _HEIGHT * rows + 0.5)
    grid = drawing.add_gridspec(rows, across)
    for place, game in enumerate(games):
        parts = (_SCORES, _FAILURES) if has_failures(lines) else (_SCORES,)
        inside = grid[divmod(place, across)].subgridspec(len(parts), 1, height_ratios=parts)
        upper = drawing.add_subplot(inside[0])
        own = [line for line in lines if line.game == game]
        _draw_scores(upper, own, sweep, looks, game)
        if len(parts) > 1:
            upper.tick_params(labelbottom=False)
            _draw_failures(drawing.add_subplot(inside[1], sharex=upper), own, sweep, looks)
        _draw_axis(drawing.axes[-1], sweep)
    style.legend(drawing, style.legend_handles(drawing))
    return drawing


def has_failures(lines: Sequence[SweepLine]) -> bool:
    """Returns whether a reply gave no legal move, or a match did not finish."""
    return any(point.illegal_rate > 0 or point.unfinished > 0 for line in lines for point in line.points)


def _looks(names: Sequence[str]) -> list[dict[str, Any]]:
    """Returns a style for each line, which differ in colour, marker and dashes."""
    markers = style.marker_styles(names)
    return [{**look, "linestyle": style.LINES[place % len(style.LINES)], "label": label}
            for place, (look, label) in enumerate(zip(markers, style.labels(names), strict=True))]


def _draw_scores(
    axes: Axes, lines: Sequence[SweepLine], sweep: ScoreSweep, looks: dict[str, dict[str, Any]], game: str
) -> None:
    from matplotlib.transforms import ScaledTranslation

    style.line_panel(axes, " or ".join(sorted({line.score for line in lines})))
    axes.set_title(style.heading(game, _TITLE_LETTERS), fontsize=style.TEXT, loc="left")
    names = list(looks)
    scale = axes.get_figure(root=True).dpi_scale_trans  # type: ignore[union-attr]
    for line in lines:
        aside = (names.index(line.name) - (len(names) - 1) / 2) * _APART / 72
        moved = axes.transData + ScaledTranslation(aside, 0, scale)
        at = [_place(sweep, point.value) for point in line.points]
        scores = [point.score for point in line.points]
        ends = [[point.score - point.low for point in line.points], [point.high - point.score for point in line.points]]
        axes.errorbar(at, scores, ends, markersize=4, linewidth=1.1, elinewidth=0.9, capsize=1.5,
                      transform=moved, **looks[line.name])
        # The limits of the axes do not follow what is drawn aside.
        axes.update_datalim([(x, end) for x, point in zip(at, line.points, strict=True)
                             for end in (point.score, point.low, point.high) if not math.isnan(end)])
    axes.autoscale_view()


def _draw_failures(axes: Axes, lines: Sequence[SweepLine], sweep: ScoreSweep, looks: dict[str, dict[str, Any]]) -> None:
    """Draws the share of replies without a legal move and, dotted, that of matches that did not finish."""
    style.line_panel(axes, "failures, %")
    for line in lines:
        look = {**looks[line.name], "label": "_"}
        at = [_place(sweep, point.value) for point in line.points]
        axes.plot(at, [100 * point.illegal_rate for point in line.points], markersize=3, linewidth=1.0, **look)
        if any(point.unfinished for point in line.points):
            axes.plot(at, [100 * point.unfinished for point in line.points], linewidth=0.9, color=look["color"],
                      linestyle=":", marker="x", markersize=3)
    axes.set_ylim(bottom=0, top=max(axes.get_ylim()[1], 5))


def _draw_axis(axes: Axes, sweep: ScoreSweep) -> None:
    """Sets the ticks to the values; numbers have their distances, other values are evenly spaced."""
    numbers = sweep.numbers
    if numbers is None:
        axes.set_xticks(range(len(sweep.values)), style.wrapped_labels(sweep.values, _TICK_LETTERS))
        axes.set_xlim(-0.4, len(sweep.values) - 0.6)
    else:
        if _spread(numbers):
            axes.set_xscale("log")
        step = math.ceil(len(numbers) / _MOST_TICKS)
        axes.set_xticks(numbers[::step], sweep.values[::step])
        axes.minorticks_off()
    axes.set_xlabel(style.heading(sweep.setting, _TITLE_LETTERS), fontsize=style.SMALL)


def _place(sweep: ScoreSweep, value: str) -> float:
    return float(sweep.values.index(value)) if sweep.numbers is None else float(value)


def _spread(numbers: Sequence[float]) -> bool:
    """Returns whether positive numbers are so far apart that they would lie on each other on a plain axis."""
    return min(numbers) > 0 and max(numbers) / min(numbers) >= _LOG
