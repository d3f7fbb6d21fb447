import itertools
import math

import numpy as np
import pytest

from gtarena.metrics.confidence_sequences import ratio_interval, ratio_p

BOUND = 4.0


def arrays(*gains: float) -> tuple[np.ndarray, np.ndarray]:
    return np.array(gains, float), np.full(len(gains), BOUND)


def test_the_p_value_is_the_inverse_of_what_the_bets_have_won():
    # By hand. First unit: a deviation of 2 gives bets of 0.05, 0.125 and 0.35, of which the last is cut to 0.75 / 4.
    # Second: the deviation is that of 4 and 16 squared on average.
    won = [[1 + 4 * bet for bet in bets] for bets in (
        (0.05, 0.125, 0.1875), (0.1 / math.sqrt(10), 0.25 / math.sqrt(10), 0.1875))]
    capital = sum(one * other for one, other in zip(*won, strict=True)) / 3
    assert ratio_p(*arrays(4, 4), BOUND) == pytest.approx(2 / capital)
    assert ratio_p(*arrays(-4, -4), BOUND) == pytest.approx(2 / capital)
    assert ratio_p(*arrays(0, 0), BOUND) == 1


def test_a_p_value_stays_as_low_as_it_has_been_because_the_run_could_have_stopped_there():
    won = ratio_p(*arrays(*[4] * 12), BOUND)
    assert won < 0.01
    assert ratio_p(*arrays(*[4] * 12, *[-4] * 12), BOUND) == won


@pytest.mark.parametrize(("outcomes", "ratio"), [({4: 0.5, -4: 0.5}, 0), ({4: 0.75, -4: 0.25}, 0.5)])
def test_whoever_looks_after_every_unit_is_wrong_in_at_most_five_of_a_hundred_cases(outcomes, ratio):
    # All sequences of eleven units with their probabilities; the ratio is missed if any interval misses it.
    missed = seen = 0.0
    for gains in itertools.product(outcomes, repeat=11):
        chance = math.prod(outcomes[gain] for gain in gains)
        seen += chance
        # What was gained beyond the ratio is as large a gain in units twice the size.
        shifted = [gain - ratio * BOUND for gain in gains]
        sizes = np.full(11, BOUND * (1 + ratio))
        missed += chance * (ratio_p(np.array(shifted), sizes, BOUND * (1 + ratio)) < 0.05)
    assert seen == pytest.approx(1)
    assert 0 < missed <= 0.05


def test_the_ends_of_the_interval_are_where_either_side_has_won_forty_times_its_stake():
    gains, sizes = arrays(4, 0, 4, -4, 4, 4, 0, 4)
    low, high = ratio_interval(gains, sizes, BOUND)
    assert -1 <= low < gains.sum() / sizes.sum() < high <= 1
    assert ratio_interval(-gains, sizes, BOUND) == pytest.approx((-high, -low))
    narrower = ratio_interval(gains, sizes, BOUND, level=0.5)
    assert low < narrower[0] < narrower[1] < high
    many = ratio_interval(*arrays(*[*gains] * 20), BOUND)
    assert many[1] - many[0] < (high - low) / 3


def test_an_interval_excludes_0_only_if_the_p_value_says_so():
    for wins in range(4, 20):
        gains, sizes = arrays(*[4] * wins, -4)
        low, _ = ratio_interval(gains, sizes, BOUND)
        assert low <= 0 or ratio_p(gains, sizes, BOUND) < 0.05
    assert ratio_interval(*arrays(*[4] * 20), BOUND)[0] > 0.3


def test_numbers_beyond_the_bound_give_nothing():
    for bound in (3.0, 0.0, math.inf):
        assert all(map(math.isnan, ratio_interval(*arrays(4, 4), bound)))
        assert math.isnan(ratio_p(*arrays(4, 4), bound))
    assert math.isnan(ratio_p(np.array([4.0]), np.array([3.0]), BOUND))
