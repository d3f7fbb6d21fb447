import numpy as np
import pandas as pd
import pytest

from gtarena.errors import UsageError
from gtarena.metrics.ratings.general_factor import AGENT_COLUMNS, GAME_COLUMNS, general_factor

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


def test_the_factor_follows_the_ability_closer_than_the_mean_does_since_an_outlying_game_weighs_less():
    # The full study is scripts/factor_recovery.py.
    factor, mean, weights = [], [], []
    for seed in range(40):
        ability, ratings = simulated(seed)
        found = general_factor(frame(ratings), bootstrap=0)
        factor.append(np.corrcoef(found.agents["score"], ability)[0, 1])
        mean.append(np.corrcoef(ratings.mean(axis=1), ability)[0, 1])
        weights.append(found.games[["weight", "weight_in_mean"]].iloc[-1].tolist())
    assert np.mean(factor) > 0.92
    assert np.mean(factor) > np.mean(mean) + 0.1
    weight, weight_in_mean = np.mean(weights, axis=0)
    assert weight < 0.06 < 1 / 9 < 0.3 < weight_in_mean  # WIDE / (8 + WIDE) is a third


def test_intervals_of_90_per_cent_hold_the_abilities():
    held = []
    for seed in range(15):
        ability, ratings = simulated(seed)
        agents = general_factor(frame(ratings), bootstrap=150, seed=seed).agents.dropna(subset="score")
        ability = ability[agents.index]
        truth = (ability - ability.mean()) / ability.std()
        held += ((agents["low"] <= truth) & (truth <= agents["high"])).tolist()
    assert 0.82 < np.mean(held) < 0.97  # 120 intervals, of which those of a table go along


def test_a_factor_explains_more_than_by_chance_only_if_there_is_one():
    _, ratings = simulated(1)
    found = general_factor(frame(ratings), bootstrap=200)
    assert found.explained > found.by_chance
    unrelated = np.random.default_rng(1).normal(size=ratings.shape)
    none = general_factor(frame(unrelated), bootstrap=200)
    assert none.explained < none.by_chance
    shares = none.explained, none.by_chance
    reason = "no factor: it would explain {:.0%} of the variance, and up to {:.0%} may be chance".format(*shares)
    assert (none.reason, set(none.agents["reason"])) == (reason, {reason})
    assert none.agents[["score", "low", "high"]].isna().all(axis=None)
    assert none.games["loading"].notna().all()


def test_a_higher_score_is_better_and_scores_have_the_mean_0():
    _, ratings = simulated(2)
    score = general_factor(frame(ratings), bootstrap=0).agents["score"]
    assert score.mean() == pytest.approx(0)
    assert np.corrcoef(score, ratings[:, :-1].mean(axis=1))[0, 1] > 0.9
    turned = general_factor(frame(-ratings), bootstrap=0).agents["score"]
    assert turned.tolist() == pytest.approx((-score).tolist(), abs=1e-3)


def test_neither_the_scale_of_a_game_nor_its_origin_changes_a_score():
    _, ratings = simulated(3)
    scaled = ratings * np.arange(1, 10) + np.arange(9)
    scores = [general_factor(frame(each), bootstrap=0).agents["score"].tolist() for each in (ratings, scaled)]
    assert scores[0] == pytest.approx(scores[1])


def test_fewer_ratings_make_a_wider_interval():
    _, ratings = simulated(7)
    ratings[0, 2:] = np.nan
    agents = general_factor(frame(ratings), bootstrap=300).agents
    width = agents["high"] - agents["low"]
    assert (width[0], agents["games"][0]) == (width.max(), 2)
    assert (width[1:] < 0.8 * width[0]).all()


def test_what_is_left_out_has_a_reason_and_no_number():
    _, ratings = simulated(5)
    ratings[0, 1:] = np.nan
    ratings[:, 3] = 0.0
    found = general_factor(frame(ratings), bootstrap=20)
    agent, game = found.agents.iloc[0], found.games.iloc[3]
    assert agent[["score", "low", "high"]].isna().all()
    assert (agent["reason"], agent["games"]) == ("ratings in fewer than 2 games that count", 0)
    assert game[["loading", "explained", "weight", "weight_in_mean"]].isna().all()
    assert (game["reason"], game["agents"]) == ("all ratings are equal", 0)
    assert found.games["weight"].sum() == pytest.approx(1)
    assert (found.agents["reason"] == "").sum() == 7


def test_no_factor_is_refused_with_a_reason():
    found = general_factor(frame(np.eye(2)))
    assert np.isnan([found.explained, found.by_chance]).all()
    assert found.reason.startswith("no factor: it takes 3 agents")
    assert (list(found.agents.columns), list(found.games.columns)) == (AGENT_COLUMNS, GAME_COLUMNS)
    assert found.agents["score"].isna().all()


def test_the_same_seed_gives_the_same_intervals_and_without_a_bootstrap_there_are_none():
    _, ratings = simulated(6)
    one, same, other = (general_factor(frame(ratings), 50, seed) for seed in (1, 1, 2))
    pd.testing.assert_frame_equal(one.agents, same.agents)
    assert one.by_chance == same.by_chance
    assert one.agents["low"].tolist() != other.agents["low"].tolist()
    assert general_factor(frame(ratings), bootstrap=0).agents["low"].isna().all()


def test_settings_that_make_no_sense_are_refused():
    with pytest.raises(UsageError, match="level=1 is not between 0 and 1"):
        general_factor(frame(np.eye(3)), level=1)
    with pytest.raises(UsageError, match="bootstrap=-1 is not a whole number"):
        general_factor(frame(np.eye(3)), bootstrap=-1)
