from math import isnan

import pytest

from gtarena.game_theory.profiles.match_findings import find_in_matches
from gtarena.metrics.frames import seats_frame
from gtarena.reports.leaderboard_rows import reported_boards
from tests.support.records import call, llm, record, seat

RANDOM = seat("random")


def findings(records):
    return {(each.agent, each.measure, each.game, each.condition): each
            for each in find_in_matches(reported_boards(seats_frame(records)))}


def played(agent, number, value=1, *, game="kuhn_poker", calls=()):
    return record(f"{agent.agent}-{agent.params}-{game}-{number}", [agent, RANDOM], [value, -value], seed=number,
                  game=game, calls=list(calls))


def test_ratings_and_nra_are_those_of_leaderboards_and_duplicates_are_left_out():
    records = [played(agent, number, 1 if number % 3 else -1) for number in range(12)
               for agent in (llm(), seat("null:llm", "offline/random"))]
    boards, found = reported_boards(seats_frame(records)), findings(records)
    assert not any("null:" in agent for agent, *_ in found)
    rating = found["llm offline/random", "rating", "kuhn_poker", ""]
    row = boards.overall[boards.overall["agent"] == "llm"].iloc[0]
    assert (rating.value, rating.low, rating.high) == (row["rating"], row["low_95"], row["high_95"])
    assert (rating.count, rating.counted) == (12, "matches")
    assert found["llm offline/random", "nra", "kuhn_poker", ""].value == pytest.approx((8 - 4) / 12)
    assert found["random", "nra", "kuhn_poker", ""].value == pytest.approx(-(8 - 4) / 12)


def test_ratings_are_over_all_games_if_there_are_several():
    found = findings([played(llm(), number, 1, game=game) for number in range(6) for game in ("kuhn_poker", "nim")])
    assert {game for _, measure, game, _ in found if measure == "rating"} == {"All games"}
    assert {game for _, measure, game, _ in found if measure == "nra"} == {"kuhn_poker", "nim"}


def test_the_effect_of_a_disguise_is_the_paired_difference_to_none_whatever_its_name():
    # Of 8 deals the agent wins 6 as it is (6 - 2 = 4), and 2 in the disguise (2 - 6 = -4): -8 of 16.
    records = [played(llm(), number, 1 if number < 6 else -1) for number in range(8)]
    records += [played(llm(disguise="affine"), number, 1 if number < 2 else -1) for number in range(8)]
    found = findings(records)
    effect = found["llm offline/random", "disguise_effect", "kuhn_poker", "disguise=affine"]
    assert effect.value == pytest.approx(-8 / 16)
    assert effect.low < effect.value < effect.high
    assert (effect.count, effect.counted) == (8, "deals")
    assert found["llm offline/random", "nra", "kuhn_poker", ""].value == pytest.approx(0.5)
    assert found["llm offline/random", "nra", "kuhn_poker", "disguise=affine"].value == pytest.approx(-0.5)


def test_effects_are_those_of_every_agent_whose_other_settings_vary():
    seats = [llm(temperature=t, **({"disguise": d} if d else {})) for t in (0, 1) for d in ("", "mirrored")]
    found = findings([played(each, number) for each in seats for number in range(6)])
    assert {agent for agent, measure, *_ in found if measure == "disguise_effect"} == {
        "llm offline/random temperature=0", "llm offline/random temperature=1"}


def test_the_share_of_replies_without_a_legal_move_counts_replies_that_had_to_state_one():
    replies = [call(failure="illegal"), call(move_number=2), call(purpose="thought"), call(move_number=4)]
    found = findings([played(llm(), number, calls=replies) for number in range(6)])
    rate = found["llm offline/random", "illegal_rate", "kuhn_poker", ""]
    assert rate.value == pytest.approx(1 / 3)
    assert ("random", "illegal_rate", "kuhn_poker", "") not in found


@pytest.mark.parametrize(("failure", "value", "low", "high"), [
    (None, 0, 0, 1 - 0.025 ** (1 / 8)), ("empty", 1, 0.025 ** (1 / 8), 1)])
def test_a_share_that_was_the_same_in_all_deals_has_an_interval_of_some_width(failure, value, low, high):
    found = findings([played(llm(), number, calls=[call(failure=failure)]) for number in range(8)])
    rate = found["llm offline/random", "illegal_rate", "kuhn_poker", ""]
    assert (rate.value, rate.low, rate.high) == pytest.approx((value, low, high))


def test_a_match_costs_what_it_would_without_the_cache():
    # 2 paid replies for $1 and $2 in 7 deals, and as many from the cache in one more: each match has 2 replies of $1.5.
    paid, cached = [call(cost=1.0), call(cost=2.0)], [call(cached=True, cost=0.0), call(cached=True, cost=0.0)]
    mixed = [call(cost=1.5), call(cached=True, cost=0.0)]
    records = [played(llm(), number, calls=paid) for number in range(6)]
    records += [played(llm(), 6, calls=mixed), played(llm(), 7, calls=cached)]
    cost = findings(records)["llm offline/random", "cost", "kuhn_poker", ""]
    # (6 * 3 + 1.5) dollars for 13 of 14 replies in 7 matches; the deal from the cache alone tells no price.
    assert cost.value == pytest.approx(19.5 / 13 * 14 / 7)
    assert (cost.low, cost.high) == pytest.approx((3, 3))
    assert cost.count == 7


def test_a_cost_that_is_not_known_is_no_number_and_says_why():
    unpriced = findings([played(llm(), number, calls=[call(cost=None)]) for number in range(2)])
    cached = findings([played(llm(), number, calls=[call(cached=True, cost=0.0)]) for number in range(2)])
    for found, reason in ((unpriced, "price of a reply"), (cached, "came from the cache")):
        cost = found["llm offline/random", "cost", "kuhn_poker", ""]
        assert isnan(cost.value)
        assert reason in cost.note
