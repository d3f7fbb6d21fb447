"""Figures of actions over the runs of a session (Figure 5)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from custom_games import GAMES
from gtarena.reports.figures import style
from gtarena.reports.sections import Figure
from gtarena.suites.econ_arena.situations import Situation, situations

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure as Drawing

PATH_LABEL = "(action − equilibrium) / bound or assets"


def figures(found: pd.DataFrame) -> Iterator[Figure]:
    """Yields a figure of all games for each environment and knowledge in which sessions have several runs."""
    stated = found.dropna(subset=["action", "equilibrium_action"])
    longer = stated[stated.groupby("match_id")["run"].transform("max") > 1]
    by_words: dict[str, list[tuple[Situation, pd.DataFrame]]] = {}
    for situation, rows in situations(longer):
        by_words.setdefault(f"{situation.environment}, {situation.knowledge()}", []).append((situation, rows))
    for words, parts in by_words.items():
        yield Figure(f"path {words}", f"Actions over the runs of a session ({words})", partial(_draw, parts))


def _draw(parts: list[tuple[Situation, pd.DataFrame]]) -> Drawing:
    """Draws a cell per game with a line per agent; 0 is the equilibrium."""
    whos = sorted(set().union(*(rows["who"] for _, rows in parts)))
    drawing, stacks = style.cells([1] * len(parts), width=3.2)
    for (axes,), (situation, rows) in zip(stacks, parts, strict=True):
        style.caption([axes], str(GAMES[situation.game].facts.long_name), "run")
        style.line_panel(axes, PATH_LABEL)
        axes.axhline(0, color=style.GREY, linewidth=0.8)
        by_agent = dict(list(rows.groupby("who")))
        looks = zip(whos, style.labels(whos), style.marker_styles(whos), style.line_styles(whos), strict=True)
        for who, name, mark, look in looks:
            if who in by_agent:
                style.line(axes, _by_run(by_agent[who]), name, **{**mark, **look})
    style.legend(drawing, style.legend_handles(drawing))
    return drawing


def _by_run(rows: pd.DataFrame) -> npt.NDArray[np.float64]:
    """Returns the mean distance from equilibrium in each run, NaN in a run without any valid action."""
    distances = (rows["action"] - rows["equilibrium_action"]) / rows["scale"]
    by_run = distances.groupby(rows["run"]).mean()
    return by_run.reindex(range(1, int(by_run.index.max()) + 1)).to_numpy(np.float64)
