from math import nan

import pytest

from tests.support.drawn_figures import drawn, panels, row_names, texts, values
from tests.support.econ_arena_runs import M, N, among_rational, titled

DEVIATION = "Deviation from equilibrium in Beauty Contest (rational)"
HISTORY = "Mean deviation with and without a history in Beauty Contest (rational), with 95 % intervals"


def deviations(*rows):
    return drawn(titled(*rows)[DEVIATION])


def test_a_distribution_has_all_runs_and_its_mean():
    drawing = deviations(*(among_rational(f"{number}", deviation=value)
                           for number, value in enumerate((0, 0, 0, 0.9))))
    (axes,) = drawing.axes
    bars = [bar for bar in axes.patches if bar.get_height() > 0]
    assert [round(bar.get_x(), 2) for bar in bars] == [0, 0.87]  # the first and the last of thirty bins
    assert [bar.get_height() for bar in bars] == pytest.approx([0.8, 0.8 / 3])  # a row is 1 high
    assert [bar.get_y() + bar.get_height() / 2 for bar in bars] == pytest.approx([0, 0])
    assert axes.lines[0].get_xdata() == pytest.approx([0.225])


def test_equilibrium_play_is_a_distribution_without_width():
    (axes,) = deviations(among_rational("1"), among_rational("2")).axes
    assert axes.lines[0].get_xdata().tolist() == [0]


def test_told_or_not_and_histories_have_panels_of_one_scale():
    drawing = deviations(among_rational("1", deviation=0.1), among_rational("2", told="", deviation=0.8),
                         among_rational("3", history="choices", deviation=0.2))
    assert list(panels(drawing)) == [
        "no history", "others said to be rational, no history", "others said to be rational, choices told"]
    assert len({axes.get_xlim() for axes in drawing.axes}) == 1


def test_runs_that_broke_the_rules_are_in_no_distribution_and_neither_is_one_who_always_did():
    drawing = deviations(among_rational("1", deviation=0.4), among_rational("2", deviation=nan),
                         among_rational("3", N, deviation=nan))
    assert row_names(drawing) == [M]
    assert drawing.axes[0].lines[0].get_xdata().tolist() == [0.4]


def test_deviation_with_a_history_stands_beside_that_without_one():
    rows = [among_rational("1", deviation=0.8), among_rational("2", history="choices", deviation=0.1),
            among_rational("2", history="choices", run=2, deviation=0.3)]
    drawing = drawn(titled(*rows)[HISTORY])
    assert texts(*drawing.legends) == ["no history", "choices told"]
    assert values(drawing, "others said to be rational", 0) == {M: 0.8}
    assert values(drawing, "others said to be rational", 1) == pytest.approx({M: 0.2})


def test_histories_are_compared_by_what_the_prompt_says_about_the_others():
    rows = [among_rational(f"{told} {history}", told=told, history=history)
            for told in ("", "rational") for history in ("none", "choices")]
    drawing = drawn(titled(*rows)[HISTORY])
    assert list(panels(drawing)) == ["nothing said about the others", "others said to be rational"]


def test_without_a_history_there_is_nothing_to_compare():
    assert HISTORY not in titled(among_rational("1"), among_rational("2"))
