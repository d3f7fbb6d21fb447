import itertools

import numpy as np
import pytest

from gtarena.game_theory.policies import intervals as module
from gtarena.game_theory.policies.exploitability import exploitability
from gtarena.game_theory.policies.intervals import halve, intervals
from tests.support.small_policies import (
    betting,
    equilibrium,
    form_of,
    random_policy,
    sample_counts,
)

SIMULATIONS = 100


@pytest.fixture(scope="module")
def kuhn():
    return form_of("kuhn_poker")


def covers(ends, truth):
    return ends.low - 1e-9 <= truth <= ends.high + 1e-9


@pytest.mark.parametrize("moves", [5, 20, 100])
def test_intervals_of_kuhn_poker_hold_the_truth_as_often_as_they_say(kuhn, moves):
    policies = {
        "always bet": betting(kuhn, 1), "uniform": kuhn.uniform(), "alpha 0": equilibrium(kuhn, 0),
        "alpha 1/6": equilibrium(kuhn, 1 / 6), "alpha 1/3": equilibrium(kuhn, 1 / 3),
        "nearly always bet": betting(kuhn, 0.95), "random": random_policy(kuhn, 1)}
    generator, others = np.random.default_rng(moves), []
    for name, behaviour in policies.items():
        truth = exploitability(kuhn, behaviour)
        held = np.zeros(3)
        for seed in range(SIMULATIONS):
            found = intervals(kuhn, sample_counts(kuhn, behaviour, moves, generator), seed)
            held += [covers(found.nash_conv, truth.nash_conv), covers(found.values[0], truth.values[0]),
                     covers(found.best_responses[1], truth.best_responses[1])]
        assert held[0] >= 0.93 * SIMULATIONS, name
        others += list(held[1:])
    assert min(others) >= 0.85 * SIMULATIONS
    assert np.mean(others) >= 0.94 * SIMULATIONS


def test_intervals_of_leduc_poker_hold_the_truth():
    form = form_of("leduc_poker")
    truth, generator = exploitability(form, form.uniform()).nash_conv, np.random.default_rng(1)
    found = [intervals(form, sample_counts(form, form.uniform(), 20, generator), seed) for seed in range(10)]
    assert sum(covers(each.nash_conv, truth) for each in found) >= 9
    assert np.mean([each.nash_conv.high - each.nash_conv.low for each in found]) < truth / 3


def test_more_moves_narrow_the_intervals(kuhn):
    generator = np.random.default_rng(0)
    widths = []
    for moves in (5, 20, 80, 320):
        found = intervals(kuhn, sample_counts(kuhn, kuhn.uniform(), moves, generator))
        widths.append(found.nash_conv.high - found.nash_conv.low)
    assert all(wide > 1.5 * narrow for wide, narrow in itertools.pairwise(widths))


def test_the_standard_error_of_a_single_choice_is_that_of_a_share():
    # Player 0 chooses one of two sides, and player 1, who does not see it, gains what it loses if it finds it.
    form = form_of("matrix_mp")
    counts = np.array([[0.0], [0.0], [30.0], [10.0], [20.0], [20.0]])
    found = intervals(form, counts)
    # Player 1 always answers with the side that player 0 shows more often: 2p - 1, where p is 3/4 in the sample.
    share = (30 + 2) / 44
    error = 2 * np.sqrt(share * (1 - share) / 39)
    assert found.best_responses[1].high == pytest.approx(0.5 + 1.959964 * error)
    assert found.best_responses[1].low == pytest.approx(0.5 - 1.959964 * error)


def test_a_state_where_nothing_was_counted_is_certain_and_one_move_alone_gives_no_interval():
    form = form_of("matrix_mp")
    certain = intervals(form, np.zeros((6, 1)))
    assert certain.nash_conv == pytest.approx((0, 0))
    assert intervals(form, np.array([[0.0], [0.0], [1.0], [0.0], [5.0], [5.0]])) is None


def test_halves_have_half_of_the_moves_at_every_information_state(kuhn):
    counts = sample_counts(kuhn, kuhn.uniform(), 7, np.random.default_rng(3))
    halves = halve(kuhn, counts, 4)
    assert halves.shape == (26, module.SPLITS)
    assert (halves <= counts).all()
    assert (kuhn.sums(halves)[2:] == 4).all()
    assert len({tuple(column) for column in halves.T}) > 1


def test_equal_seeds_give_equal_intervals(kuhn):
    counts = sample_counts(kuhn, kuhn.uniform(), 10, np.random.default_rng(3))
    assert intervals(kuhn, counts, 5) == intervals(kuhn, counts, 5)
    assert intervals(kuhn, counts, 5) != intervals(kuhn, counts, 6)


def test_no_end_of_an_interval_is_beyond_what_the_game_can_pay():
    form = form_of("liars_dice(numdice=1,dice_sides=2)")
    counts = np.zeros((len(form.owners), 1))
    counts[form.firsts[:-1]] = 2  # always the first action, in two samples
    found = intervals(form, counts)
    assert found is not None
    ends = [end for interval in (*found.values, *found.best_responses) for end in interval]
    assert min(ends) >= -1
    assert max(ends) <= 1
    assert 0 <= found.nash_conv.low <= found.nash_conv.high <= 2
