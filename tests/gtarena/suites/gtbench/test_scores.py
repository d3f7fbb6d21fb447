"""Measures of single matches, worked out by hand."""

import math

import pytest

from gtarena.suites.contract import Trace
from gtarena.suites.gtbench.scores import auction_regret, scores
from tests.support.gtbench_matches import auction, deal, dilemma, match, model, no_deal
from tests.support.records import seat, steps

SEATS = [model(), seat("mcts")]


def measured(record):
    return {(each.metric, each.player): each.value for each in scores(Trace.of(record))}


@pytest.mark.parametrize(("own", "other", "value", "regret"), [
    (6, 2, 8, 3),  # 3 would have won
    (4, 2, 8, 1),
    (2, 2, 8, 5),  # 3 would have won 5
    (1, 6, 10, 3),
    (1, 6, 7, 0),  # 7 would have won nothing
    (1, 6, 5, 0),
    (3, 2, 8, 5),  # as the paper has it, although no other bid would have been better
])
def test_regret_in_the_auction_is_that_of_the_papers_appendix(own, other, value, regret):
    assert auction_regret(own, other, value) == regret


def test_both_bidders_have_the_regret_of_their_own_side():
    assert measured(auction("m", SEATS, values=(8, 10), bids=(2, 6))) == {("regret", 0): 1, ("regret", 1): 3}


def test_a_tie_of_bids_is_no_bid_more():
    history = steps((-1, 8), (-1, 5), (0, 4), (1, 4), (-1, 0))
    tied = match("m", SEATS, [4, 0], game="first_sealed_auction", history=history)
    assert measured(tied) == {("regret", 0): 3, ("regret", 1): 0}


def test_regret_in_the_dilemma_adds_up_over_rounds_for_either_side():
    silent, testify = 0, 1
    rounds = [(silent, silent), (testify, silent), (testify, testify), (testify, silent)]
    # The first player: 2 + 0 + 0 + 0; the second: 2 + 1 + 0 + 1.
    assert measured(dilemma("m", SEATS, *rounds)) == {("regret", 0): 2, ("regret", 1): 4}


def test_an_efficient_agreement_is_at_no_distance_and_values_are_told_from_either_side():
    # Of 5 of each, worth (10, 1, 7) and (10, 10, 10), the first takes all peppers and cherries.
    assert measured(deal("m", SEATS, (5, 0, 5), (85, 50))) == {
        ("agreement", None): 1, ("own_value", 0): 85, ("opponent_value", 0): 50, ("own_value", 1): 50,
        ("opponent_value", 1): 85, ("pareto_distance", None): 0, ("efficient", None): 1}


def test_a_wasteful_agreement_is_as_far_from_the_frontier_as_its_nearest_point():
    # The strawberries alone are worth 5 and leave 100; (30, 120) is nearest, and (50, 100) is farther off.
    found = measured(deal("m", SEATS, (0, 5, 0), (5, 100)))
    assert found["pareto_distance", None] == pytest.approx(math.hypot(25, 20))
    assert found["efficient", None] == 0


def test_without_an_agreement_there_are_no_values():
    assert measured(no_deal("m", SEATS)) == {("agreement", None): 0}


@pytest.mark.parametrize(("history", "complaint"), [
    (steps((-1, 8), (-1, 5), (0, 9), (1, 4)), "^step 2: action 9 of player 0 is not legal"),
    (steps((-1, 8), (-1, 5), (1, 4), (0, 4)), "^step 2: action 4 of player 1 is not legal"),
    (steps((-1, 8), (-1, 5), (0, 4)), "^the actions stop before the game is over"),
])
def test_a_history_that_cannot_have_been_played_is_an_error(history, complaint):
    with pytest.raises(ValueError, match=complaint):
        measured(match("m", SEATS, [0, 0], game="first_sealed_auction", history=history))
