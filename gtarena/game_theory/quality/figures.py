"""Curves of regret: the share of an agent's decisions that give away more than so much."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from gtarena.game_theory.quality.match_quality import Quality
from gtarena.game_theory.quality.regret import Judged
from gtarena.reports.figures import style
from gtarena.reports.sections import Figure
from gtarena.reports.tables import stem_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Drawing


def quality_figures(quality: Quality) -> list[Figure]:
    """Returns a figure of every game."""
    by_game = {game: [each for each in quality.judged if each.game == game]
               for game in dict.fromkeys(each.game for each in quality.judged)}
    return [Figure(f"regrets_{stem_of(game)}", f"{game}: share of decisions that give away more than so much",
                   lambda judged=judged: draw(judged))  # type: ignore[misc]
            for game, judged in by_game.items()]


def draw(judged: Sequence[Judged]) -> Drawing:
    """Draws, for each agent, the share of its decisions whose regret is above each number."""
    from matplotlib.ticker import MaxNLocator

    agents = list(dict.fromkeys(each.agent for each in judged))
    drawing = style.canvas(4.6, 3.0)
    axes = drawing.add_subplot()
    style.line_panel(axes, "decisions with more regret, %")
    most = max(each.regret.value for each in judged)
    for agent, look, label in zip(agents, style.line_styles(agents), style.labels(agents), strict=True):
        regrets = np.array([each.regret.value for each in judged if each.agent == agent])
        steps = np.unique([0.0, *regrets[regrets > 0], most])
        shares = [100 * np.mean(regrets > step) for step in steps]
        axes.step(steps, shares, where="post", linewidth=1.3, label=label, **look)
    axes.set_ylim(bottom=0)
    axes.xaxis.set_major_locator(MaxNLocator(nbins=6))
    axes.set_xlabel("regret, in units of the return", fontsize=style.SMALL)
    style.legend(drawing, style.legend_handles(drawing))
    return drawing

