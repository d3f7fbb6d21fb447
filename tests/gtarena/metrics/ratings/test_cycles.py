"""The cyclic part of an empirical game."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gtarena.metrics.ratings.cycles import cyclic_part, cyclic_share

RPS = np.array([[0.0, -1, 1], [1, 0, -1], [-1, 1, 0]])
BIASED = np.array([[0.0, -25, 50], [25, 0, -5], [-50, 5, 0]])


def test_rock_paper_scissors_is_all_cycle_and_differences_of_ratings_are_none():
    ratings = np.array([3.0, 1, 0, -7])
    assert cyclic_share(RPS) == 1
    assert cyclic_share(ratings[:, None] - ratings[None, :]) == pytest.approx(0, abs=1e-12)
    assert np.isnan(cyclic_share(np.zeros((3, 3))))


def test_the_share_of_biased_rock_paper_scissors_is_that_by_hand():
    # Means 25/3, 20/3 and -15; what is left of each payoff is 80/3. Squares: 6 (80/3)^2 of 2 (25^2 + 50^2 + 5^2).
    assert np.abs(cyclic_part(BIASED))[np.triu_indices(3, 1)] == pytest.approx([80 / 3] * 3)
    assert cyclic_share(BIASED) == pytest.approx(6 * (80 / 3) ** 2 / 6300)


@given(st.lists(st.floats(-1, 1), min_size=6, max_size=6))
def test_the_parts_are_orthogonal_and_the_cyclic_one_has_mean_0_for_everybody(upper):
    payoffs = np.zeros((4, 4))
    payoffs[np.triu_indices(4, 1)] = upper
    payoffs -= payoffs.T
    cyclic = cyclic_part(payoffs)
    assert cyclic.mean(axis=1) == pytest.approx(np.zeros(4), abs=1e-12)
    assert (cyclic * (payoffs - cyclic)).sum() == pytest.approx(0, abs=1e-12)
