from math import nan

import pytest

from gtarena.reports.figures import bars, style
from gtarena.reports.figures.dot_plots import Dot
from tests.support.drawn_figures import imports_matplotlib


@pytest.fixture
def axes():
    return style.canvas(4, 3).add_subplot()


def numbers(axes):
    return [text.get_text() for text in axes.texts]


def test_importing_bars_does_not_import_matplotlib():
    assert not imports_matplotlib("gtarena.reports.figures.bars")


def test_bars_of_a_group_stand_beside_each_other_with_their_intervals(axes):
    series = {"x": {"a": Dot(10, 5, 20), "b": Dot(0, 0, 0)}, "y": {"b": Dot(30, 25, 40)}}
    bars.grouped(axes, ["a", "b"], series, "per cent", (0, 100))
    assert [(round(bar.get_x() + bar.get_width() / 2, 2), bar.get_height()) for bar in axes.patches] == [
        (-0.2, 10), (0.8, 0), (1.2, 30)]
    ends = [segment.tolist() for lines in axes.collections for segment in lines.get_segments()]
    assert [[round(y) for _, y in segment] for segment in ends] == [[5, 20], [0, 0], [25, 40]]
    assert numbers(axes) == ["10", "0", "30"]  # so that a bar of height 0 is told from none
    assert axes.get_legend_handles_labels()[1] == ["x", "y"]
    assert axes.get_ylim() == pytest.approx((0, 106))
    assert [label.get_text() for label in axes.get_xticklabels()] == ["a", "b"]


def test_series_differ_in_their_hatching_and_lightness(axes):
    bars.grouped(axes, ["a"], {name: {"a": Dot(1, 1, 1)} for name in "xyz"}, "", (0, 1))
    assert len({bar.get_hatch() for bar in axes.patches}) == 3
    light = [sum(bar.get_facecolor()[:3]) for bar in axes.patches]
    assert light == sorted(light, reverse=True)


def test_a_series_without_any_estimate_is_not_drawn(axes):
    bars.grouped(axes, ["a"], {"x": {}, "y": {"a": Dot(1, 1, 1)}}, "", (0, 1))
    assert axes.get_legend_handles_labels()[1] == ["y"]


def test_sizes_are_bars_with_their_numbers_and_rates_a_line_on_a_second_axis_from_0_to_100(axes):
    bars.with_line(axes, ["a", "b", "c"], [12901.4, nan, 0], [62.1, 50, nan], ("area", "win rate"))
    assert [(round(bar.get_x() + bar.get_width() / 2), bar.get_height()) for bar in axes.patches] == [
        (0, 12901.4), (2, 0)]
    assert numbers(axes) == ["12,901", "0"]
    _, second = axes.figure.axes
    (line,) = second.lines
    assert line.get_ydata() == pytest.approx([62.1, 50, nan], nan_ok=True)
    assert (second.get_ylim(), second.get_ylabel(), axes.get_ylim()[0]) == ((0, 100), "win rate", 0)


def test_a_single_bar_is_not_wider_than_a_fifth_of_the_drawing(axes):
    bars.with_line(axes, ["a"], [1], [1], ("area", "win rate"))
    low, high = axes.get_xlim()
    assert low + high == pytest.approx(0)
    assert axes.patches[0].get_width() < (high - low) / 5


def test_no_size_at_all_is_drawn(axes):
    bars.with_line(axes, ["a"], [nan], [nan], ("area", "win rate"))
    assert not axes.patches
