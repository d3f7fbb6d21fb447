import pytest

from gtarena.reports.figures import style
from gtarena.reports.figures.violins import draw


def bars(axes):
    """The bins of a panel as ``(left, right, middle, thickness)``, without the empty ones."""
    return [(bar.get_x(), bar.get_x() + bar.get_width(), bar.get_y() + bar.get_height() / 2, bar.get_height())
            for bar in axes.patches if bar.get_height()]


def labels(axes):
    return [label.get_text() for label in axes.get_yticklabels()]


def test_a_violin_is_as_thick_as_its_values_are_frequent():
    (axes,) = draw({"t": {"a": [0, 0, 0, 0, 3]}}, "deviation").axes
    often, once = bars(axes)
    assert often == pytest.approx((0, 0.1, 0, 0.8))  # 30 bins from 0 to 3; the thickest fills 0.8 of a row
    assert once == pytest.approx((2.9, 3, 0, 0.2))


def test_a_mark_is_at_the_mean_of_every_row():
    drawing = draw({"t": {"b": [0, 3], "a": [1, 1, 4]}}, "deviation")
    (axes,) = drawing.axes
    assert labels(axes) == ["a", "b"]
    assert [line.get_xydata().tolist() for line in axes.lines] == [[[2, 0]], [[1.5, 1]]]
    assert [text.get_text() for text in drawing.legends[0].get_texts()] == ["mean"]
    assert axes.get_xlabel() == "deviation"


def test_panels_share_rows_and_scale_and_only_the_first_names_the_rows():
    left, right = draw({"x": {"a": [1]}, "y": {"b": [5]}}, "deviation").axes
    assert left.get_xlim() == right.get_xlim() == pytest.approx((-5 * style.MARGIN, 5 + 5 * style.MARGIN))
    assert [labels(left), labels(right)] == [["a", "b"], ["", ""]]
    assert [middle for *_, middle, _ in bars(right)] == [1]
    assert (left.get_title(loc="left"), right.get_title(loc="left")) == ("x", "y")


def test_values_of_0_alone_have_a_scale_too():
    (axes,) = draw({"t": {"a": [0.0, 0.0]}}, "deviation").axes
    assert axes.get_xlim() == pytest.approx((-style.MARGIN, 1 + style.MARGIN))


def test_values_below_0_are_shown():
    (axes,) = draw({"t": {"a": [-2.0, -1.0]}}, "deviation").axes
    assert axes.get_xlim() == pytest.approx((-2 - 2 * style.MARGIN, 2 * style.MARGIN))
