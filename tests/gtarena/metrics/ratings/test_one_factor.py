import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.stats import multivariate_normal

from gtarena.metrics.ratings.one_factor import PENALTY, fit, spreads_of, standardised


def tables(number, agents, loading, seed=0):
    """Standardised ratings of normally distributed abilities, and the abilities."""
    generator = np.random.default_rng(seed)
    ability = generator.normal(size=(number, agents))
    own = generator.normal(size=(number, agents, len(loading))) * np.sqrt(1 - np.square(loading))
    known = np.ones((agents, len(loading)), dtype=bool)
    return standardised(ability[..., None] * loading + own, known), known, ability


def loss(parameters, x, known):
    """The negative penalised log-likelihood of a table, written out cell by cell with SciPy's normal density."""
    mean, loading, unique = parameters.reshape(3, -1) * 1.0
    unique = np.exp(unique)
    total = PENALTY / 2 * (np.log(unique) + 1 / unique).sum()
    for values, cells in zip(x, known, strict=True):
        part = loading[cells]
        covariance = np.outer(part, part) + np.diag(unique[cells])
        total -= multivariate_normal.logpdf(values[cells], mean[cells], covariance)
    return total


def test_the_fit_is_the_maximum_of_the_penalised_likelihood_also_with_missing_cells():
    x, known, _ = tables(1, 6, np.array([0.9, 0.8, 0.7, 0.5]), seed=4)
    known[0, 0] = known[3, 2] = known[5, 3] = False
    x = standardised(x, known)
    models = fit(x, known)
    found = np.concatenate([models.mean[0], models.loading[0], np.log(models.unique[0])])
    best = minimize(loss, found, (x[0], known))
    assert loss(found, x[0], known) == pytest.approx(best.fun, abs=1e-6)
    assert found == pytest.approx(best.x, abs=1e-3)


def test_many_agents_give_the_loadings_back():
    loading = np.array([0.9, 0.7, 0.5, 0.0])
    x, known, ability = tables(1, 4000, loading)
    models = fit(x, known)
    assert models.loading[0] == pytest.approx(loading, abs=0.05)
    assert models.explained[0] == pytest.approx(loading**2, abs=0.06)
    means, variances = models.abilities(x, known)
    assert np.corrcoef(means[0], ability[0])[0, 1] ** 2 == pytest.approx(1 - variances[0, 0], abs=0.02)


def test_no_unique_variance_vanishes_with_fewer_agents_than_games():
    x, known, _ = tables(200, 4, np.full(9, 0.9))
    assert fit(x, known).unique.min() > PENALTY / (4 + PENALTY) * 0.99


def test_a_table_is_fitted_alone_as_with_others_and_a_cell_that_is_missing_is_not_read():
    x, known, _ = tables(3, 7, np.full(5, 0.7))
    known[2, 1] = False
    x[:, 2, 1] = np.nan
    x = standardised(x, known)
    alone, together = fit(x[1:2], known), fit(x, known)
    assert together.loading[1] == pytest.approx(alone.loading[0], abs=1e-9)
    filled = np.where(known, x, 1e6)
    assert np.array_equal(fit(filled, known).loading, together.loading)


def test_the_sum_of_the_loadings_is_not_negative():
    x, known, _ = tables(300, 4, np.zeros(5))
    assert fit(x, known).loading.sum(axis=1).min() >= 0


def test_standardised_ratings_have_mean_0_and_standard_deviation_1_over_the_known_cells():
    known = np.array([[True, True], [True, True], [False, True]])
    x = np.array([[[1.0, 10], [3, 20], [99, 60]]])
    assert spreads_of(x, known)[0] == pytest.approx([1, np.std([10, 20, 60])])
    assert standardised(x, known)[0, :2, 0] == pytest.approx([-1, 1])
    assert standardised(x, known)[0, :, 1].mean() == pytest.approx(0)


def test_weights_are_shares_of_the_games():
    x, known, _ = tables(1, 400, np.array([0.9, 0.6, 0.6, 0.0]))
    weights = fit(x, known).weights[0]
    assert weights.sum() == pytest.approx(1)
    assert weights.argmax() == 0
    assert weights[3] < 0.05
