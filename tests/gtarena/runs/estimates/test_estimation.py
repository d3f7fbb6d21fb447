"""Totals of a run from the records of some of its matches."""

import pytest

from gtarena.logs.records import Seat
from gtarena.runs.estimates.estimation import MatchCost, totals
from gtarena.runs.estimates.probe import cells
from gtarena.runs.schedule import schedule

SEATS = [Seat(agent="llm", model="x", params={"kind": "llm"}), Seat(agent="random", params={"kind": "random"})]


def cost(tokens: float, dollars: float | None = 0.1, invalid: bool = False) -> MatchCost:
    return MatchCost(4, tokens, 10, dollars, 1.0, 2.0, invalid)


def run(matches: int, *measured: MatchCost, replays: int = 0):
    specs = schedule("nim", {}, SEATS, matches, 0)
    taken = {(0, spec.match_id): each for spec, each in zip(specs, measured, strict=False)}
    return totals(cells([specs]), taken, replays, lambda spec: 0.0)


def test_totals_are_those_of_all_matches():
    found = run(10, cost(100), cost(120))
    assert found["tokens_in"].expected == pytest.approx(1100)
    assert found["requests"].expected == pytest.approx(40)
    assert found["cost"].expected == pytest.approx(1.0)


def test_one_unknown_price_makes_the_cost_unknown_and_nothing_else():
    found = run(10, cost(100), cost(120, None))
    assert found["cost"] is None
    assert found["tokens_in"].expected == pytest.approx(1100)


def test_invalid_matches_are_expected_to_be_played_again():
    assert run(10, cost(100), cost(100, invalid=True), replays=1)["tokens_in"].expected == pytest.approx(2000)
    assert run(10, cost(100), cost(100, invalid=True))["tokens_in"].expected == pytest.approx(1000)
    half = run(10, *[cost(100)] * 3, cost(100, invalid=True), replays=1)
    assert half["tokens_in"].expected == pytest.approx(10 / 0.75 * 100)
