import itertools

import numpy as np
import pytest

from gtarena.errors import UsageError
from gtarena.game_theory.policies.agreement import agreement
from gtarena.game_theory.policies.tabular import TabularAnswers, frequencies, stated_policy
from tests.support.small_policies import (
    betting,
    equilibrium,
    form_of,
    random_policy,
    sample_counts,
)


@pytest.fixture(scope="module")
def kuhn():
    return form_of("kuhn_poker")


def stated(form, behaviour):
    return TabularAnswers(form, behaviour, None, ())


def sampled(form, counts):
    return TabularAnswers(form, frequencies(form, counts), counts, ())


def distance_by_hand(form, first, second, reaches):
    apart = [np.abs(first - second)[low:high].sum() / 2 for low, high in itertools.pairwise(form.firsts)]
    return float(np.dot(apart, reaches) / np.sum(reaches))


# Of six deals two have each card in each seat. If everyone bets, player 0 decides once and player 1 after a bet.
BETTING = {"0": 1 / 3, "1": 1 / 3, "2": 1 / 3, "0b": 1 / 3, "1b": 1 / 3, "2b": 1 / 3}


def test_the_distance_is_weighted_by_play_as_stated(kuhn):
    counts = np.zeros((26, 1))
    for first, state in zip(kuhn.firsts, kuhn.states, strict=False):
        counts[first:first + 2, 0] = (10, 0) if state.key in ("0", "0pb", "1pb") else (0, 10)
    found = agreement(stated(kuhn, betting(kuhn, 1)), sampled(kuhn, counts))
    # At one of the six states that are reached, and at three of all twelve, it passes in place of a bet.
    assert found.overall.observed == found.overall.estimate == pytest.approx(1 / 6)
    assert found.unweighted.observed == pytest.approx(3 / 12)
    assert (found.left_out, found.reach) == ((), pytest.approx(1))
    by_key = {state.key: distance.observed for state, distance in found.states.items()}
    assert (by_key["0"], by_key["1"], by_key["0pb"]) == (1, 0, 1)


def test_states_without_a_statement_or_with_one_move_are_left_out_and_told(kuhn):
    counts = sample_counts(kuhn, betting(kuhn, 1), 5, np.random.default_rng(0))
    first = {state.key: kuhn.firsts[number] for number, state in enumerate(kuhn.states)}
    counts[first["0"] + 1] = 1
    says = stated_policy(kuhn, {state: (0.0, 1.0) for state in kuhn.states if state.key not in ("1b", "2pb")})
    found = agreement(says, sampled(kuhn, counts))
    assert {state.key for state in found.left_out} == {"0", "1b", "2pb"}
    # Of two decisions in a match, a third of the first are at 0, and a third of the second at 1b. It never says what it
    # would do there: half of the decisions at 1b are passes, after which there is nothing to decide.
    assert found.reach == pytest.approx(2 / 3)
    assert found.overall.observed == 0


@pytest.mark.parametrize("moves", [5, 20])
def test_the_estimate_has_no_bias_upwards_and_intervals_hold_the_truth(kuhn, moves):
    generator = np.random.default_rng(moves)
    says = equilibrium(kuhn, 1 / 6)
    for does in (says, kuhn.uniform(), random_policy(kuhn, 1)):
        estimates, observed, held = [], [], 0
        reaches = np.ones(12)
        truth = distance_by_hand(kuhn, says, does, reaches)
        for seed in range(100):
            counts = sample_counts(kuhn, does, moves, generator)
            found = agreement(stated(kuhn, says), sampled(kuhn, counts), seed).unweighted
            estimates.append(found.estimate)
            observed.append(found.observed)
            held += found.interval.low <= truth + 1e-9 <= found.interval.high + 2e-9
        assert held >= 92
        error = 3 * np.std(estimates) / 10
        assert np.mean(estimates) <= truth + error
        assert np.mean(observed) >= truth - error


def test_a_policy_that_does_as_it_says_has_a_distance_of_0_and_others_look_further_apart_than_they_are(kuhn):
    generator, both = np.random.default_rng(1), stated(kuhn, kuhn.uniform())
    found = [agreement(both, sampled(kuhn, sample_counts(kuhn, kuhn.uniform(), 5, generator))) for _ in range(50)]
    # Of 32 equally likely samples of five moves, 2 are 0.5 from a half, 10 are 0.3 and 20 are 0.1: 0.1875 on average.
    assert np.mean([each.unweighted.observed for each in found]) == pytest.approx(0.1875, abs=0.02)
    estimates = [each.unweighted.estimate for each in found]
    assert np.mean(estimates) == pytest.approx(0, abs=3 * np.std(estimates) / np.sqrt(50))
    assert np.mean([each.unweighted.interval.low == 0 for each in found]) > 0.9


def test_statements_are_compared_with_moves_only(kuhn):
    says = stated(kuhn, kuhn.uniform())
    with pytest.raises(UsageError, match="stated probabilities first"):
        agreement(says, says)
    nothing = agreement(says, sampled(kuhn, np.zeros((26, 1))))
    assert (nothing.states, nothing.reach, len(nothing.left_out)) == ({}, 0, 12)
    assert np.isnan(nothing.overall.estimate)
