"""Figures of choices and outcomes in single matches of the six games of simultaneous choices (Figure 2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from gtarena.reports.figures import style
from gtarena.suites.gamma_bench import series
from gtarena.suites.gamma_bench.results import MatchResult
from gtarena.suites.gamma_bench.scores import Choices, Match, shading
from gtarena.suites.gamma_bench.series import SHARE, Series

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Drawing


@dataclass(frozen=True)
class PlayersPlot:
    """A thin line per player, a thick one for their mean, and optionally the outcome of each round."""

    series: Series
    outcome: tuple[str, Callable[[Match], Choices]] | None = None

    def draw(self, axes: Axes, match: Match) -> None:
        """Draws the match into a panel."""
        style.line_panel(axes, self.series.label, self.series.bounds)
        if not self.series.bounds:  # coins and tokens are whole numbers, shares are not
            style.whole_numbers(axes.yaxis)
        values = self.series.values(match)
        for number, own in enumerate(values.T):
            style.line(axes, own, "" if number else "each player", color=style.GREY, linewidth=0.6, alpha=0.8)
        style.line(axes, values.mean(axis=1), "mean of the players", color=style.BLUE, linewidth=2.0)
        if self.outcome:
            name, outcome = self.outcome
            style.line(axes, outcome(match), name, color=style.RED, marker="o", linewidth=1.0)


@dataclass(frozen=True)
class TotalPlot:
    """The players' total in every round, and optionally the limit of room or money."""

    series: Series
    limit: tuple[str, Callable[[Match], float]] | None = None

    def draw(self, axes: Axes, match: Match) -> None:
        """Draws the match into a panel."""
        style.line_panel(axes, self.series.label, self.series.bounds)
        style.line(axes, self.series.values(match), "all players together", color=style.GREEN, marker="o")
        if self.limit:
            name, limit = self.limit
            axes.axhline(limit(match), label=name, color=style.RED, linestyle="--", linewidth=1.2)
        top = axes.get_ylim()[1]
        axes.set_ylim(-style.MARGIN * top, (1 + style.MARGIN) * top)  # keeps the points at both ends whole
        style.whole_numbers(axes.yaxis)


def _sum(match: Match) -> Choices:
    return np.array(match.choices().sum(axis=1))


PANELS: Mapping[str, Sequence[PlayersPlot | TotalPlot]] = {
    "guess_two_thirds": [PlayersPlot(series.CHOICES["guess_two_thirds"], ("winning number", series.winning_numbers))],
    "el_farol": [
        PlayersPlot(Series(
            "visits so far (share)", lambda match: series.running_mean(series.all_choices(match)), SHARE)),
        TotalPlot(Series("players at the bar", _sum),
                  ("capacity or gold", lambda match: match.rules.capacity * match.rules.players))],
    "divide_dollar": [
        PlayersPlot(series.CHOICES["divide_dollar"]),
        TotalPlot(Series("sum of bids (coins)", _sum), ("capacity or gold", lambda match: match.rules.gold))],
    "public_goods": [
        PlayersPlot(Series("contribution\n(tokens)", series.all_choices)),
        PlayersPlot(Series("gain (tokens)", series.gains_by_round))],
    "diners_dilemma": [
        PlayersPlot(Series(
            "costly so far (share)", lambda match: series.running_mean(series.all_choices(match)), SHARE)),
        PlayersPlot(Series("utility and bill", series.utilities), ("average bill", series.bills))],
    "sealed_bid_auction": [
        PlayersPlot(Series("value − bid", shading)),
        PlayersPlot(series.CHOICES["sealed_bid_auction"])],
}


def draw(runs: Mapping[str, MatchResult]) -> Drawing:
    """Draws a cell per match, by title, of one or two panels."""
    drawing, stacks = style.cells([len(PANELS[result.game]) for result in runs.values()], height=3.0)
    for stack, (title, result) in zip(stacks, runs.items(), strict=True):
        style.caption(stack, title)
        for axes, plot in zip(stack, PANELS[result.game], strict=True):
            plot.draw(axes, result.match)
    style.legend(drawing, style.legend_handles(drawing))
    return drawing
