import math

import pytest

from gtarena.metrics.sweeps import ScoreSweep, SweepLine, SweepPoint
from gtarena.reports.figures import sweep_lines
from gtarena.reports.sections import Figure
from tests.support.drawn_figures import drawn


def axes_of(values, scores=None, rates=None, low=-0.1, high=0.1):
    scores, rates = scores or [0.0] * len(values), rates or [math.nan] * len(values)
    points = tuple(SweepPoint(value, score, score + low, score + high, 2, rate, 0.0)
                   for value, score, rate in zip(values, scores, rates, strict=True))
    line = SweepLine("nim", "NRA", "a", (), points)
    return drawn(Figure("f", "f", lambda: sweep_lines.draw(
        ScoreSweep("temperature", tuple(values), (line,)), [line], ["nim"]))).axes


@pytest.mark.parametrize(("low", "high"), [(-0.1, 0.1), (-3, 2)])
def test_intervals_are_inside_the_panel(low, high):
    bottom, top = axes_of(["0", "1"], [0.5, 1.0], low=low, high=high)[0].get_ylim()
    assert bottom <= 0.5 + low
    assert top >= 1 + high


def test_numbers_stand_at_their_distances_and_words_side_by_side_and_failures_have_a_panel_if_there_are_any():
    assert axes_of(["0", "0.5", "2"])[0].lines[0].get_xdata().tolist() == [0, 0.5, 2]
    assert axes_of(["v1", "v2", "x"])[0].lines[0].get_xdata().tolist() == [0, 1, 2]
    assert axes_of(["1", "10", "100"])[0].get_xscale() == "log"
    assert axes_of(["0", "10", "100"])[0].get_xscale() == "linear"
    assert [len(axes_of(["0", "1"], rates=rates)) for rates in (None, [0.0, 0.0], [0.0, 0.2])] == [1, 1, 2]
    assert axes_of(["0", "1"], rates=[0.0, 0.2])[1].lines[0].get_ydata().tolist() == [0, 20]
    assert axes_of(["0", "1"])[0].get_xlabel() == "temperature"
