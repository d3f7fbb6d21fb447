"""Maps of the error profile: rates of errors by game and agent."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from gtarena.metrics.frames import FAILURES
from gtarena.reports.figures import heat_maps
from gtarena.reports.figures.heat_maps import HeatMap, Shades
from gtarena.reports.sections import Figure
from gtarena.suites.gtbench.figures.advantage import game_title
from gtarena.suites.gtbench.profile import ERROR_METRICS
from gtarena.suites.gtbench.results import agent_names
from gtarena.suites.gtbench.taxonomy import taxonomy_order

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure as Drawing

LOSSES = "value_given_away"  # the prefix of the metrics that are not rates


def figures(profile: pd.DataFrame) -> Iterator[Figure]:
    """Yields a figure of the rates, and one of the value given away, which is in units of the games' returns.

    Failures that never occurred are left out.
    """
    seen = profile.groupby("metric")["value"].transform("max") > 0
    losses = profile["metric"].str.startswith(LOSSES)
    rates = profile[~losses & (seen | ~profile["metric"].isin(FAILURES))]
    if len(rates):
        yield Figure("errors", "Error rates and numbers of cases", partial(_rates, rates))
    if losses.any():
        yield Figure("value given away", "Value given away per decision, and numbers of decisions",
                     partial(_losses, profile[losses]))


def _rates(profile: pd.DataFrame) -> Drawing:
    return _maps(profile, Shades("share of cases", "Blues", 0, 1), "{:.0%}")


def _losses(profile: pd.DataFrame) -> Drawing:
    return _maps(profile, Shades("mean loss of return", "Blues", 0, profile["value"].max() or 1), "{:.2f}")


def _maps(profile: pd.DataFrame, shades: Shades, written: str) -> Drawing:
    """Draws a map per metric: a row per game, a column per agent, and the number of cases below the value."""
    named = profile.assign(who=agent_names(profile))
    games = sorted(set(named["game"]), key=taxonomy_order)
    drawn = [HeatMap(metric.replace("_", " "), _cells(named[named["metric"] == metric], written))
             for metric in ERROR_METRICS if metric in set(named["metric"])]
    return heat_maps.draw(drawn, list(map(game_title, games)), sorted(set(named["who"])), shades)


def _cells(rows: pd.DataFrame, written: str) -> dict[tuple[str, str], tuple[float, str]]:
    found = zip(rows["game"], rows["who"], rows["value"], rows["count"], strict=True)
    return {(game_title(game), who): (value, f"{written.format(value)}\nof {count:,}")
            for game, who, value, count in found}
