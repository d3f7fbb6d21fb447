import numpy as np
import pytest

from gtarena.errors import UsageError
from gtarena.metrics.frames import load_records
from gtarena.metrics.ratings.bradley_terry import ALIKE, COLUMNS, OVERALL, bradley_terry, win_probabilities
from gtarena.metrics.ratings.linked_agents import NO_MATCH, ONLY_TIES
from tests.support.ratings import CYCLE, FRACTIONS, THREE_TO_ONE, duels
from tests.support.records import record, seat, write_log


def overall(frame, column="rating"):
    return dict(frame[frame["game"] == OVERALL].set_index("agent")[column])


def test_a_plain_fit_has_the_published_values_and_no_interval():
    frame = bradley_terry(duels(FRACTIONS), bootstrap=0)
    assert overall(frame) == pytest.approx({"A": 0.524351, "B": -0.244718, "C": -0.279633}, abs=1e-5)
    assert frame[["low", "high", "low_95", "high_95"]].isna().all(axis=None)
    assert (list(frame.columns), overall(frame, "matches")) == (COLUMNS, {"A": 4, "B": 4, "C": 4})


def test_the_rating_is_the_mean_over_resamples_within_intervals_of_growing_levels():
    frame = bradley_terry(duels(FRACTIONS * 5), bootstrap=2000)
    assert frame["game"].unique().tolist() == [OVERALL, "kuhn_poker"]
    for _, row in frame.iterrows():
        assert row["low_95"] < row["low"] < row["rating"] < row["high"] < row["high_95"]
    assert frame["rating"].sum() == pytest.approx(0, abs=1e-9)
    half = bradley_terry(duels(FRACTIONS * 5), bootstrap=2000, level=0.5)
    assert (half["high"] - half["low"] < frame["high"] - frame["low"]).all()


def test_the_same_seed_gives_the_same_numbers():
    played = duels(FRACTIONS)
    first, again, other = (bradley_terry(played, 200, seed) for seed in (0, 0, 1))
    assert first.equals(again)
    assert not first.equals(other)


def test_games_with_more_matches_do_not_count_more():
    played = duels(THREE_TO_ONE * 25, "nim") + duels([(b, a, score) for a, b, score in THREE_TO_ONE], "pig")
    assert overall(bradley_terry(played, bootstrap=0))["A"] == pytest.approx(0, abs=1e-9)


def test_one_sided_matches_are_refused_and_the_prior_is_published():
    played = duels([("A", "B", 1.0)] * 5)
    refused = bradley_terry(played, bootstrap=50)
    assert refused["rating"].isna().all()
    assert overall(refused, "reason") == {"A": "won everything against B", "B": "lost everything against A"}
    prior = bradley_terry(played, 50, undefined="prior")
    assert overall(prior) == pytest.approx({"A": 3.912223, "B": -3.912223}, abs=1e-5)


def test_an_agent_without_matches_has_no_number_except_by_the_prior():
    played = [*duels(THREE_TO_ONE), record("z", [seat("C"), seat("C")], [1, 0])]
    refused = bradley_terry(played, bootstrap=0)
    assert overall(refused, "reason")["C"] == NO_MATCH
    assert overall(refused)["A"] == pytest.approx(0.548640, abs=1e-5)
    prior = overall(bradley_terry(played, bootstrap=0, undefined="prior"))
    assert prior == pytest.approx({"A": 0.500527, "B": -0.596089, "C": 0.095562}, abs=1e-5)


def test_a_cycle_of_three_is_rated():
    assert overall(bradley_terry(duels(CYCLE), bootstrap=0)) == pytest.approx({"A": 0, "B": 0, "C": 0}, abs=1e-9)


def test_ties_are_dropped_or_count_half():
    played = duels([("A", "B", 0.5)] * 3)
    assert overall(bradley_terry(played), "reason") == {"A": ONLY_TIES, "B": ONLY_TIES}
    assert overall(bradley_terry(played, ties="half")) == pytest.approx({"A": 0, "B": 0}, abs=1e-9)


def test_matches_that_ended_alike_have_a_rating_but_no_interval():
    frame = bradley_terry(duels([("A", "B", 0.75)] * 4), bootstrap=50)
    assert overall(frame)["A"] == pytest.approx(np.log(3) / 2, abs=1e-3)
    assert (overall(frame, "reason")["A"], frame["low_95"].isna().all()) == (ALIKE, True)


def test_the_anchor_is_0_in_every_resample():
    frame = bradley_terry(duels(FRACTIONS * 3), bootstrap=100, anchor="B")
    anchored = frame[frame["agent"] == "B"]
    assert (anchored[["rating", "low", "high", "low_95", "high_95"]] == 0).all(axis=None)
    assert overall(frame)["A"] > 0


def test_ratings_relative_to_an_anchor_without_a_rating_are_refused():
    frame = bradley_terry(duels([*THREE_TO_ONE, ("C", "A", 1.0)]), bootstrap=0, anchor="C")
    assert frame["rating"].isna().all()
    assert overall(frame, "reason")["A"].startswith("the anchor C has no rating: won everything")


def test_an_anchor_is_named_with_its_settings():
    small, large = seat("mcts", simulations=10), seat("mcts", simulations=1000)
    played = [record(f"m{n}", [large, small], [n % 4 > 0, n % 4 == 0], seed=n) for n in range(8)]
    anchored = overall(bradley_terry(played, bootstrap=0, anchor="mcts simulations=10"))
    assert anchored["mcts simulations=10"] == 0
    assert anchored["mcts simulations=1000"] == pytest.approx(np.log(3), abs=0.01)


def test_agents_that_differ_in_a_setting_are_rated_apart_in_a_loaded_frame(tmp_path):
    hot, cold = (seat("llm", "m", temperature=t) for t in (1.0, 0.0))
    played = [record(f"m{n}", [each, seat("random")], [n % 2, 1 - n % 2], seed=n)
              for n, each in enumerate([hot, hot, cold, cold])]
    loaded = load_records(write_log(tmp_path / "matches.jsonl", *played))
    assert {"llm m temperature=0", "llm m temperature=1", "random"} == set(bradley_terry(loaded, 0)["agent"])
    pooled = loaded.assign(settings=[["", ""]] * len(loaded))
    assert set(bradley_terry(pooled, 0)["agent"]) == {"llm m", "random"}


def test_no_matches_give_no_rows():
    assert bradley_terry([]).columns.tolist() == COLUMNS
    assert bradley_terry([]).empty


@pytest.mark.parametrize(("setting", "words"), [
    ({"ties": "lose"}, "ties='lose' is not one of drop, half"), ({"undefined": "0"}, "undefined='0'"),
    ({"bootstrap": -1}, "bootstrap=-1"), ({"alpha": 0}, "alpha=0 is not positive"), ({"level": 90}, "level=90"),
    ({"anchor": "Z"}, "unknown agent 'Z'")])
def test_a_setting_with_another_value_is_refused(setting, words):
    with pytest.raises(UsageError, match=words):
        bradley_terry(duels(THREE_TO_ONE), **{"bootstrap": 10, **setting})


def test_win_probabilities_are_those_of_the_model():
    frame = bradley_terry([*duels(THREE_TO_ONE), *duels([("C", "A", 1.0)])], bootstrap=0)
    chances = win_probabilities(frame)
    # By hand: the ratings differ by ln 3 but for the regularisation.
    assert chances.loc["A", "B"] == pytest.approx(0.75, abs=0.001)
    assert chances.loc["A", "B"] + chances.loc["B", "A"] == pytest.approx(1)
    assert (chances.loc["A", "A"], np.isnan(chances.loc["C", "A"])) == (0.5, True)
    with pytest.raises(UsageError, match="unknown game 'nim'"):
        win_probabilities(frame, "nim")


@pytest.mark.parametrize("setting", [{"bootstrap": 1.5}, {"bootstrap": -1}, {"seed": -1}, {"seed": "one"}])
def test_numbers_that_are_no_counts_are_refused(setting):
    with pytest.raises(UsageError, match="is not a whole number from 0 on"):
        bradley_terry(duels(THREE_TO_ONE), **setting)


def test_an_unknown_anchor_or_game_is_told_what_there_is():
    with pytest.raises(UsageError, match=r"unknown agent 'Z' \(the agents are: A, B\)"):
        bradley_terry(duels(THREE_TO_ONE), anchor="Z")
    with pytest.raises(UsageError, match=r"unknown game 'chess' \(there are ratings in: overall, kuhn_poker\)"):
        win_probabilities(bradley_terry(duels(THREE_TO_ONE), bootstrap=0), "chess")


@pytest.mark.parametrize("bootstrap", [0, 20])
@pytest.mark.parametrize("played", [
    [record("i", [seat("A"), seat("B"), seat("C")], None, outcome="invalid")],
    [record("s", [seat(name)] * 2, [1, 0], seed=number) for number, name in enumerate("ABC")]])
def test_without_data_all_agents_have_the_rating_0_of_the_prior(played, bootstrap):
    # Such as a suite in which agents met only themselves so far.
    assert overall(bradley_terry(played, bootstrap, undefined="prior")) == pytest.approx({"A": 0, "B": 0, "C": 0})
    assert overall(bradley_terry(played, bootstrap), "reason") == dict.fromkeys("ABC", NO_MATCH)
