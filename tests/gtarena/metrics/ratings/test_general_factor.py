import numpy as np
import pandas as pd
import pytest
from scipy.optimize import minimize
from scipy.stats import multivariate_normal

from gtarena.errors import UsageError
from gtarena.metrics.ratings.general_factor import (
    AGENT_COLUMNS,
    ALIKE,
    FEW_AGENTS,
    FEW_RATINGS,
    GAME_COLUMNS,
    NO_RATING,
    find_factor_cells,
    general_factor,
)
from gtarena.metrics.ratings.one_factor import PENALTY, fit_models, spreads_of, standardise

WIDE = 4.0  # spread of the ratings in the outlying game


def frame(ratings):
    """A frame of ratings of shape (agents, games)."""
    return pd.DataFrame([{"agent": f"agent {agent}", "game": f"game {game}", "rating": rating}
                         for (agent, game), rating in np.ndenumerate(ratings)])


def simulated(seed, agents=8, games=9, loading=0.8):
    """Abilities, and ratings in games that depend on them but for a last one, which is spread widely."""
    generator = np.random.default_rng(seed)
    ability = generator.normal(size=agents)
    loadings = np.array([loading] * (games - 1) + [0.0])
    ratings = ability[:, None] * loadings + generator.normal(size=(agents, games)) * np.sqrt(1 - loadings**2)
    ratings[:, -1] *= WIDE
    return ability, ratings


def test_the_factor_follows_the_ability_closer_than_the_mean_and_intervals_of_90_per_cent_hold_it():
    # The full study is scripts/factor_recovery.py.
    factor, mean, weights = [], [], []
    for seed in range(20):
        ability, ratings = simulated(seed)
        found = general_factor(frame(ratings), bootstrap=0)
        factor.append(np.corrcoef(found.agents["score"], ability)[0, 1])
        mean.append(np.corrcoef(ratings.mean(axis=1), ability)[0, 1])
        weights.append(found.games[["weight", "weight_in_mean"]].iloc[-1].tolist())
    assert np.mean(factor) > 0.92
    assert np.mean(factor) > np.mean(mean) + 0.1
    weight, weight_in_mean = np.mean(weights, axis=0)
    assert weight < 0.06 < 1 / 9 < 0.3 < weight_in_mean  # WIDE / (8 + WIDE) is a third
    held = []
    for seed in range(15):
        ability, ratings = simulated(seed)
        agents = general_factor(frame(ratings), bootstrap=60, seed=seed).agents.dropna(subset="score")
        ability = ability[agents.index]
        truth = (ability - ability.mean()) / ability.std()
        held += ((agents["low"] <= truth) & (truth <= agents["high"])).tolist()
    assert 0.82 < np.mean(held) < 0.97  # 120 intervals, of which those of a table go along


def test_a_higher_score_is_better_and_a_factor_explains_more_than_by_chance_only_if_there_is_one():
    _, ratings = simulated(1)
    found = general_factor(frame(ratings), bootstrap=200)
    assert found.explained > found.by_chance
    none = general_factor(frame(np.random.default_rng(1).normal(size=ratings.shape)), bootstrap=200)
    assert none.explained < none.by_chance
    shares = none.explained, none.by_chance
    reason = "no factor: it would explain {:.0%} of the variance, and up to {:.0%} may be chance".format(*shares)
    assert (none.reason, set(none.agents["reason"])) == (reason, {reason})
    assert none.agents[["score", "low", "high"]].isna().all(axis=None)
    assert none.games["loading"].notna().all()
    _, ratings = simulated(2)
    score = general_factor(frame(ratings), bootstrap=0).agents["score"]
    assert score.mean() == pytest.approx(0)
    assert np.corrcoef(score, ratings[:, :-1].mean(axis=1))[0, 1] > 0.9
    turned = general_factor(frame(-ratings), bootstrap=0).agents["score"]
    assert turned.tolist() == pytest.approx((-score).tolist(), abs=1e-3)
    _, ratings = simulated(3)
    scaled = ratings * np.arange(1, 10) + np.arange(9)
    scores = [general_factor(frame(each), bootstrap=0).agents["score"].tolist() for each in (ratings, scaled)]
    assert scores[0] == pytest.approx(scores[1])


def test_fewer_ratings_make_a_wider_interval_and_what_is_left_out_has_a_reason_and_no_number():
    _, ratings = simulated(7)
    ratings[0, 2:] = np.nan
    agents = general_factor(frame(ratings), bootstrap=300).agents
    width = agents["high"] - agents["low"]
    assert (width[0], agents["games"][0]) == (width.max(), 2)
    assert (width[1:] < 0.8 * width[0]).all()
    _, ratings = simulated(5)
    ratings[0, 1:] = np.nan
    ratings[:, 3] = 0.0
    found = general_factor(frame(ratings), bootstrap=20)
    agent, game = found.agents.iloc[0], found.games.iloc[3]
    assert agent[["score", "low", "high"]].isna().all()
    assert (agent["reason"], agent["games"]) == ("ratings in fewer than 2 games that count", 0)
    assert game[["loading", "explained", "weight", "weight_in_mean"]].isna().all()
    assert (game["reason"], game["agents"]) == ("all ratings are equal", 0)
    assert (found.games["weight"].sum(), (found.agents["reason"] == "").sum()) == (pytest.approx(1), 7)


def test_the_same_seed_gives_the_same_intervals_and_refusals_have_reasons():
    found = general_factor(frame(np.eye(2)))
    assert np.isnan([found.explained, found.by_chance]).all()
    assert found.reason.startswith("no factor: it takes 3 agents")
    assert (list(found.agents.columns), list(found.games.columns)) == (AGENT_COLUMNS, GAME_COLUMNS)
    assert found.agents["score"].isna().all()
    with pytest.raises(UsageError, match="level=1 is not between 0 and 1"):
        general_factor(frame(np.eye(3)), level=1)
    with pytest.raises(UsageError, match="bootstrap=-1 is not a whole number"):
        general_factor(frame(np.eye(3)), bootstrap=-1)
    _, ratings = simulated(6)
    one, same, other = (general_factor(frame(ratings), 50, seed) for seed in (1, 1, 2))
    pd.testing.assert_frame_equal(one.agents, same.agents)
    assert one.by_chance == same.by_chance
    assert one.agents["low"].tolist() != other.agents["low"].tolist()
    assert general_factor(frame(ratings), bootstrap=0).agents["low"].isna().all()


def rated_by_letters(**games):
    """A rating for each letter of an agent in each game, one more than the last; a dash is no rating."""
    return pd.DataFrame([
        {"agent": "ABCDEFGH"[place], "game": game, "rating": np.nan if letter == "-" else float(letter)}
        for game, letters in games.items() for place, letter in enumerate(letters)])


def reasons(cells):
    return ({name: why for name, why in zip(cells.agents, cells.agent_reasons, strict=True) if why},
            {name: why for name, why in zip(cells.games, cells.game_reasons, strict=True) if why})


APART = "no game in common with A, B, C and D"


@pytest.mark.parametrize(("games", "agents", "left_out"), [
    ({"x": "1234-", "y": "3214-", "z": "132--", "few": "12---", "alike": "11111"},
     {"E": FEW_RATINGS}, {"few": FEW_AGENTS, "alike": ALIKE}),
    # D and E have only two games with each other and C; without them nothing is left of v.
    ({"x": "123--", "y": "312--", "z": "231--", "v": "--123"}, {"D": FEW_RATINGS, "E": FEW_RATINGS}, {"v": FEW_AGENTS}),
    ({"x": "123-", "y": "321-", "z": "132-"}, {"D": NO_RATING}, {}),
    ({"x": "1234---", "y": "3214---", "z": "1324---", "u": "----123", "v": "----213", "w": "----132"},
     dict.fromkeys("EFG", APART), dict.fromkeys("uvw", APART))])
def test_games_of_three_different_ratings_and_agents_in_two_games_are_kept_if_they_are_linked(games, agents, left_out):
    cells = find_factor_cells(rated_by_letters(**games))
    assert reasons(cells) == (agents, left_out)
    kept = [[letter != "-" and agent not in agents for agent, letter in zip(cells.agents, games[game], strict=True)]
            if game not in left_out else [False] * len(cells.agents) for game in cells.games]
    assert cells.used.T.tolist() == kept


@pytest.mark.parametrize(("games", "lacking", "left"), [
    ({"x": "123", "y": "321"}, "games", 2), ({"x": "12", "y": "21", "z": "12"}, "agents", 0),
    ({"x": "111", "y": "222", "z": "333"}, "agents", 0)])
def test_too_few_games_or_agents_give_no_factor_and_a_reason_for_all(games, lacking, left):
    cells = find_factor_cells(rated_by_letters(**games))
    assert cells.reason == f"no factor: it takes 3 {lacking} whose ratings tell something, and there are {left}"
    assert all(cells.agent_reasons)
    assert all(cells.game_reasons)
    assert not cells.used.any()


def test_all_ratings_are_used_where_there_are_enough_and_incomplete_frames_are_refused():
    cells = find_factor_cells(rated_by_letters(x="123", y="321", z="132"))
    assert cells.used.all()
    assert (reasons(cells), cells.reason) == (({}, {}), "")
    given = rated_by_letters(x="123", y="321", z="132", overall="123").assign(matches=4)
    given.loc[(given["agent"] == "C") & (given["game"] == "x"), "matches"] = 0
    cells = find_factor_cells(given)
    assert list(cells.games) == ["x", "y", "z"]
    assert np.isnan(cells.x[2, 0])
    cells = find_factor_cells(rated_by_letters(x="123---", y="321---", z="132---", u="---123", v="---213", w="---132"))
    assert cells.reason == "no factor: it takes 3 agents whose ratings tell something, and there are 0"
    assert set(cells.agent_reasons) == {"no game that links all agents"}
    assert find_factor_cells(rated_by_letters(x="1")[:0]).reason.startswith("no factor: it takes 3 agents")
    given = rated_by_letters(x="123", y="321", z="132")
    with pytest.raises(ValueError, match="lacks game, rating"):
        find_factor_cells(given[["agent"]])
    with pytest.raises(ValueError, match="two ratings of A in x"):
        find_factor_cells(pd.concat([given, given[:1]]))


def tables(number, agents, loading, seed=0):
    """Standardised ratings of normally distributed abilities, and the abilities."""
    generator = np.random.default_rng(seed)
    ability = generator.normal(size=(number, agents))
    own = generator.normal(size=(number, agents, len(loading))) * np.sqrt(1 - np.square(loading))
    known = np.ones((agents, len(loading)), dtype=bool)
    return standardise(ability[..., None] * loading + own, known), known, ability


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


def test_the_fit_is_the_maximum_of_the_penalised_likelihood_and_gives_the_loadings_of_many_agents_back():
    x, known, _ = tables(1, 6, np.array([0.9, 0.8, 0.7, 0.5]), seed=4)
    known[0, 0] = known[3, 2] = known[5, 3] = False
    x = standardise(x, known)
    models = fit_models(x, known)
    found = np.concatenate([models.mean[0], models.loading[0], np.log(models.unique[0])])
    best = minimize(loss, found, (x[0], known))
    assert loss(found, x[0], known) == pytest.approx(best.fun, abs=1e-6)
    assert found == pytest.approx(best.x, abs=1e-3)
    loading = np.array([0.9, 0.7, 0.5, 0.0])
    x, known, ability = tables(1, 4000, loading)
    models = fit_models(x, known)
    assert models.loading[0] == pytest.approx(loading, abs=0.05)
    assert models.explained[0] == pytest.approx(loading**2, abs=0.06)
    means, variances = models.abilities(x, known)
    assert np.corrcoef(means[0], ability[0])[0, 1] ** 2 == pytest.approx(1 - variances[0, 0], abs=0.02)


def test_standardised_ratings_are_fitted_alone_as_with_others_and_no_loading_is_turned():
    x, known, _ = tables(200, 4, np.full(9, 0.9))
    assert fit_models(x, known).unique.min() > PENALTY / (4 + PENALTY) * 0.99
    x, known, _ = tables(300, 4, np.zeros(5))
    assert fit_models(x, known).loading.sum(axis=1).min() >= 0
    x, known, _ = tables(3, 7, np.full(5, 0.7))
    known[2, 1] = False
    x[:, 2, 1] = np.nan
    x = standardise(x, known)
    alone, together = fit_models(x[1:2], known), fit_models(x, known)
    assert together.loading[1] == pytest.approx(alone.loading[0], abs=1e-9)
    assert np.array_equal(fit_models(np.where(known, x, 1e6), known).loading, together.loading)
    known = np.array([[True, True], [True, True], [False, True]])
    x = np.array([[[1.0, 10], [3, 20], [99, 60]]])
    assert spreads_of(x, known)[0] == pytest.approx([1, np.std([10, 20, 60])])
    assert standardise(x, known)[0, :2, 0] == pytest.approx([-1, 1])
    assert standardise(x, known)[0, :, 1].mean() == pytest.approx(0)
    x, known, _ = tables(1, 400, np.array([0.9, 0.6, 0.6, 0.0]))
    weights = fit_models(x, known).weights[0]
    assert (weights.sum(), weights.argmax()) == (pytest.approx(1), 0)
    assert weights[3] < 0.05
