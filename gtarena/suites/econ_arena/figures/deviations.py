"""Figures of deviations from equilibrium: all runs, and means with and without a history (Figures 1b, 2b and 4)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from gtarena.reports.figures import violins
from gtarena.reports.figures.dot_plots import Dot, DotPanel, Plot
from gtarena.reports.sections import Figure
from gtarena.suites.econ_arena.results import RATIONAL, SELF
from gtarena.suites.econ_arena.situations import HISTORIES, OTHERS, environment_title, mean_dots, scale, situations

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure as Drawing

DEVIATION_LABEL = "deviation distance"


def figures(found: pd.DataFrame) -> Iterator[Figure]:
    """Yields the runs and the means of each game among equilibrium agents, or among copies of one agent."""
    shown = found[found["environment"].isin([RATIONAL, SELF])].dropna(subset=["deviation"])
    for (game, environment), rows in shown.groupby(["game", "environment"]):
        name, title = f"{game} {environment}", f"in {environment_title(str(game), str(environment))}"
        yield Figure(f"deviation {name}", f"Deviation from equilibrium {title}", partial(_runs, rows))
        if rows["history"].nunique() > 1:
            yield Figure(f"history {name}", f"Mean deviation with and without a history {title}, with 95 % intervals",
                         _means(rows).draw)


def _runs(rows: pd.DataFrame) -> Drawing:
    """Draws a panel per situation with all runs of each agent."""
    return violins.draw({
        situation.knowledge(): {str(who): values.tolist() for who, values in part.groupby("who")["deviation"]}
        for situation, part in situations(rows)}, DEVIATION_LABEL)


def _means(rows: pd.DataFrame) -> Plot:
    """Returns a panel for each description of the others and a series for each history."""
    panels: dict[str, dict[tuple[str, str], Dot]] = {}
    for situation, part in situations(rows):
        dots = {(who, HISTORIES[situation.history]): dot for who, dot in mean_dots(part, "deviation").items()}
        panels.setdefault(situation.told, {}).update(dots)
    series = [words for history, words in HISTORIES.items() if history in set(rows["history"])]
    drawn = [DotPanel(OTHERS[told] or "nothing said about the others", dots) for told, dots in panels.items()]
    every = [dot for dots in panels.values() for dot in dots.values()]
    return Plot(scale(DEVIATION_LABEL, every), [drawn], sorted(set(rows["who"])), series)
