"""Figures beyond the paper: general ability with intervals, and ratings without each game in turn."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from math import isnan

from gtarena.metrics.ratings.sensitivity import NOTHING
from gtarena.reports.figures import heat_maps
from gtarena.reports.figures.dot_plots import ONLY, Dot, DotPanel, Plot, Scale
from gtarena.reports.figures.heat_maps import HeatMap, Shades
from gtarena.reports.sections import Figure
from gtarena.suites.gamebench.aggregation import rows_of
from gtarena.suites.gamebench.results import Results
from gtarena.suites.gamebench.scores import Scheme
from gtarena.suites.gamebench.taxonomy import code_of

_RATINGS = "cividis"  # the best ratings are light, in grey too


def figures(found: Results, scheme: Scheme) -> Iterator[Figure]:
    """Yields the factor scores with intervals, and the ratings with all games and without each, if there are any."""
    plot = _scores(found, scheme)
    if not plot.empty:
        yield Figure(f"general ability {scheme}", f"General ability, with 90 % intervals ({scheme})", plot.draw)
    frame = found.without[scheme]
    cells = {(row.agent, row.left_out): (row.rating, f"{row.rating:.1f}") for row in rows_of(frame)
             if not isnan(row.rating)}
    if cells and len(found.games) > 1:  # without the only game nothing is left
        columns = (NOTHING, *found.games)
        ticks = ["none", *map(code_of, found.games)]
        agents = found.agents(scheme)
        reach = max(1.0, *(abs(rating) for rating, _ in cells.values()))
        shades = Shades("rating without the game", _RATINGS, -reach, reach)
        yield Figure(f"ratings without a game {scheme}", f"Ratings over all games, by the game left out ({scheme})",
                     partial(heat_maps.draw, [HeatMap("", cells)], agents, columns, shades, ticks))


def _scores(found: Results, scheme: Scheme) -> Plot:
    scored = found.factors[scheme].agents.dropna(subset="score").sort_values("score", ascending=False)
    dots: dict[tuple[str, str], Dot] = {
        (row.agent, ONLY): Dot(row.score, *((row.score, row.score) if isnan(row.low) else (row.low, row.high)))
        for row in rows_of(scored)}
    ends = [end for dot in dots.values() for end in (dot.low, dot.high)]
    span = (min([*ends, -1.0]), max([*ends, 1.0]))
    return Plot(Scale("standard deviations above the mean", span), [[DotPanel("", dots)]], list(scored["agent"]))
