import pytest

from gtarena.reports.figures import style
from gtarena.reports.figures.dot_plots import ONLY, Dot, DotPanel, Plot, Scale

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


def test_a_plot_without_any_dot_is_empty():
    assert Plot(SCALE, [[panel("x")], []], ROWS).empty
    assert not Plot(SCALE, [[panel("x"), panel("y", "a")]], ROWS).empty


def test_dots_stand_at_their_values_with_their_intervals_in_the_order_of_the_rows():
    dots = {("b", ONLY): Dot(0.5, -0.25, 0.75), ("a", ONLY): Dot(-1, -1, -1)}
    (axes,) = Plot(SCALE, [[DotPanel("nim", dots)]], ROWS).draw().axes
    assert list(zip(*axes.lines[1].get_data(), strict=True)) == [(-1, 0), (0.5, 1)]
    (intervals,) = axes.collections
    assert [segment.tolist() for segment in intervals.get_segments()] == [[[-1, 0], [-1, 0]], [[-0.25, 1], [0.75, 1]]]
    assert axes.get_xticks().tolist() == [-1, 0, 1]


def test_rows_and_panels_without_dots_are_not_drawn():
    drawing = Plot(SCALE, [[panel("x", "c"), panel("empty")], [panel("y", "a")]], ROWS).draw()
    assert titles(drawing) == ["x", "y"]
    assert labels(drawing.axes[0]) == ["a", "c"]


def test_every_block_begins_a_line_and_rows_are_labelled_at_its_left():
    drawing = Plot(SCALE, [[panel("x", "a"), panel("y", "a")], [panel("z", "a")]], ROWS).draw()
    tops = [axes.get_position().y1 for axes in drawing.axes]
    assert tops[0] == tops[1] > tops[2]
    assert [labels(axes) for axes in drawing.axes] == [["a"], [""], ["a"]]


def test_a_block_of_more_than_seven_panels_goes_on_in_the_next_line():
    drawing = Plot(SCALE, [[panel(str(number), "a") for number in range(9)]], ROWS).draw()
    tops = [axes.get_position().y1 for axes in drawing.axes]
    assert (len(set(tops[:7])), len(set(tops[7:]))) == (1, 1)
    assert tops[6] > tops[7]


def test_series_of_a_row_stand_around_its_middle_and_look_the_same_in_all_panels():
    both = DotPanel("x", {("a", "s"): Dot(0, 0, 0), ("a", "t"): Dot(1, 1, 1)})
    drawing = Plot(SCALE, [[both, panel("y", "a", series="t")]], ROWS, ["s", "t"], "agent").draw()
    left, right = drawing.axes
    assert heights(left, 0) == [pytest.approx(-0.1875)]  # dots take 0.15 of the 0.4 inches of a row each
    assert heights(left, 1) == heights(right) == [pytest.approx(0.1875)]
    assert left.lines[2].get_color() == right.lines[1].get_color() != left.lines[1].get_color()
    (legend,) = drawing.legends
    assert [text.get_text() for text in legend.get_texts()] == ["s", "t"]
    assert legend.get_title().get_text() == "agent"


def test_one_series_has_no_legend():
    assert Plot(SCALE, [[panel("x", "a")]], ROWS).draw().legends == []


def test_a_scale_without_ticks_has_few_of_them_within_its_bounds():
    (axes,) = Plot(Scale("regret", (0, 9)), [[panel("x", "a")]], ROWS).draw().axes
    assert axes.get_xlim() == pytest.approx((-9 * style.MARGIN, 9 + 9 * style.MARGIN))
    assert 2 <= len(axes.get_xticks()) <= 6
