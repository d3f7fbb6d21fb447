"""Figures of play against a fixed strategy (Figure 12)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from gtarena.reports.figures import style
from gtarena.reports.sections import Figure
from gtarena.suites.gamma_bench.results import MatchResult, is_fixed, with_usual_settings
from gtarena.suites.gamma_bench.scores import Choices
from gtarena.suites.gamma_bench.series import CHOICES, mean_by_round

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Drawing


@dataclass(frozen=True)
class StrategyPanel:
    """Matches against the same fixed strategies, and matches of the other players alone."""

    title: str
    game: str
    mixed: Sequence[MatchResult]
    alone: Sequence[MatchResult]


def figures(results: Sequence[MatchResult]) -> Iterator[Figure]:
    """Yields a figure for each group of players that met fixed strategies."""
    panels: dict[str, dict[tuple[str, str], list[MatchResult]]] = defaultdict(lambda: defaultdict(list))
    for result in results:
        fixed = [agent for agent in result.agents if is_fixed(agent)]
        if result.game in CHOICES and result.against_fixed:
            panels[other_players(result)][result.game, _title(result, fixed)].append(result)
    for who, groups in panels.items():
        drawn = [StrategyPanel(title, game, mixed, _alone(mixed[0], results))
                 for (game, title), mixed in groups.items()]
        yield Figure(f"fixed strategies {who}", f"Play against fixed strategies, {who}", partial(draw, drawn))


def other_players(result: MatchResult) -> str:
    """Returns the part of ``result.who`` without the fixed strategies."""
    parts = result.who.split(" + ")
    return " + ".join(part for part in parts if not is_fixed(part.rpartition(" x ")[2]))


def draw(panels: Sequence[StrategyPanel]) -> Drawing:
    """Draws a cell per game and fixed strategy: its choices, the others' mean, and their mean when they play alone."""
    drawing, stacks = style.cells([1] * len(panels), width=3.2)
    for (axes,), panel in zip(stacks, panels, strict=True):
        style.caption([axes], panel.title)
        style.line_panel(axes, CHOICES[panel.game].label, CHOICES[panel.game].bounds)
        for name, values, look in _lines(panel):
            style.line(axes, mean_by_round(values), name, **look)
    style.legend(drawing, style.legend_handles(drawing))
    return drawing


def _lines(panel: StrategyPanel) -> Iterator[tuple[str, list[Choices], Mapping[str, str]]]:
    free = [_mean(result, [not is_fixed(agent) for agent in result.agents]) for result in panel.mixed]
    fixed = [_mean(result, [is_fixed(agent) for agent in result.agents]) for result in panel.mixed]
    alone = [_mean(result, [True] * len(result.agents)) for result in panel.alone]
    yield "mean of the other players", free, {"color": style.BLUE}
    yield "fixed strategy", fixed, {"color": style.RED, "linestyle": "--"}
    if alone:
        yield "mean without the fixed strategy", alone, {"color": style.GREY}


def _mean(result: MatchResult, seats: Sequence[bool]) -> Choices:
    """Returns the mean choice of these seats in every round."""
    return np.array(CHOICES[result.game].values(result.match)[:, np.array(seats)].mean(axis=1))


def _alone(mixed: MatchResult, results: Sequence[MatchResult]) -> list[MatchResult]:
    """Returns the matches with the usual settings in which the others of this match had all seats."""
    free = sum(not is_fixed(agent) for agent in mixed.agents)
    return [
        result for result in with_usual_settings(results)
        if result.game == mixed.game and result.variant == mixed.variant
        and other_players(mixed) == (f"{free} x {result.who}" if free > 1 else result.who)]


def _title(result: MatchResult, fixed: Sequence[str]) -> str:
    changed = ", ".join(f"{name}={value}" for name, value in result.variant.items())
    words = " + ".join(style.labels(sorted(set(fixed))))
    return f"{result.match.rules.facts.long_name}{f' ({changed})' if changed else ''}, {words}"
