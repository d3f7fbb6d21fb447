"""Welfare of groups, and what a member could gain by being another agent."""

import math

import pytest

from gtarena.metrics.compositions import table_returns
from gtarena.metrics.frames import seats_frame
from gtarena.metrics.welfare import equality, switches, welfare
from tests.gtarena.metrics.test_compositions import tables
from tests.support.records import record, seat


@pytest.mark.parametrize(("returns", "expected"), [
    ([5, 5, 5], 1), ([9, 0, 0], 1 / 3), ([0, 0, 4, 4], 0.5), ([1, 2, 3], 1 - 8 / 36), ([7], 1)])
def test_equality_is_one_minus_the_gini_coefficient(returns, expected):
    assert equality(returns) == pytest.approx(expected)


@pytest.mark.parametrize("returns", [[0, 0], [-1, 1], [-1, 5], [-2, -2]])
def test_equality_of_negative_returns_or_of_nothing_is_not_defined(returns):
    assert math.isnan(equality(returns))


def test_welfare_is_the_sum_and_equality_the_mean_over_matches():
    frame = welfare(tables(("aab", 3, 0, 0), ("aba", 2, 2, 2), ("bbb", 4, -1, 3), ("bbb", 1, 1, 1)))
    assert list(frame["composition"]) == [("a", "a", "b"), ("b", "b", "b")]
    mixed, alike = frame.iloc[0], frame.iloc[1]
    assert (mixed["sum"], mixed["mean"], mixed["matches"], mixed["reason"]) == (4.5, 1.5, 2, "")
    assert mixed["equality"] == pytest.approx((1 / 3 + 1) / 2)
    assert (alike["sum"], math.isnan(alike["equality"])) == (4.5, True)
    assert alike["reason"] == "1 of 2 matches have a negative return, or none above 0"
    assert math.isnan(mixed["low"])


def found(*matches):
    return {(row.composition, row.agent): row for row in switches(tables(*matches)).itertuples()}


def test_in_a_prisoners_dilemma_of_three_only_defectors_gain_nothing():
    # A cooperator adds 2 to everybody's return and pays 3.
    rows = found(("ccc", 3, 3, 3), ("ccd", 1, 1, 4), ("cdd", -1, 2, 2), ("ddd", 0, 0, 0))
    gains = {("".join(composition), agent): (row.to, row.gain) for (composition, agent), row in rows.items()}
    assert gains == {("ccc", "c"): ("d", 1), ("ccd", "c"): ("d", 1), ("ccd", "d"): ("c", -1), ("cdd", "c"): ("d", 1),
                     ("cdd", "d"): ("c", -1), ("ddd", "d"): ("c", -1)}


def test_the_best_of_several_is_chosen_and_a_composition_that_was_not_played_is_named():
    rows = found(("aa", 1, 1), ("ab", 0, 4), ("ac", 0, 2), ("bb", 1, 1), ("cc", 0, 0))
    assert (rows[("a", "a"), "a"].to, rows[("a", "a"), "a"].gain) == ("b", 3)
    assert rows[("b", "b"), "b"].reason == "no match of 1 × b + 1 × c"
    assert math.isnan(rows[("b", "b"), "b"].gain)
    assert found(("aaa", 1, 1, 1))[("a", "a", "a"), "a"].reason == "no other agent"


def test_a_gain_and_its_interval_are_those_of_deals_that_both_compositions_had():
    records = [record(f"{names}{deal}", [seat(name) for name in names], [value + 100 * deal] * 2, game="nim", seed=deal)
               for names, value in (("aa", 0), ("ab", 1), ("bb", 2)) for deal in range(7 + (names == "ab"))]
    rows = {(row.composition, row.agent): row for row in switches(table_returns(seats_frame(records))).itertuples()}
    gain = rows[("a", "a"), "a"]
    assert (gain.gain, gain.low, gain.high) == (1, 1, 1)  # however far the deals differ
