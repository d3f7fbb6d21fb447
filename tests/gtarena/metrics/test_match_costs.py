import pytest

from gtarena.metrics import leaderboard
from gtarena.metrics.frames import seats_frame
from gtarena.metrics.match_costs import DOLLARS, TOKENS, costs_of_strength
from tests.support.records import call, record, seat

CALLERS = {name: seat(name, "m") for name in "abc"}


def costs(records):
    frame = seats_frame(records)
    return costs_of_strength(frame, leaderboard.overall_leaderboard(frame))


def table(name, value, seed, *calls):
    """A table of two rounds that one agent fills: the mean return is the score."""
    return record(f"{name}{seed}", [CALLERS.get(name, seat(name))] * 3, [value] * 3, game="el_farol", seed=seed,
                  params={"players": 3}, calls=list(calls))


@pytest.mark.usefixtures("plain_percentiles")
def test_a_match_costs_what_it_would_without_the_cache_and_efficient_is_whom_nobody_beats_at_both():
    found = costs([table("a", 1, 1, call(0, 0, cost=0.5), call(1, 0, cost=0.0, cached=True)),
                   table("a", 3, 2, call(0, 0, cost=1.5)), table("random", 1, 1)])
    free, paid = found.agents
    assert (found.score, found.unit) == ("mean return", DOLLARS)
    assert (free.name, free.dollars) == ("random", 0)
    # By hand: three replies of which two cost 2 dollars, in two matches.
    assert (paid.dollars, paid.tokens) == (pytest.approx(2 * 3 / 2 / 2), pytest.approx(24 * 3 / 2 / 2))
    assert (paid.score, paid.low, paid.high) == (2, 1, 3)
    found = costs([table("a", 2, 1, call(cost=1.0)), table("b", 2, 1, call(cost=2.0)), table("c", 5, 1, call(cost=3.0)),
                   table("random", 1, 1)])
    assert [(agent.name, agent.efficient) for agent in found.agents] == [
        ("random", True), ("a m", True), ("b m", False), ("c m", True)]
    found = costs([table("a", 1, 1, call(0, 0, cost=None)), table("b", 2, 1, call(0, 0), call(0, 1))])
    assert (found.unit, [found.price(agent) for agent in found.agents]) == (TOKENS, [12, 24])
    assert costs([table("random", 1, 1), table("mcts", 1, 1)]) is None
    assert costs([table("a", 1, 1, call())]) is None
    assert costs([table("a", 1, 1, call(cached=True, cost=0.0)), table("random", 1, 1)]) is None
