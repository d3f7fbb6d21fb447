"""Draws from chance's outcomes, in every form in which rules may give them."""

import random
from collections import Counter

import pytest

from custom_games.framework.chance import Weighted, draw, equally_likely

PAIRS = [(0, 0.0), (7, 0.125), (3, 0.875), (1, 0.0)]


class Highest(random.Random):
    """Draws the largest number below 1."""

    def random(self):
        return 1 - 2**-53


def test_uniform_outcomes_share_the_probability_equally():
    assert (equally_likely(range(3, 7)), equally_likely(())) == ([(3, 0.25), (4, 0.25), (5, 0.25), (6, 0.25)], [])


@pytest.mark.parametrize("outcomes", [PAIRS, tuple(PAIRS), Weighted(PAIRS)])
def test_outcomes_are_drawn_by_their_probabilities_and_impossible_ones_never(outcomes):
    rng = random.Random(4)
    times = Counter(draw(outcomes, rng) for _ in range(1600))
    assert set(times) == {3, 7}
    assert abs(times[7] - 200) < 67  # five standard deviations of 13.2


def test_equally_likely_outcomes_are_drawn_equally_often_and_several_draws_from_all_each():
    outcomes, rng = equally_likely((2, 5, 6, 9)), random.Random(3)
    times = Counter(draw(outcomes, rng) for _ in range(1600))
    assert set(times) == {2, 5, 6, 9}
    assert all(abs(often - 400) < 87 for often in times.values())  # five standard deviations of 17.3
    times = Counter(Weighted(PAIRS).draw_many(1600, random.Random(5)))
    assert (set(times), times.total()) == ({3, 7}, 1600)
    assert abs(times[7] - 200) < 67  # five standard deviations of 13.2


@pytest.mark.parametrize("form", [list, Weighted])
def test_probabilities_that_add_up_to_less_than_one_still_give_a_possible_outcome(form):
    assert draw(form([(0, 0.1)] * 3 + [(5, 0.7 - 2**-50), (9, 0.0)]), Highest()) == 5
