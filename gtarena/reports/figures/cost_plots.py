"""Scatter plot of strength against cost, with intervals, and a line through the agents that nobody beats at both."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from gtarena.metrics.match_costs import CostsOfStrength, PricedAgent
from gtarena.reports.figures import style

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Drawing

_WIDTH, _HEIGHT = 6.0, 3.8  # inches
_LOG = 20.0  # the ratio of the highest to the lowest cost from which the axis is logarithmic
_LEGEND_LINE = 0.17  # inches
_MOST_NAMED = 20  # agents; the others have grey dots
_FRONT = "Pareto front"


def draw(costs: CostsOfStrength) -> Drawing:
    """Draws a numbered marker for each agent, filled if it is efficient; the legend names the numbers.

    Of very many agents only the efficient and the strongest others have a number.
    """
    ranked = sorted(costs.agents, key=lambda agent: (not agent.efficient, -agent.score))
    named = [agent for agent in costs.agents if agent in ranked[:_MOST_NAMED]]
    lines = style.legend_lines([_FRONT, *style.labels([agent.name for agent in named])], _WIDTH)
    drawing = style.canvas(_WIDTH, _HEIGHT + _LEGEND_LINE * lines)
    axes = drawing.add_subplot()
    style.line_panel(axes, costs.score)
    prices = [costs.price(agent) for agent in costs.agents]
    front = [(costs.price(agent), agent.score) for agent in costs.agents if agent.efficient]
    rest = [agent for agent in costs.agents if agent not in named]
    axes.plot([costs.price(agent) for agent in rest], [agent.score for agent in rest], linestyle="none", marker=".",
              markersize=4, color=style.GREY, label="_")
    axes.step(*zip(*front, strict=True), where="post", color=style.GREY, linewidth=1.2, linestyle=style.LINES[1],
              label=_FRONT, zorder=1)
    _draw_named(axes, named, costs)
    positive = [price for price in prices if price > 0]
    if positive and max(positive) / min(positive) >= _LOG:
        # Agents without a model cost nothing, which a logarithm cannot show.
        axes.set_xscale("symlog", linthresh=min(positive)) if min(prices) == 0 else axes.set_xscale("log")
    else:
        from matplotlib.ticker import MaxNLocator

        axes.xaxis.set_major_locator(MaxNLocator(nbins=6))
    axes.set_xlabel(costs.unit, fontsize=style.SMALL)
    style.legend(drawing, style.legend_handles(drawing))
    return drawing


def _draw_named(axes: Axes, named: Sequence[PricedAgent], costs: CostsOfStrength) -> None:
    """Draws the agents that have a number, which stands to the right of one and to the left of the next above it."""
    names = [agent.name for agent in named]
    labels, looks = style.labels(names), style.marker_styles(names)
    upwards = sorted(named, key=lambda agent: (costs.price(agent), agent.score))
    for number, (agent, label, look) in enumerate(zip(named, labels, looks, strict=True), start=1):
        price, shown = costs.price(agent), f"{number}  {label}" + (" *" if agent.efficient else "")
        axes.vlines(price, agent.low, agent.high, color=look["color"], linewidth=1.2)
        axes.plot(price, agent.score, linestyle="none", markersize=6, label=shown,
                  markerfacecolor=look["color"] if agent.efficient else "white", **look)
        aside, side = ((-5, 4), "right") if upwards.index(agent) % 2 else ((5, 4), "left")
        axes.annotate(f"{number}", (price, agent.score), xytext=aside, textcoords="offset points", ha=side,
                      fontsize=style.SMALL)
