"""Reliability diagrams: for each stated probability, how often it came true."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from gtarena.game_theory.beliefs.calibration import Bin
from gtarena.reports.figures import style

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Drawing

_TITLE_LETTERS = 30
_LARGEST = 60.0  # square points of the mark of the bin with the most events
_SMALLEST = 6.0


def draw(agents: Mapping[str, Sequence[Bin]]) -> Drawing:
    """Draws a panel for each agent: a mark for each bin, the larger the more events it has, and the diagonal.

    Marks on the diagonal are calibrated. Below it, a stated probability was too high.
    """
    drawing, cells = style.cells([1] * len(agents))
    for (agent, bins), (axes,) in zip(agents.items(), cells, strict=True):
        style.line_panel(axes, "share that came true", (0, 1))
        style.caption([axes], style.heading(agent, _TITLE_LETTERS), "stated probability")
        axes.set_xlim(axes.get_ylim())
        axes.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0", "", "0.5", "", "1"])
        axes.plot([0, 1], [0, 1], color=style.GREY, linewidth=0.8, linestyle=style.LINES[1])
        most = max((each.events for each in bins), default=1)
        axes.plot([each.stated for each in bins], [each.observed for each in bins], color=style.BLUE, linewidth=1.0)
        axes.scatter([each.stated for each in bins], [each.observed for each in bins], color=style.BLUE,
                     s=[max(_SMALLEST, _LARGEST * each.events / most) for each in bins])
    return drawing
