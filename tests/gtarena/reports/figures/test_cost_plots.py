import math

from gtarena.metrics.match_costs import DOLLARS, CostsOfStrength, PricedAgent
from gtarena.reports.figures import cost_plots
from gtarena.reports.sections import Figure
from tests.support.drawn_figures import drawn


def axes_of(*agents):
    costs = CostsOfStrength("rating", DOLLARS, tuple(
        PricedAgent(name, price, 0.0, score, score - 0.1, score + 0.1, math.nan, efficient)
        for name, price, score, efficient in agents))
    drawing = drawn(Figure("f", "f", lambda: cost_plots.draw(costs)))
    return drawing, drawing.axes[0]


def test_efficient_agents_are_filled_and_few_of_many_named_on_an_axis_that_shows_0():
    drawing, axes = axes_of(("a", 1.0, 0.5, True), ("b", 2.0, 0.1, False))
    names = [text.get_text() for text in drawing.legends[0].get_texts()]
    assert names == ["Pareto front", "1  a *", "2  b"]
    fills = [line.get_markerfacecolor() for line in axes.lines if line.get_label().startswith(("1", "2"))]
    assert fills[0] != fills[1] == "white"
    assert axes_of(("a", 1.0, 0.5, True), ("b", 30.0, 0.9, True))[1].get_xscale() == "log"
    assert axes_of(("a", 0.0, 0.5, True), ("b", 1.0, 0.9, True), ("c", 30.0, 0.1, False))[1].get_xscale() == "symlog"
    assert axes_of(("a", 1.0, 0.5, True), ("b", 2.0, 0.9, True))[1].get_xscale() == "linear"
    drawing, _ = axes_of(*((f"agent{number}", number + 1.0, -number, number == 0) for number in range(50)))
    assert len(drawing.legends[0].get_texts()) == 1 + 20
    few, many = (axes_of(*((f"agent{number} {'model' * 8}", float(number), -number, False) for number in range(agents)),
                         ("best", 0.0, 1.0, True))[1] for agents in (2, 19))
    assert many.get_window_extent().height > 0.9 * few.get_window_extent().height
