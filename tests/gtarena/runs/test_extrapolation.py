"""Totals and their ranges, against values computed by hand."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gtarena.runs.extrapolation import Group, Total, extrapolated


def test_matches_left_are_expected_to_take_the_mean_of_their_group():
    found = extrapolated([Group("a", "", (8.0, 12.0), 8), Group("b", "", (100.0, 100.0), 1)])
    assert found.expected == pytest.approx(20 + 80 + 200 + 100)
    # Relative variance ((-0.2)^2 + 0.2^2) / (4 values - 2 groups) = 0.04; t(2) = 4.3027.
    # Matches left: 8 * 10^2 + 100^2 = 10800; means: 80^2 / 2 + 100^2 / 2 = 8200.
    assert found.high - found.expected == pytest.approx(4.302653 * math.sqrt(0.04 * 19000), rel=1e-5)
    assert found.expected - found.low == pytest.approx(found.high - found.expected)


def test_a_combination_that_was_not_measured_is_the_product_of_its_effects():
    groups = [Group("a", "x", (10.0,), 0), Group("a", "y", (20.0,), 0), Group("b", "x", (30.0,), 0),
              Group("b", "y", (), 5)]
    assert extrapolated(groups).expected == pytest.approx(10 + 20 + 30 + 5 * 60, rel=1e-6)


def test_no_end_of_the_range_is_below_what_is_already_measured():
    found = extrapolated([Group("a", "", (1.0, 9.0), 3)])
    assert found.low == 10


def test_one_match_does_not_tell_how_others_differ():
    assert extrapolated([Group("a", "", (10.0,), 2)]) == Total(30.0)


def test_a_run_that_is_complete_is_known():
    assert extrapolated([Group("a", "", (10.0, 12.0), 0)]) == Total(22.0, 22.0, 22.0)


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
