from math import nan, tau

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg

from gtarena.reports.figures import bars, radar, style
from gtarena.reports.figures.dot_plots import Dot
from gtarena.reports.figures.radar import Panel
from tests.support.drawn_figures import texts


def plot_bars(*given):
    axes = style.canvas(4, 3).add_subplot()
    bars.grouped(axes, *given)
    return axes


def plot_bars_with_line(*given):
    axes = style.canvas(4, 3).add_subplot()
    bars.with_line(axes, *given, ("area", "win rate"))
    return axes


def numbers(axes):
    return [text.get_text() for text in axes.texts]


def test_bars_of_a_group_stand_side_by_side_with_intervals_in_hatchings_of_their_series():
    series = {"x": {"a": Dot(10, 5, 20), "b": Dot(0, 0, 0)}, "y": {"b": Dot(30, 25, 40)}}
    axes = plot_bars(["a", "b"], series, "per cent", (0, 100))
    assert [(round(bar.get_x() + bar.get_width() / 2, 2), bar.get_height()) for bar in axes.patches] == [
        (-0.2, 10), (0.8, 0), (1.2, 30)]
    ends = [segment.tolist() for lines in axes.collections for segment in lines.get_segments()]
    assert [[round(y) for _, y in segment] for segment in ends] == [[5, 20], [0, 0], [25, 40]]
    assert numbers(axes) == ["10", "0", "30"]  # so that a bar of height 0 is told from none
    assert (axes.get_legend_handles_labels()[1], axes.get_ylim()) == (["x", "y"], pytest.approx((0, 106)))
    assert [label.get_text() for label in axes.get_xticklabels()] == ["a", "b"]
    axes = plot_bars(["a"], {name: {"a": Dot(1, 1, 1)} for name in "xyz"}, "", (0, 1))
    assert len({bar.get_hatch() for bar in axes.patches}) == 3
    light = [sum(bar.get_facecolor()[:3]) for bar in axes.patches]
    assert light == sorted(light, reverse=True)
    axes = plot_bars(["a"], {"x": {}, "y": {"a": Dot(1, 1, 1)}}, "", (0, 1))
    assert axes.get_legend_handles_labels()[1] == ["y"]


def test_sizes_are_bars_with_their_numbers_and_rates_a_line_on_a_second_axis_also_of_one_agent_or_none():
    axes = plot_bars_with_line(["a", "b", "c"], [12901.4, nan, 0], [62.1, 50, nan])
    assert [(round(bar.get_x() + bar.get_width() / 2), bar.get_height()) for bar in axes.patches] == [
        (0, 12901.4), (2, 0)]
    assert numbers(axes) == ["12,901", "0"]
    _, second = axes.figure.axes
    (line,) = second.lines
    assert line.get_ydata() == pytest.approx([62.1, 50, nan], nan_ok=True)
    assert (second.get_ylim(), second.get_ylabel(), axes.get_ylim()[0]) == ((0, 100), "win rate", 0)
    axes = plot_bars_with_line(["a"], [1], [1])
    low, high = axes.get_xlim()
    assert low + high == pytest.approx(0)
    assert axes.patches[0].get_width() < (high - low) / 5
    axes = plot_bars_with_line(["a"], [nan], [nan])
    assert not axes.patches


CORNERS = ["up", "right", "down", "left"]


def chart(polygons, corners=CORNERS):
    drawing = style.canvas(4, 4)
    axes = radar.chart(drawing, drawing.add_gridspec(1, 1)[0], Panel(polygons, corners))
    FigureCanvasAgg(drawing).draw()
    return axes


def lines(axes):
    return {line.get_label(): line for line in axes.lines if not line.get_label().startswith("_")}


@pytest.mark.parametrize(("highest", "end"), [(30, 100), (100, 100), (100.1, 120), (160, 160)])
def test_axes_end_at_100_per_cent_or_at_a_ring_beyond_the_largest_value(highest, end):
    axes = chart({"a": [highest, nan, 0, 0]})
    assert (axes.get_ylim(), list(axes.get_yticks())) == ((0, end), list(range(20, end + 1, 20)))


def test_polygons_go_clockwise_from_the_top_with_gaps_and_differ_without_colours_in_panels_of_pairs():
    axes = chart({"a": [10, 20, 30, 40]})
    line = lines(axes)["a"]
    assert line.get_ydata().tolist() == [10, 20, 30, 40, 10]
    assert line.get_xdata() == pytest.approx([0, tau / 4, tau / 2, tau * 3 / 4, 0])
    assert [label.get_text() for label in axes.get_xticklabels()] == CORNERS
    places = axes.transData.transform(list(zip(line.get_xdata(), line.get_ydata(), strict=True))) - (
        axes.transData.transform((0, 0)))
    up, right, down, left = places[:4]
    assert up[1] > 0 > down[1]
    assert right[0] > 0 > left[0]
    axes = chart({"a": [10, nan, 30, 40]})
    assert lines(axes)["a"].get_ydata() == pytest.approx([10, nan, 30, 40, 10], nan_ok=True)
    assert not axes.patches
    pair = {"a": [1, 2, 3, 4], "b": [4, 3, 2, 1]}
    assert len(chart(pair).patches) == 2
    assert not chart(pair | {"c": [1, 1, 1, 1]}).patches
    drawn = lines(chart({f"n{number}": [number] * 4 for number in range(14)})).values()
    assert len({(line.get_marker(), str(line._unscaled_dash_pattern)) for line in drawn}) == 14
    panels = [Panel({f"{number}": [1, 2, 3, 4], f"{number} with": [2, 3, 4, 5]}, CORNERS) for number in range(5)]
    drawing = radar.grid(panels, "a note")
    FigureCanvasAgg(drawing).draw()
    assert [texts(axes.get_legend()) for axes in drawing.axes] == [[f"{n}", f"{n} with"] for n in range(5)]
    assert drawing.get_supxlabel() == "a note"
    tops = np.round([axes.get_position().y1 for axes in drawing.axes], 2)
    assert tops[0] == tops[2] > tops[3] == tops[4]
