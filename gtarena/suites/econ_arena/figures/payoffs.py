"""Figures of mean payoffs, over all configuration groups and in each of them (Figures 1a, 2a, 3 and 6)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gtarena.reports.figures.dot_plots import ONLY, DotPanel, Plot
from gtarena.reports.sections import Figure
from gtarena.suites.econ_arena.results import MELEE, SELF
from gtarena.suites.econ_arena.scores import ordered_groups
from gtarena.suites.econ_arena.situations import mean_dots, scale, situations

if TYPE_CHECKING:
    import pandas as pd


def figures(found: pd.DataFrame) -> Iterator[Figure]:
    """Yields a figure for each situation without equilibrium agents.

    Payoffs of auctions are shown as shares of the assets, which makes groups comparable. A beauty contest has no
    assets, and always pays the same prize.
    """
    shares = found["asset_ratio"] - 1
    paid = found.assign(payoff=shares.fillna(found["net_gain"]), of_assets=shares.notna())
    for situation, rows in situations(paid[paid["environment"].isin([MELEE, SELF])]):
        plot = _plot(rows)
        yield Figure(
            f"payoff {' '.join(situation)}", f"Mean payoff in {situation.words()}, with 95 % intervals", plot.draw)


def _plot(rows: pd.DataFrame) -> Plot:
    groups = ordered_groups(rows["group"])
    by_panel = {group: mean_dots(rows[rows["group"] == group], "payoff") for group in groups}
    if len(groups) > 1:
        by_panel = {"all groups": mean_dots(rows, "payoff")} | by_panel
    label = "net gain / assets" if rows["of_assets"].all() else "payoff"
    panels = [DotPanel(name, {(who, ONLY): dot for who, dot in dots.items()}) for name, dots in by_panel.items()]
    ends = (dot for panel in panels for dot in panel.dots.values())
    return Plot(scale(label, ends), [panels], sorted(set(rows["who"])))
