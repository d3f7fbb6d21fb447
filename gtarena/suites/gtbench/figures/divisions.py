"""Plots of agreements by the values to both sides, with the Pareto frontier."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING

from gtarena.reports.figures import style

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Drawing

ACROSS, PANEL = 4, 2.3  # panels side by side, inches
AREA, MOST = 16.0, 320.0  # square points: of one agreement, and the limit for the most frequent one
TITLE_WIDTH = 34  # letters
SIDES = (("first to move", style.BLUE, "o", style.LINES[2]), ("second to move", style.RED, "s", style.LINES[1]))

Point = tuple[float, float]  # own value, opponent's value


@dataclass(frozen=True)
class Side:
    """An agent's agreements in one seat with their frequency, its matches there, and the Pareto frontier.

    Points have the agent's own value first.
    """

    agreements: Mapping[Point, int]
    matches: int
    frontier: Sequence[Point]


def draw(agents: Mapping[str, Mapping[int, Side]]) -> Drawing:
    """Draws a panel per agent with its sides by seat, on common axes; areas of marks are proportional to frequency."""
    sides = [side for seats in agents.values() for side in seats.values()]
    most = max((count for side in sides for count in side.agreements.values()), default=1)
    area = min(AREA, MOST / most)
    lines = ceil(len(agents) / ACROSS)
    across = ceil(len(agents) / lines)
    drawing = style.canvas(max(PANEL * across, 4.5) + 0.3, (PANEL + 0.45) * lines + 0.6)
    panels = drawing.subplots(lines, across, squeeze=False, sharex=True, sharey=True)
    for axes in panels.flat[len(agents):]:
        axes.set_visible(False)
    for number, (axes, (name, seats)) in enumerate(zip(panels.flat, agents.items(), strict=False)):
        _panel(axes, seats, area)
        agreed = "\n".join(f"{SIDES[seat][0]}: {sum(side.agreements.values())} of {side.matches} agreed"
                           for seat, side in seats.items())
        axes.set_title(f"{style.heading(name, TITLE_WIDTH)}\n{agreed}", fontsize=style.SMALL, loc="left")
        if number % across == 0:
            axes.set_ylabel("opponent's value", fontsize=style.SMALL)
        if number + across >= len(agents):
            axes.set_xlabel("own value", fontsize=style.SMALL)
            axes.tick_params(labelbottom=True)
    style.legend(drawing, [*style.legend_handles(drawing), *_sizes(most, area)])
    return drawing


def _panel(axes: Axes, seats: Mapping[int, Side], area: float) -> None:
    for seat, side in seats.items():
        name, colour, marker, dashes = SIDES[seat]
        if side.frontier:
            axes.plot(*zip(*sorted(side.frontier), strict=True), color=colour, linewidth=0.8, linestyle=dashes,
                      marker=marker, markersize=2, label=f"Pareto frontier, {name}")
        if side.agreements:
            own, other = zip(*side.agreements, strict=True)
            sizes = [area * count for count in side.agreements.values()]
            axes.scatter(own, other, sizes, color=colour, marker=marker, alpha=0.65, linewidths=0, label=name, zorder=3)
    axes.grid(color=style.FAINT, linewidth=0.6)
    axes.set_axisbelow(True)
    axes.tick_params(labelsize=style.SMALL, color=style.GREY)
    axes.spines[["top", "right"]].set_visible(False)


def _sizes(most: int, area: float) -> Sequence[Artist]:
    """Returns the legend's marks for a single agreement and for the most frequent one."""
    from matplotlib.lines import Line2D

    return [Line2D([], [], linestyle="none", marker="o", color=style.GREY, markersize=(area * count) ** 0.5,
                   label=f"{count} agreement{'s' if count > 1 else ''}") for count in sorted({1, most})]
