"""Figures of regret and of agreements in negotiation (Figures 6 and 7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from gtarena import games
from gtarena.reports.figures.dot_plots import ONLY, DotPanel, Plot, Scale
from gtarena.reports.sections import Figure
from gtarena.suites.gtbench.comparisons import models_of
from gtarena.suites.gtbench.duel_means import means_by_duel
from gtarena.suites.gtbench.figures import divisions
from gtarena.suites.gtbench.figures.advantage import dot, game_title
from gtarena.suites.gtbench.figures.divisions import Point, Side
from gtarena.suites.gtbench.scores import frontier, instance
from gtarena.suites.gtbench.taxonomy import taxonomy_order

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure as Drawing

FIXED_POOL = "negotiation"  # the label of the game with the same pool in all matches


def figures(measured: pd.DataFrame) -> Iterator[Figure]:
    """Yields the regret in each game that defines it, and the agreements in each setting of negotiation."""
    for game, heading, plot in _regrets(measured):
        yield Figure(f"regret {game}", heading, plot.draw)
    for game in sorted(set(measured.loc[measured["metric"] == "agreement", "game"])):
        negotiated = measured[measured["game"] == game]
        agents = models_of(negotiated) or sorted(set(negotiated["who"]))
        shown = negotiated[negotiated["who"].isin(agents)]
        yield Figure(f"agreements {game}", f"Agreements in {game_title(game)}", partial(_agreements, shown))


def _regrets(measured: pd.DataFrame) -> Iterator[tuple[str, str, Plot]]:
    """Yields the name, heading and plot of each game, with a panel per opponent."""
    estimates = means_by_duel(measured, "regret")
    models = models_of(measured)
    for game in sorted({game for game, _, _ in estimates}, key=taxonomy_order):
        dots = {(who, opponent): dot(estimate) for (name, who, opponent), estimate in estimates.items() if name == game}
        agents = sorted({who for who, _ in dots}, key=lambda who: (who not in models, who))
        panels = [DotPanel(f"against {opponent}", {(who, ONLY): dots[who, opponent] for who in agents
                                                   if (who, opponent) in dots}) for opponent in agents]
        scale = Scale("mean regret", (0, max(end for each in dots.values() for end in each.shown) or 1))
        yield game, f"Mean regret in {game_title(game)}, with 95 % intervals", Plot(scale, [panels], agents)


def _agreements(measured: pd.DataFrame) -> Drawing:
    """Draws a panel per agent: its agreements in either seat, and the frontier if all matches divide the same pool."""
    efficient = _efficient() if set(measured["game"]) == {FIXED_POOL} else {}
    sides: dict[str, dict[int, Side]] = {who: {} for who in sorted(set(measured["who"]))}
    for who, by_seat in sides.items():
        of_agent = measured[measured["who"] == who]
        for seat in sorted(set(of_agent["seat"])):
            by_seat[seat] = _side(of_agent[of_agent["seat"] == seat], efficient.get(seat, ()))
    return divisions.draw(sides)


def _side(measured: pd.DataFrame, efficient: Sequence[Point]) -> Side:
    values = {metric: list(rows["value"]) for metric, rows in measured.groupby("metric")}
    agreed = zip(*(values.get(metric, []) for metric in ("own_value", "opponent_value")), strict=True)
    return Side(Counter(agreed), len(values["agreement"]), efficient)


def _efficient() -> dict[int, list[Point]]:
    """Returns the frontier of the fixed instance by seat, with the value of that seat first."""
    state = games.load(FIXED_POOL, {}).new_initial_state()
    state.apply_action(state.legal_actions()[0])
    points = frontier(instance(state)).tolist()
    return {0: [(own, other) for own, other in points], 1: [(own, other) for other, own in points]}
