from math import inf, nan

import pytest

from gtarena.reports.figures import style
from gtarena.reports.figures.dot_plots import ONLY, Dot, DotPanel, Plot, Scale
from gtarena.reports.figures.violins import draw

SCALE = Scale("NRA", (-1, 1), (-1, 0, 1))
ROWS = ["a", "b", "c"]


def panel(title, *dots, series=ONLY):
    """A panel with a dot of the same value, from 0 to 1, in each of these rows."""
    return DotPanel(title, {(row, series): Dot(0.5, 0, 1) for row in dots})


def titles(drawing):
    return [axes.get_title(loc="left") for axes in drawing.axes]


def labels(axes):
    return [label.get_text() for label in axes.get_yticklabels()]


def heights(axes, series=0):
    """Returns the positions of a series' dots; the first line of a panel marks 0."""
    return axes.lines[series + 1].get_ydata().tolist()


def test_dots_stand_at_their_values_with_their_intervals_and_what_has_none_is_not_drawn():
    dots = {("b", ONLY): Dot(0.5, -0.25, 0.75), ("a", ONLY): Dot(-1, -1, -1)}
    (axes,) = Plot(SCALE, [[DotPanel("nim", dots)]], ROWS).draw().axes
    assert list(zip(*axes.lines[1].get_data(), strict=True)) == [(-1, 0), (0.5, 1)]
    (intervals,) = axes.collections
    assert [segment.tolist() for segment in intervals.get_segments()] == [[[-1, 0], [-1, 0]], [[-0.25, 1], [0.75, 1]]]
    assert axes.get_xticks().tolist() == [-1, 0, 1]
    drawing = Plot(SCALE, [[panel("x", "c"), panel("empty")], [panel("y", "a")]], ROWS).draw()
    assert (titles(drawing), labels(drawing.axes[0])) == (["x", "y"], ["a", "c"])
    assert Plot(SCALE, [[panel("x")], []], ROWS).empty
    assert not Plot(SCALE, [[panel("x"), panel("y", "a")]], ROWS).empty


def test_open_ends_have_arrows_at_the_edge_and_what_has_no_estimate_a_hollow_mark_at_its_place_with_a_note():
    dots = {("a", ONLY): Dot(nan, 0.2, inf, 0.6), ("b", ONLY): Dot(0.1, -inf, 0.5)}
    plot = Plot(SCALE, [[DotPanel("nim", dots)]], ROWS, note="hollow: unbeaten")
    drawing = plot.draw()
    (axes,) = drawing.axes
    left, right = axes.get_xlim()
    _, _, hollow, to_left, to_right = axes.lines
    assert [line.get_xydata().tolist() for line in (hollow, to_left, to_right)] == [
        [[0.6, 0]], [[left, 1]], [[right, 0]]]
    assert [line.get_marker() for line in (to_left, to_right)] == ["<", ">"]
    assert (hollow.get_markerfacecolor(), drawing.get_supxlabel()) == ("white", "hollow: unbeaten")


def test_every_block_begins_a_line_and_series_of_a_row_look_the_same_in_all_panels():
    drawing = Plot(SCALE, [[panel("x", "a"), panel("y", "a")], [panel("z", "a")]], ROWS).draw()
    tops = [axes.get_position().y1 for axes in drawing.axes]
    assert tops[0] == tops[1] > tops[2]
    assert [labels(axes) for axes in drawing.axes] == [["a"], [""], ["a"]]
    drawing = Plot(SCALE, [[panel(str(number), "a") for number in range(9)]], ROWS).draw()
    tops = [axes.get_position().y1 for axes in drawing.axes]
    assert (len(set(tops[:7])), len(set(tops[7:]))) == (1, 1)
    assert tops[6] > tops[7]
    both = DotPanel("x", {("a", "s"): Dot(0, 0, 0), ("a", "t"): Dot(1, 1, 1)})
    drawing = Plot(SCALE, [[both, panel("y", "a", series="t")]], ROWS, ["s", "t"], "agent").draw()
    left, right = drawing.axes
    assert heights(left, 0) == [pytest.approx(-0.1875)]  # dots take 0.15 of the 0.4 inches of a row each
    assert heights(left, 1) == heights(right) == [pytest.approx(0.1875)]
    assert left.lines[2].get_color() == right.lines[1].get_color() != left.lines[1].get_color()
    (legend,) = drawing.legends
    assert [text.get_text() for text in legend.get_texts()] == ["s", "t"]
    assert legend.get_title().get_text() == "agent"
    assert Plot(SCALE, [[panel("x", "a")]], ROWS).draw().legends == []
    (axes,) = Plot(Scale("regret", (0, 9)), [[panel("x", "a")]], ROWS).draw().axes
    assert axes.get_xlim() == pytest.approx((-9 * style.MARGIN, 9 + 9 * style.MARGIN))
    assert 2 <= len(axes.get_xticks()) <= 6


def bars(axes):
    """The bins of a panel as ``(left, right, middle, thickness)``, without the empty ones."""
    return [(bar.get_x(), bar.get_x() + bar.get_width(), bar.get_y() + bar.get_height() / 2, bar.get_height())
            for bar in axes.patches if bar.get_height()]


def test_violins_are_as_thick_as_values_are_frequent_with_a_mark_at_the_mean_and_one_scale_for_all_panels():
    (axes,) = draw({"t": {"a": [0, 0, 0, 0, 3]}}, "deviation").axes
    often, once = bars(axes)
    assert often == pytest.approx((0, 0.1, 0, 0.8))  # 30 bins from 0 to 3; the thickest fills 0.8 of a row
    assert once == pytest.approx((2.9, 3, 0, 0.2))
    drawing = draw({"t": {"b": [0, 3], "a": [1, 1, 4]}}, "deviation")
    (axes,) = drawing.axes
    assert labels(axes) == ["a", "b"]
    assert [line.get_xydata().tolist() for line in axes.lines] == [[[2, 0]], [[1.5, 1]]]
    assert [text.get_text() for text in drawing.legends[0].get_texts()] == ["mean"]
    assert axes.get_xlabel() == "deviation"
    left, right = draw({"x": {"a": [1]}, "y": {"b": [5]}}, "deviation").axes
    assert left.get_xlim() == right.get_xlim() == pytest.approx((-5 * style.MARGIN, 5 + 5 * style.MARGIN))
    assert [labels(left), labels(right)] == [["a", "b"], ["", ""]]
    assert [middle for *_, middle, _ in bars(right)] == [1]
    assert (left.get_title(loc="left"), right.get_title(loc="left")) == ("x", "y")
    (axes,) = draw({"t": {"a": [0.0, 0.0]}}, "deviation").axes
    assert axes.get_xlim() == pytest.approx((-style.MARGIN, 1 + style.MARGIN))
    (axes,) = draw({"t": {"a": [-2.0, -1.0]}}, "deviation").axes
    assert axes.get_xlim() == pytest.approx((-2 - 2 * style.MARGIN, 2 * style.MARGIN))
