"""Totals and their ranges, against values computed by hand."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import t as student

from gtarena.runs.estimates.extrapolation import Group, Total, extrapolated


def test_matches_left_are_expected_to_take_the_mean_of_their_group():
    found = extrapolated([Group("a", "", (8.0, 12.0), 8), Group("b", "", (100.0, 100.0), 1)])
    assert found.expected == pytest.approx(20 + 80 + 200 + 100)
    # Variances 0.08 and 0, weighted by 100^2 and 300^2: 0.008, with (1 + 9)^2 / (1 + 9^2) = 1.2195 degrees of freedom.
    # Matches left: 8 * 10^2 + 100^2 = 10800; means: 80^2 / 2 + 100^2 / 2 = 8200.
    quantile = float(student.ppf(0.975, 100 / 82))
    assert found.high - found.expected == pytest.approx(quantile * math.sqrt(0.008 * 19000), rel=1e-5)
    assert found.expected - found.low == pytest.approx(found.high - found.expected)


def test_a_combination_that_was_not_measured_is_the_product_of_its_effects():
    groups = [Group("a", "x", (10.0,), 0), Group("a", "y", (20.0,), 0), Group("b", "x", (30.0,), 0),
              Group("b", "y", (), 5)]
    assert extrapolated(groups).expected == pytest.approx(10 + 20 + 30 + 5 * 60, rel=1e-6)


def test_a_combination_that_no_path_of_measured_ones_leads_to_has_no_range():
    groups = [Group("a", "x", (10.0, 11.0), 0), Group("b", "y", (20.0, 24.0), 0), Group("a", "y", (), 5)]
    assert extrapolated(groups).low is None


def test_the_range_of_crossed_effects_holds_as_often_as_it_says():
    chance, held = np.random.default_rng(1), 0
    for _ in range(60):
        means = np.exp(chance.normal(0, 1, 8))[:, None] * np.exp(chance.normal(0, 1, 5))
        values = means[:, :, None] * chance.gamma(10, 0.1, (8, 5, 3))
        sizes = [[int((row + 2 * column) % 5 < 2) for column in range(5)] for row in range(8)]
        found = extrapolated([Group(str(row), str(column), tuple(values[row, column, :size]), 3 - size)
                              for row, listed in enumerate(sizes) for column, size in enumerate(listed)])
        held += found.low <= values.sum() <= found.high
    assert held >= 52


def test_no_end_of_the_range_is_below_what_is_already_measured():
    found = extrapolated([Group("a", "", (1.0, 9.0), 3)])
    assert found.low == 10


def test_one_match_does_not_tell_how_others_differ():
    assert extrapolated([Group("a", "", (10.0,), 2)]) == Total(30.0)


def test_a_run_that_is_complete_is_known():
    assert extrapolated([Group("a", "", (10.0, 12.0), 0)]) == Total(22.0, 22.0, 22.0)


def test_two_values_that_are_the_same_by_chance_have_the_spread_that_is_known_from_elsewhere():
    found = extrapolated([Group("a", "", (10.0, 10.0), 8, least=0.04)])
    # t(1) = 12.7062 times the root of 0.04 * (8 * 10^2 + 80^2 / 2).
    assert found.high - found.expected == pytest.approx(12.7062 * math.sqrt(0.04 * 4000), rel=1e-5)


def test_what_costs_nothing_stays_free():
    assert extrapolated([Group("a", "", (0.0, 0.0), 5)]) == Total(0.0, 0.0, 0.0)


def test_a_row_without_a_measured_match_is_refused():
    with pytest.raises(ValueError, match="needs a measured value"):
        extrapolated([Group("a", "", (1.0,), 1), Group("b", "", (), 1)])


@given(st.lists(st.tuples(st.sampled_from("ab"), st.sampled_from("xy"), st.floats(0.1, 1e6)), min_size=1, max_size=12))
def test_the_range_holds_the_expected_total(sampled):
    found = extrapolated([Group(row, column, (value,), 3) for row, column, value in sampled])
    assert found.expected > 0
    if found.low is not None:
        assert found.low <= found.expected * (1 + 1e-9) <= found.high * (1 + 1e-6)
