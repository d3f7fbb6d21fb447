"""Figures of sweeps, round by round: a panel per game and a line per column (Figures 4 to 10)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from custom_games import GAMES
from gtarena.reports.figures import style
from gtarena.reports.sections import Figure
from gtarena.suites.gamma_bench.series import COMPARED, mean_by_round
from gtarena.suites.gamma_bench.sweeps import Sweep, SweepColumn

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Drawing

WIDTH = 3.1  # inches, of a cell with a legend of its own


@dataclass(frozen=True)
class GamePanel:
    """A game, and columns that differ in these of its parameters or the players' settings."""

    game: str
    parameters: Sequence[str]
    columns: Sequence[SweepColumn]


def figures(sweeps: Sequence[Sweep]) -> Iterator[Figure]:
    """Yields a figure per sweep; sweeps of games' variants share one if they vary the same."""
    variants: dict[tuple[str, str], list[GamePanel]] = defaultdict(list)
    for sweep in sweeps:
        game, _, varied = sweep.kind.partition(" ")
        if varied and game in COMPARED:
            variants[varied, sweep.who].append(GamePanel(game, sweep.varied, sweep.columns))
        else:
            yield _figure(sweep.kind, sweep.who, partial(draw_sweep, sweep))
    for (varied, who), panels in variants.items():
        yield _figure(f"games' {varied}", who, partial(draw_variants, panels))


def _figure(varied: str, who: str, draw: Callable[[], Drawing]) -> Figure:
    return Figure(f"{varied} {who}".strip(), f"Round by round: {varied}{', ' if who else ''}{who}", draw)


def draw_sweep(sweep: Sweep) -> Drawing:
    """Draws a cell per game, with the same columns in all cells and one legend."""
    drawing, stacks = style.cells([len(COMPARED[game]) for game in sweep.games])
    for stack, game in zip(stacks, sweep.games, strict=True):
        _lines(stack, game, sweep.columns)
    style.legend(drawing, style.legend_handles(drawing), sweep.kind if sweep.who else "")
    return drawing


def draw_variants(panels: Sequence[GamePanel]) -> Drawing:
    """Draws a cell per game, each with its own columns and legend."""
    drawing, stacks = style.cells([len(COMPARED[panel.game]) for panel in panels], width=WIDTH, height=3.0)
    for stack, panel in zip(stacks, panels, strict=True):
        _lines(stack, panel.game, panel.columns)
        style.own_legend(stack[-1], ", ".join(panel.parameters).replace("_", " "), WIDTH)
    return drawing


def _lines(stack: Sequence[Axes], game: str, columns: Sequence[SweepColumn]) -> None:
    """Draws a line for each column that has matches of the game: their mean."""
    names = style.labels([column.label for column in columns])
    style.caption(stack, str(GAMES[game].facts.long_name))
    for axes, series in zip(stack, COMPARED[game], strict=True):
        style.line_panel(axes, series.label, series.bounds)
        for column, name, look in zip(columns, names, style.line_styles(names), strict=True):
            matches = [result.match for result in column.of(game)]
            if matches:
                style.line(axes, mean_by_round([series.values(match) for match in matches]), name, **look)
