import choix
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from gtarena.metrics.ratings.luce_spectral import fit, fit_all
from tests.support.ratings import FRACTIONS, THREE_TO_ONE, wins


@pytest.mark.parametrize(("matrix", "alpha", "published"), [
    (wins("AB", THREE_TO_ONE), 0.001, [0.548640, -0.548640]),
    (wins("AB", THREE_TO_ONE), 0.0, [np.log(3) / 2, -np.log(3) / 2]),
    (wins("ABC", THREE_TO_ONE), 0.001, [0.500527, -0.596089, 0.095562]),
    (wins("ABC", FRACTIONS), 0.001, [0.524351, -0.244718, -0.279633]),
    (wins("AB", [("A", "B", 1.0)] * 5), 0.001, [3.912223, -3.912223]),
    (np.zeros((3, 3)), 0.001, [0, 0, 0]),
])
def test_a_fit_has_the_published_values(matrix, alpha, published):
    assert fit(matrix, alpha) == pytest.approx(published, abs=1e-5)


def test_without_regularisation_an_agent_that_won_everything_is_refused():
    with pytest.raises(ValueError, match="alpha=0"):
        fit([[0, 5], [0, 0]], alpha=0)


def test_a_cycle_of_three_gives_equal_ratings():
    assert fit([[0, 2, 0], [0, 0, 2], [2, 0, 0]]) == pytest.approx([0, 0, 0], abs=1e-9)


@settings(max_examples=60, deadline=None)
@given(arrays.arrays(float, (4, 5, 5), elements=st.sampled_from([0.0, 0.25, 0.5, 1.0, 3.0])),
       st.sampled_from([0.001, 0.1]))
def test_many_fits_at_once_are_the_fits_one_by_one(matrices, alpha):
    for matrix in matrices:
        np.fill_diagonal(matrix, 0.0)
    together = fit_all(matrices, alpha, np.zeros(5))
    for matrix, fitted in zip(matrices, together, strict=True):
        assert fitted == pytest.approx(choix.ilsr_pairwise_dense(matrix, alpha, max_iter=1000), abs=1e-5)


def test_the_start_of_the_iteration_does_not_change_the_fits():
    matrices = np.stack([wins("ABC", FRACTIONS), wins("ABC", THREE_TO_ONE)])
    cold, warm = (fit_all(matrices, 0.001, start) for start in (np.zeros(3), np.array([2.0, -1.0, -1.0])))
    assert cold == pytest.approx(warm, abs=1e-9)


def test_fits_are_those_to_which_spectral_ranking_converges():
    matrix = wins("ABCD", [("A", "B", 1.0), ("B", "C", 1.0), ("C", "A", 0.5), ("D", "A", 1.0), ("B", "D", 0.25)])
    converged = choix.ilsr_pairwise_dense(matrix, 0.001, max_iter=10_000, tol=1e-14)
    assert fit_all(matrix[None], 0.001, np.zeros(4))[0] == pytest.approx(converged, abs=1e-9)
