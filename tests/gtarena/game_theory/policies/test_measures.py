import numpy as np
import pytest

from gtarena.game_theory.policies.measures import measure_policy
from gtarena.game_theory.policies.tabular import TabularAnswers, frequencies, stated_policy
from tests.support.small_policies import betting, equilibrium, form_of, sample_counts


@pytest.fixture(scope="module")
def kuhn():
    return form_of("kuhn_poker")


def test_a_sampled_policy_has_all_measures(kuhn):
    counts = sample_counts(kuhn, betting(kuhn, 1), 10, np.random.default_rng(0))
    found = measure_policy(TabularAnswers(kuhn, frequencies(kuhn, counts), counts, ()))
    assert found.exploitability.nash_conv == pytest.approx(2 / 3)
    assert found.intervals.nash_conv.low < 2 / 3 < found.intervals.nash_conv.high
    # Player 1 has one equilibrium, which calls with a queen and bluffs with a jack in 1/3 of the matches alone.
    assert found.nearest.distances[1] == pytest.approx((2 / 3 + 1 + 1 + 2 / 3) / 6)
    assert found.reason == ""


def test_a_stated_policy_has_no_interval_with_a_reason(kuhn):
    behaviour = equilibrium(kuhn, 0)[:, 0]
    answers = stated_policy(kuhn, {
        state: tuple(behaviour[first:first + 2]) for first, state in zip(kuhn.firsts, kuhn.states, strict=False)})
    found = measure_policy(answers)
    assert found.exploitability.nash_conv == pytest.approx(0, abs=1e-9)
    assert (found.intervals, found.reason) == (None, "no interval: the probabilities were stated")


def test_one_move_at_an_information_state_gives_no_interval_with_a_reason(kuhn):
    counts = sample_counts(kuhn, kuhn.uniform(), 4, np.random.default_rng(0))
    counts[2:4, 0] = 1, 0
    found = measure_policy(TabularAnswers(kuhn, frequencies(kuhn, counts), counts, ()))
    assert found.intervals is None
    assert "one legal move alone" in found.reason
