import choix
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from scipy.sparse import csgraph

from gtarena.metrics.ratings.linked_agents import (
    NO_MATCH,
    ONLY_TIES,
    find_reach,
    join_names,
    largest_groups,
    link_agents,
)
from gtarena.metrics.ratings.luce_spectral import fit, fit_all
from tests.support.ratings import CYCLE, FRACTIONS, THREE_TO_ONE, wins


@pytest.mark.parametrize(("matrix", "alpha", "published"), [
    (wins("AB", THREE_TO_ONE), 0.001, [0.548640, -0.548640]),
    (wins("AB", THREE_TO_ONE), 0.0, [np.log(3) / 2, -np.log(3) / 2]),
    (wins("ABC", THREE_TO_ONE), 0.001, [0.500527, -0.596089, 0.095562]),
    (wins("ABC", FRACTIONS), 0.001, [0.524351, -0.244718, -0.279633]),
    (wins("AB", [("A", "B", 1.0)] * 5), 0.001, [3.912223, -3.912223]),
    (np.zeros((3, 3)), 0.001, [0, 0, 0]), (np.array([[0, 2, 0], [0, 0, 2], [2, 0, 0]]), 0.001, [0, 0, 0])])
def test_a_fit_has_the_published_values(matrix, alpha, published):
    assert fit(matrix, alpha) == pytest.approx(published, abs=1e-5)


@given(arrays.arrays(float, (4, 5, 5), elements=st.sampled_from([0.0, 0.25, 0.5, 1.0, 3.0])),
       st.sampled_from([0.001, 0.1]))
def test_many_fits_at_once_are_the_fits_one_by_one(matrices, alpha):
    for matrix in matrices:
        np.fill_diagonal(matrix, 0.0)
    together = fit_all(matrices, alpha, np.zeros(5))
    for matrix, fitted in zip(matrices, together, strict=True):
        assert fitted == pytest.approx(choix.ilsr_pairwise_dense(matrix, alpha, max_iter=1000), abs=1e-5)


def test_fits_are_those_to_which_spectral_ranking_converges_wherever_they_start():
    matrices = np.stack([wins("ABC", FRACTIONS), wins("ABC", THREE_TO_ONE)])
    cold, warm = (fit_all(matrices, 0.001, start) for start in (np.zeros(3), np.array([2.0, -1.0, -1.0])))
    assert cold == pytest.approx(warm, abs=1e-9)
    matrix = wins("ABCD", [("A", "B", 1.0), ("B", "C", 1.0), ("C", "A", 0.5), ("D", "A", 1.0), ("B", "D", 0.25)])
    converged = choix.ilsr_pairwise_dense(matrix, 0.001, max_iter=10_000, tol=1e-14)
    assert fit_all(matrix[None], 0.001, np.zeros(4))[0] == pytest.approx(converged, abs=1e-9)
    with pytest.raises(ValueError, match="alpha=0"):
        fit([[0, 5], [0, 0]], alpha=0)


@given(arrays.arrays(float, (5, 4, 4), elements=st.sampled_from([0.0, 0.0, 0.5, 1.0, 3.0])))
def test_without_regularisation_members_have_the_fit_of_maximum_likelihood_among_themselves_and_others_none(matrices):
    for matrix in matrices:
        np.fill_diagonal(matrix, 0.0)
    groups = largest_groups(find_reach(matrices > 0))
    fits = fit_all(matrices, 0.0, np.zeros(4), groups)
    for matrix, members, fitted in zip(matrices, groups, fits, strict=True):
        _, of_agent = csgraph.connected_components(matrix > 0, connection="strong")
        sizes = sorted((int((of_agent == group).sum()), np.flatnonzero(of_agent == group).tolist())
                       for group in set(of_agent))
        only = sizes[-1][0] > 1 and (len(sizes) == 1 or sizes[-2][0] < sizes[-1][0])
        assert np.flatnonzero(members).tolist() == (sizes[-1][1] if only else [])
        assert np.isnan(fitted[~members]).all()
        if members.any():
            among = matrix[np.ix_(members, members)]
            expected = choix.ilsr_pairwise_dense(among, 0.0, max_iter=100_000, tol=1e-10)
            assert fitted[members] == pytest.approx(expected, abs=1e-5)


def linked(agents, results, played=None):
    return link_agents(wins(agents, results), played or [1] * len(agents), list(agents))


def test_agents_are_rated_within_a_group_of_mutual_scores_and_others_are_not_for_a_reason():
    both = linked("AB", THREE_TO_ONE)
    assert (both.rated, both.reasons) == ((0, 1), ("", ""))
    assert linked("ABC", CYCLE).rated == (0, 1, 2)
    one_sided = linked("ABCD", [*THREE_TO_ONE, ("C", "A", 1.0), ("B", "D", 1.0)])
    assert one_sided.rated == (0, 1)
    assert one_sided.reasons[2:] == ("won everything (in part through others) against A and B",
                                     "lost everything (in part through others) against A and B")
    apart = linked("ABCDE", [*CYCLE, ("D", "E", 1.0), ("E", "D", 1.0)])
    assert (apart.rated, apart.reasons[3:]) == ((0, 1, 2), ("no match links it to A, B and C",) * 2)
    apart = linked("ABCD", [*THREE_TO_ONE, ("C", "D", 1.0), ("D", "C", 1.0)])
    assert (apart.rated, apart.reasons[0], apart.reasons[2]) == (
        (), "no match links it to C and D", "no match links it to A and B")
    reasons = linked("ABCD", [*THREE_TO_ONE, ("A", "C", 1.0), ("D", "C", 1.0)]).reasons
    assert reasons[3] == "no wins and losses rank it against A and B"
    assert linked("ABCD", THREE_TO_ONE, [4, 4, 0, 2]).reasons == ("", "", NO_MATCH, ONLY_TIES)
    assert linked("", []).rated == ()
    assert linked("AB", [("A", "B", 1.0)] * 5).reasons == ("won everything against B", "lost everything against A")


@pytest.mark.parametrize(("names", "words"), [
    ("", ""), ("A", "A"), ("AB", "A and B"), ("ABCDE", "A, B, C, D and E"), ("ABCDEF", "A, B, C, D and 2 others")])
def test_long_lists_of_names_are_cut_off(names, words):
    assert join_names(list(names) or [""]) == words
