from math import nan, tau

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg

from gtarena.reports.figures import radar, style
from gtarena.reports.figures.radar import Panel
from tests.support.drawn_figures import imports_matplotlib, texts

CORNERS = ["up", "right", "down", "left"]


def chart(polygons, corners=CORNERS):
    drawing = style.canvas(4, 4)
    axes = radar.chart(drawing, drawing.add_gridspec(1, 1)[0], Panel(polygons, corners))
    FigureCanvasAgg(drawing).draw()
    return axes


def lines(axes):
    return {line.get_label(): line for line in axes.lines if not line.get_label().startswith("_")}


def test_importing_radar_charts_does_not_import_matplotlib():
    assert not imports_matplotlib("gtarena.reports.figures.radar")


def test_the_corners_of_a_polygon_are_its_values_clockwise_from_the_top_and_it_is_closed():
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


def test_a_missing_value_leaves_a_gap_and_no_filled_area():
    axes = chart({"a": [10, nan, 30, 40]})
    assert lines(axes)["a"].get_ydata() == pytest.approx([10, nan, 30, 40, 10], nan_ok=True)
    assert not axes.patches


def test_two_polygons_are_filled_and_three_are_not():
    pair = {"a": [1, 2, 3, 4], "b": [4, 3, 2, 1]}
    assert len(chart(pair).patches) == 2
    assert not chart(pair | {"c": [1, 1, 1, 1]}).patches


@pytest.mark.parametrize(("highest", "end"), [(30, 100), (100, 100), (100.1, 120), (160, 160)])
def test_axes_end_at_100_per_cent_or_at_a_ring_beyond_the_largest_value(highest, end):
    axes = chart({"a": [highest, nan, 0, 0]})
    assert axes.get_ylim() == (0, end)
    assert list(axes.get_yticks()) == list(range(20, end + 1, 20))


def test_fourteen_polygons_differ_in_marks_and_lines_without_their_colours():
    drawn = lines(chart({f"n{number}": [number] * 4 for number in range(14)})).values()
    assert len({(line.get_marker(), str(line._unscaled_dash_pattern)) for line in drawn}) == 14


def test_a_grid_has_a_panel_with_a_legend_for_each_pair_and_one_note():
    panels = [Panel({f"{number}": [1, 2, 3, 4], f"{number} with": [2, 3, 4, 5]}, CORNERS) for number in range(5)]
    drawing = radar.grid(panels, "a note")
    FigureCanvasAgg(drawing).draw()
    assert [texts(axes.get_legend()) for axes in drawing.axes] == [[f"{n}", f"{n} with"] for n in range(5)]
    assert drawing.get_supxlabel() == "a note"
    tops = np.round([axes.get_position().y1 for axes in drawing.axes], 2)
    assert tops[0] == tops[2] > tops[3] == tops[4]
