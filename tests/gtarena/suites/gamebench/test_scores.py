import pytest
from hypothesis import given
from hypothesis import strategies as st

from gtarena.suites.contract import Trace
from gtarena.suites.gamebench.scores import seat_scores
from tests.support.gamebench_matches import match, team_match
from tests.support.records import seat

SEATS = [seat("a"), seat("b")]


def scores(returns, **fields):
    names = [(f"agent {place}", value) for place, value in enumerate(returns)]
    return seat_scores(Trace.of(match("m", "g", names, **fields)))


@pytest.mark.parametrize(("returns", "expected"), [
    ((0.75, 0.25), [0.75, 0.25]), ((1.0, 0.0), [1, 0]), ((0.5, 0.5), [0.5, 0.5]),
    ((0.3, 0.3, 0.7, 0.7), [0.3, 0.3, 0.7, 0.7]), ((1 / 3, 1 / 3, 2 / 3), [1 / 3, 1 / 3, 2 / 3])])
def test_shares_of_1_are_the_scores(returns, expected):
    assert scores(returns) == expected


@pytest.mark.parametrize(("returns", "expected"), [
    ((1, -1), [1, 0]), ((-1, 1), [0, 1]), ((0, 0), [0.5, 0.5]), ((5, 15, 10), [0, 1, 0.5]), ((1, 1), [0.5, 0.5])])
def test_other_returns_are_scaled_as_those_of_hive_are(returns, expected):
    assert scores(returns) == expected


@pytest.mark.parametrize(("offender", "expected"), [(0, [0, 0, 1, 1, 1]), (3, [1, 1, 0, 0, 0])])
def test_a_forfeit_scores_0_for_the_team_and_1_for_the_other(offender, expected):
    forfeit = team_match("m", [seat()] * 5, [0, 0, 1, 1, 1], returns=None, outcome="forfeit", offender=offender)
    assert seat_scores(Trace.of(forfeit)) == expected


def test_a_forfeit_among_three_teams_and_a_match_without_a_result_have_no_scores():
    assert seat_scores(Trace.of(team_match(
        "m", [seat()] * 3, [0, 1, 2], returns=None, outcome="forfeit", offender=1))) == []
    assert seat_scores(Trace.of(team_match("m", SEATS, [0, 1], returns=None, outcome="forfeit"))) == []
    assert seat_scores(Trace.of(team_match("m", SEATS, [0, 1], returns=None, outcome="invalid", offender=1))) == []


@given(st.floats(-1e6, 1e6), st.floats(-1e6, 1e6))
def test_two_agents_share_1(one, other):
    found = scores((one, other))
    assert sum(found) == pytest.approx(1)
    assert all(0 <= score <= 1 for score in found)
