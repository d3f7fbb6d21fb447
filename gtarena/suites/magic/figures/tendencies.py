"""Figure of what challengers do as a game's parameters change: investments and defections (Figure 10)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from gtarena.reports.figures import style
from gtarena.reports.sections import Figure
from gtarena.suites.magic.figures.estimates import mean_dot
from gtarena.suites.magic.scores import DILEMMA, PUBLIC_GOOD

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Drawing

BUDGET = 100  # points of a player
SCORE_SETS = ("3,5,2", "3,10,2", "3,20,2", "3,5,3", "3,5,4", "3,5,5", "5,5,3")  # in the order of the paper

_WIDTH, _HEIGHT, _LEGEND_ROW = 7.4, 2.6, 0.17  # inches
_SPREAD, _STEP = 0.5, 0.06  # of the distance between two settings: of all challengers there, and of two at most
_LOW_END = -3  # of the vertical axes, so that marks at 0 stand free of the horizontal ones


@dataclass(frozen=True)
class Tendency:
    """A number of each match of a game, times a factor, against the game's setting; ``least_end`` is of its axis."""

    game: str
    column: str
    factor: float
    settings: str
    label: str
    least_end: float
    level: float | None = None


TENDENCIES = (
    Tendency(PUBLIC_GOOD, "invested", 1, "multiplier of the pool", "total investment, points", 105, BUDGET),
    Tendency(DILEMMA, "defections", 100, "scores: all cooperate, one defects, two defect", "defections, per cent", 105),
)


def figures(matches: pd.DataFrame) -> Iterator[Figure]:
    """Yields a panel for each of the two games that was played."""
    shown = [(each, rows) for each in TENDENCIES if len(rows := matches[matches["game"] == each.game])]
    if shown:
        title = "Total investment by multiplier and share of defections by scores, with 95 % intervals"
        yield Figure("investments and defections", title, partial(_draw, shown))


def _draw(shown: Sequence[tuple[Tendency, pd.DataFrame]]) -> Drawing:
    whos = sorted({str(who) for _, rows in shown for who in rows["challenger"]})
    drawing = style.canvas(_WIDTH, _HEIGHT * len(shown) + _LEGEND_ROW * (len(whos) + 2))
    for number, (tendency, rows) in enumerate(shown, start=1):
        _panel(drawing.add_subplot(len(shown), 1, number), tendency, rows, whos)
    style.legend(drawing, style.legend_handles(drawing))
    return drawing


def _panel(axes: Axes, tendency: Tendency, rows: pd.DataFrame, whos: Sequence[str]) -> None:
    settings = sort_settings(rows["setting"])
    style.line_panel(axes, tendency.label)
    if tendency.level is not None:
        label = f"budget: {tendency.level:.0f}"
        axes.axhline(tendency.level, color="black", linewidth=0.8, linestyle="--", label=label)
    step = min(_STEP, _SPREAD / len(whos))
    looks = zip(whos, style.labels(whos), style.marker_styles(whos), style.line_styles(whos), strict=True)
    for place, (who, name, mark, line) in enumerate(looks):
        own = rows[rows["challenger"] == who]
        dots = {setting: mean_dot(part, tendency.column, tendency.factor)
                for setting, part in own.groupby("setting")}
        found = [(at + (place - (len(whos) - 1) / 2) * step, dots[setting])
                 for at, setting in enumerate(settings) if setting in dots]
        if found:
            at, drawn = zip(*found, strict=True)
            axes.plot(at, [dot.value for dot in drawn], linewidth=1.2, markersize=4, label=name,
                      **{**mark, "linestyle": line.get("linestyle", "-")})
            axes.vlines(at, [dot.low for dot in drawn], [dot.high for dot in drawn],
                        color=mark["color"], linewidth=0.8, alpha=0.6)
    axes.set_xticks(range(len(settings)), style.labels(settings))
    axes.set_xlabel(tendency.settings, fontsize=style.SMALL)
    axes.set_ylim(_LOW_END, max(tendency.least_end, axes.get_ylim()[1]))


def sort_settings(settings: Iterable[str]) -> list[str]:
    """Returns distinct settings: the paper's sets of scores in its order, then numbers by size, then others."""
    return sorted(set(settings), key=_place)


def _place(setting: str) -> tuple[int, float, str]:
    if setting in SCORE_SETS:
        return 0, SCORE_SETS.index(setting), setting
    try:
        return 1, float(setting), setting
    except ValueError:
        return 2, 0.0, setting
