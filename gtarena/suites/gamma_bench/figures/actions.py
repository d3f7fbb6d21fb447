"""Maps of every player's choice in every round of single matches (Figure 11)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from gtarena.reports.figures import style
from gtarena.suites.gamma_bench.results import MatchResult
from gtarena.suites.gamma_bench.series import CHOICES

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Drawing

TWO_COLOURS = ("#D6E6F2", style.BLUE)


def draw(runs: Mapping[str, MatchResult]) -> Drawing:
    """Draws a map per match, by title: rounds from left to right, a row per player."""
    drawing, stacks = style.cells([1] * len(runs), across=3, width=3.6)
    for stack, (title, result) in zip(stacks, runs.items(), strict=True):
        style.caption(stack, title)
        _map(stack[0], result)
    return drawing


def _map(axes: Axes, result: MatchResult) -> None:
    from matplotlib.colors import ListedColormap

    rules, chosen = result.match.rules, CHOICES[result.game].values(result.match)
    rounds, players = chosen.shape
    two = rules.bounds().actions == len(TWO_COLOURS)
    image = axes.imshow(
        chosen.T, aspect="auto", interpolation="nearest", extent=(0.5, rounds + 0.5, players - 0.5, -0.5),
        **({"cmap": ListedColormap(TWO_COLOURS), "vmin": 0, "vmax": 1} if two else {"cmap": "viridis"}))
    bar = axes.figure.colorbar(image, ax=axes, pad=0.02, aspect=30, ticks=[0.25, 0.75] if two else None)
    if two:
        names = rules.stage_spec(rules.new_stage(()), 0).patterns()
        bar.set_ticklabels(names, rotation=90, va="center")
    else:
        style.whole_numbers(bar.ax.yaxis)
        bar.set_label(CHOICES[result.game].label, fontsize=style.SMALL)
    for part in (axes, bar.ax):
        part.tick_params(labelsize=style.SMALL, color=style.GREY)
    style.whole_numbers(axes.xaxis)
    style.whole_numbers(axes.yaxis)
    axes.set_ylabel("player", fontsize=style.SMALL)
