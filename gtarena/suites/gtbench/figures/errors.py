"""How often models err in which way, by game and agent: the error profile as maps."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from gtarena.formatting import agent_name
from gtarena.metrics.frames import FAILURES
from gtarena.metrics.leaderboard import AGENT_COLUMNS
from gtarena.reports.figures import heat_maps
from gtarena.reports.figures.heat_maps import Map, Shades
from gtarena.reports.sections import Figure
from gtarena.suites.gtbench.figures.advantage import title
from gtarena.suites.gtbench.profile import METRICS
from gtarena.suites.gtbench.taxonomy import place

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure as Drawing

LOSSES = "value_given_away"  # how the names of those metrics begin that are no rates


def figures(profile: pd.DataFrame) -> Iterator[Figure]:
    """The rates in one figure, and the value given away, which is in units of the games' returns, in another one.

    Kinds of replies without a move that never occurred are left out.
    """
    seen = profile.groupby("metric")["value"].transform("max") > 0
    losses = profile["metric"].str.startswith(LOSSES)
    rates = profile[~losses & (seen | ~profile["metric"].isin(FAILURES))]
    if len(rates):
        yield Figure("errors", "How often models err, of how many cases", partial(_rates, rates))
    if losses.any():
        yield Figure("value given away", "Value given away per decision, of how many decisions",
                     partial(_losses, profile[losses]))


def _rates(profile: pd.DataFrame) -> Drawing:
    return _maps(profile, Shades("share of cases", "Blues", 0, 1), "{:.0%}")


def _losses(profile: pd.DataFrame) -> Drawing:
    return _maps(profile, Shades("mean loss of return", "Blues", 0, profile["value"].max() or 1), "{:.2f}")


def _maps(profile: pd.DataFrame, shades: Shades, written: str) -> Drawing:
    """A map per metric, a row per game and a column per agent; the number of cases stands below the value."""
    words = zip(*(profile[column] for column in AGENT_COLUMNS), strict=True)
    named = profile.assign(who=[agent_name(agent, model, settings, None) for agent, model, settings in words])
    games = sorted(set(named["game"]), key=place)
    drawn = [Map(metric.replace("_", " "), _cells(named[named["metric"] == metric], written))
             for metric in METRICS if metric in set(named["metric"])]
    return heat_maps.draw(drawn, list(map(title, games)), sorted(set(named["who"])), shades)


def _cells(rows: pd.DataFrame, written: str) -> dict[tuple[str, str], tuple[float, str]]:
    found = zip(rows["game"], rows["who"], rows["value"], rows["count"], strict=True)
    return {(title(game), who): (value, f"{written.format(value)}\nof {count:,}")
            for game, who, value, count in found}
