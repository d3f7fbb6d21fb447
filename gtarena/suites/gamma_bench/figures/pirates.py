"""Figure of a Pirate Game: all proposals and votes, and how good they were (Table 3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gtarena.reports.figures import style
from gtarena.suites.gamma_bench.results import MatchResult
from gtarena.suites.gamma_bench.scores import Choices
from gtarena.suites.gamma_bench.series import COMPARED, Series

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Drawing

REJECTED, ACCEPTED, PROPOSED = "#F7DCC6", "#CFE3F1", "#7FB2D9"
VOTE_MARKS = {REJECTED: "✗", ACCEPTED: "✓", PROPOSED: ""}
RANK, ROW, BARS, LEAST = 0.5, 0.32, 1.1, 2.2  # inches: of a rank, a round, a column of bars; all ranks at least


def draw(result: MatchResult) -> Drawing:
    """Draws a row per round: each rank's offer and vote, the proposal's distance, and the share of right votes."""
    match = result.match
    rounds = len(match.position.rounds)
    wide = max(RANK * match.rules.players, LEAST)
    drawing = style.canvas(wide + 2 * BARS + 0.8, ROW * rounds + 1.2)
    measures = COMPARED[result.game]
    grid = drawing.add_gridspec(1, 1 + len(measures), width_ratios=[wide, *[BARS] * len(measures)])
    table = drawing.add_subplot(grid[0])
    _plans(table, match.position.rounds, match.rules.players)
    table.set_title(f"{match.rules.facts.long_name}: coins and votes", fontsize=style.TEXT, loc="left")
    for place, measure in enumerate(measures, start=1):
        _bars(drawing.add_subplot(grid[place], sharey=table), measure, measure.values(match))
    _legend(drawing)
    return drawing


def _plans(axes: Axes, rounds: Any, players: int) -> None:
    for number, past in enumerate(rounds, start=1):
        for place, (coins, vote) in enumerate(zip(past.gold, past.votes, strict=True)):
            rank = past.proposer + place + 1
            colour = (ACCEPTED if vote else REJECTED) if place else PROPOSED
            axes.barh(number, 0.94, left=rank - 0.47, height=0.88, color=colour)
            text = f"{coins} {VOTE_MARKS[colour]}".strip()
            axes.text(rank, number, text, ha="center", va="center", fontsize=style.SMALL)
    axes.set_xlim(0.5, players + 0.5)
    axes.set_ylim(len(rounds) + 0.5, 0.5)
    axes.set_xticks(range(1, players + 1))
    axes.set_yticks(range(1, len(rounds) + 1))
    axes.set_xlabel("rank", fontsize=style.SMALL)
    axes.set_ylabel("round", fontsize=style.SMALL)
    axes.tick_params(labelsize=style.SMALL, length=0)
    axes.spines[:].set_visible(False)


def _bars(axes: Axes, measure: Series, values: Choices) -> None:
    rows = np.arange(1, len(values) + 1)
    axes.barh(rows, np.nan_to_num(values), height=0.6, color=style.BLUE)
    for row, value in zip(rows, values, strict=True):
        axes.annotate("–" if np.isnan(value) else f"{value:.3g}", (np.nan_to_num(value), row), xytext=(3, 0),
                      textcoords="offset points", va="center", fontsize=style.SMALL)
    axes.set_title(measure.label, fontsize=style.SMALL, loc="left")
    axes.set_xlim(0, 1.5 * (np.nanmax([*values, 0]) or 1))
    axes.set_xticks([])
    axes.tick_params(labelleft=False, length=0)
    axes.spines[["top", "right", "bottom"]].set_visible(False)
    axes.spines["left"].set_color(style.GREY)


def _legend(drawing: Drawing) -> None:
    from matplotlib.patches import Patch

    style.legend(drawing, [
        Patch(color=colour, label=f"{name} {VOTE_MARKS[colour]}".strip())
        for colour, name in ((PROPOSED, "proposer"), (ACCEPTED, "accepted"), (REJECTED, "rejected"))])
