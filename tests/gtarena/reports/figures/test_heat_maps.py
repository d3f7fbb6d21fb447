import io

import numpy as np
import pytest
from matplotlib.colors import to_hex

from gtarena.reports.figures.heat_maps import HeatMap, Shades, draw

SHADES = Shades("rate", "Blues", 0, 1)
CELLS = {("a", "x"): (0.25, "25%"), ("b", "y"): (1.0, "100%")}


def written(axes):
    """The annotations by row and column."""
    return {(round(text.get_position()[1]), round(text.get_position()[0])): text.get_text() for text in axes.texts}


def labels(axes):
    return [label.get_text() for label in axes.get_yticklabels()]


def legend(drawing):
    return [text.get_text() for found in drawing.legends for text in found.get_texts()]


@pytest.mark.parametrize(("maps", "lines"), [(6, 1), (7, 2)])
def test_maps_go_on_in_another_line_when_they_get_too_wide(maps, lines):
    # With labels of one letter, six maps of 1.9 inches fit into 12 inches.
    drawing = draw([HeatMap(str(number), CELLS) for number in range(maps)], ["a", "b"], ["x", "y"], SHADES)
    panels = drawing.axes[:maps]
    assert len({axes.get_subplotspec().rowspan.start for axes in panels}) == lines
    named = [axes for axes in panels if labels(axes) == ["a", "b"]]
    assert [axes.get_subplotspec().colspan.start for axes in named] == [0] * lines


def counts(number):
    """A drawing of a matrix of counts, as of matches."""
    names = [f"agent {place}" for place in range(4)]
    cells = {(row, column): (number, str(number)) for row in names for column in names if row != column}
    return draw([HeatMap("", cells)], names, names, Shades("matches", "Blues", 0, number))


def test_maps_show_annotated_values_and_name_their_columns_by_numbers_a_legend_or_ticks():
    drawing = draw([HeatMap("t", {("a", "b"): (0, "0")})], ["a", "b"], ["b", "a"], SHADES)
    assert (labels(drawing.axes[0]), legend(drawing)) == (["a  2", "b  1"], [])
    drawing = draw([HeatMap("t", CELLS)], ["a", "b"], ["x", "y"], SHADES)
    assert labels(drawing.axes[0]) == ["a", "b"]
    assert [label.get_text() for label in drawing.axes[0].get_xticklabels()] == ["1", "2"]
    assert legend(drawing) == ["x", "y"]
    assert [handle.get_marker() for handle in drawing.legends[0].legend_handles] == ["$1$", "$2$"]
    drawing = draw([HeatMap("t", CELLS)], ["a", "x"], ["x", "y"], SHADES, ["X", "$Y$"])
    assert [label.get_text() for label in drawing.axes[0].get_xticklabels()] == ["X", r"\$Y\$"]
    assert (labels(drawing.axes[0]), legend(drawing)) == (["a", "x"], [])
    axes, bar = draw([HeatMap("errors", CELLS)], ["a", "b"], ["x", "y"], SHADES).axes
    values = axes.collections[0].get_array()
    assert (values.mask.tolist(), values[0, 0], values[1, 1]) == ([[False, True], [True, False]], 0.25, 1.0)
    assert (written(axes), axes.collections[0].get_clim()) == ({(0, 0): "25%", (1, 1): "100%"}, (0, 1))
    assert (axes.get_title(loc="left"), bar.get_ylabel()) == ("errors", "rate")
    axes = draw([HeatMap("errors", CELLS)], ["a", "b"], ["x", "y"], SHADES).axes[0]
    assert [to_hex(text.get_color()) for text in axes.texts] == ["#000000", "#ffffff"]
    axes, *_ = draw([HeatMap("t", CELLS)], ["a", "b"], ["x", "y"], SHADES).axes
    assert axes.patch.get_hatch() == "////"
    (image,) = axes.collections
    assert image.to_rgba(np.ma.masked_invalid([[np.nan, 0.0]]))[0, :, 3].tolist() == [0, 1]
    axes = draw([HeatMap("t", {("a", "x"): (0.0, "0%")})], ["a"], ["x", "y"], SHADES).axes[0]
    image = axes.collections[0]
    colours = image.to_rgba(image.get_array())
    assert written(axes) == {(0, 0): "0%"}
    assert not np.array_equal(colours[0, 0], colours[0, 1])
    drawing = counts(18)  # with ticks at 2.5, 5, ... it was outside
    drawing.savefig(io.BytesIO())
    assert drawing.get_tightbbox().x1 < drawing.get_figwidth()


@pytest.mark.parametrize(("number", "ticks"), [(2, [0, 1, 2]), (18, [0, 3, 6, 9, 12, 15, 18])])
def test_colour_bars_of_counts_have_whole_numbers_and_those_of_shares_ticks_between_0_and_1(number, ticks):
    bar = counts(number).axes[-1]
    assert [tick for tick in bar.get_yticks() if tick <= number] == ticks
    bar = draw([HeatMap("t", CELLS)], ["a", "b"], ["x", "y"], SHADES).axes[-1]
    assert bar.get_yticks() == pytest.approx([0, 0.2, 0.4, 0.6, 0.8, 1])
