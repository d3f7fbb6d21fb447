import os
import sys
from pathlib import Path

import choix
import numpy as np
import pytest

from gtarena.errors import UsageError
from gtarena.metrics.frames import load_records
from gtarena.metrics.ratings import public
from gtarena.metrics.ratings.bradley_terry import ALIKE, COLUMNS, OVERALL, bradley_terry, win_probabilities
from gtarena.metrics.ratings.elo import elo
from gtarena.metrics.ratings.linked_agents import NO_MATCH, ONLY_TIES
from gtarena.metrics.ratings.populations import alpha_rank, nash_averaging
from gtarena.suites.gamebench.importer.match_import import import_matches
from tests.support.ratings import CYCLE, FRACTIONS, THREE_TO_ONE, duels, wins
from tests.support.records import record, seat, write_log

# C won both of its matches against A and lost none; D lost all three of its matches against B.
SWEEPS = [*THREE_TO_ONE * 5, *[("C", "A", 1.0)] * 2, *[("B", "D", 1.0)] * 3]


def overall(frame, column="rating"):
    return dict(frame[frame["game"] == OVERALL].set_index("agent")[column])


def test_fits_have_the_published_values_intervals_of_growing_levels_and_numbers_of_their_seed():
    frame = bradley_terry(duels(FRACTIONS), bootstrap=0, undefined="prior")
    assert overall(frame) == pytest.approx({"A": 0.524351, "B": -0.244718, "C": -0.279633}, abs=1e-5)
    frame = bradley_terry(duels(FRACTIONS), bootstrap=0)
    fitted = choix.ilsr_pairwise_dense(wins("ABC", FRACTIONS), 0.0, max_iter=10_000, tol=1e-12)
    assert overall(frame) == pytest.approx(dict(zip("ABC", fitted, strict=True)), abs=1e-8)
    assert frame[["low", "high", "low_95", "high_95"]].isna().all(axis=None)
    assert (list(frame.columns), overall(frame, "matches")) == (COLUMNS, {"A": 4, "B": 4, "C": 4})
    frame = bradley_terry(duels(FRACTIONS * 5), bootstrap=2000)
    assert frame["game"].unique().tolist() == [OVERALL, "kuhn_poker"]
    for _, row in frame.iterrows():
        assert row["low_95"] < row["low"] < row["rating"] < row["high"] < row["high_95"]
    assert frame["rating"].sum() == pytest.approx(0, abs=1e-9)
    half = bradley_terry(duels(FRACTIONS * 5), bootstrap=2000, level=0.5)
    assert (half["high"] - half["low"] < frame["high"] - frame["low"]).all()
    played = duels(FRACTIONS * 3)
    first, again, other = (bradley_terry(played, 200, seed) for seed in (0, 0, 1))
    assert first.equals(again)
    assert not first.equals(other)
    played = duels(THREE_TO_ONE * 25, "nim") + duels([(b, a, score) for a, b, score in THREE_TO_ONE], "pig")
    assert overall(bradley_terry(played, bootstrap=0))["A"] == pytest.approx(0, abs=1e-9)


def test_cycles_and_half_ties_are_rated_dropped_ties_are_not_and_matches_that_ended_alike_have_no_interval():
    assert overall(bradley_terry(duels(CYCLE), bootstrap=0)) == pytest.approx({"A": 0, "B": 0, "C": 0}, abs=1e-9)
    played = duels([("A", "B", 0.5)] * 3)
    assert overall(bradley_terry(played), "reason") == {"A": ONLY_TIES, "B": ONLY_TIES}
    assert overall(bradley_terry(played, ties="half")) == pytest.approx({"A": 0, "B": 0}, abs=1e-9)
    few = bradley_terry(duels([("A", "B", 0.75)] * 5), bootstrap=50)
    assert few[["low", "high", "low_95", "high_95"]].isna().all(axis=None)
    assert overall(few, "reason")["A"] == "no interval from 5 deals: one takes 6, 2 times as many matches"
    assert bradley_terry(duels([("A", "B", 0.75)] * 5), bootstrap=50, undefined="prior")["low"].notna().all()
    frame = bradley_terry(duels([("A", "B", 0.75)] * 6), bootstrap=50)
    assert overall(frame)["A"] == pytest.approx(np.log(3) / 2, abs=1e-3)
    assert (overall(frame, "reason")["A"], set(frame["low_95"]), set(frame["high"])) == (ALIKE, {-np.inf}, {np.inf})
    assert (bradley_terry([]).columns.tolist(), len(bradley_terry([]))) == (COLUMNS, 0)


def test_an_anchor_is_named_with_its_settings_and_is_0_in_every_resample_or_nobody_has_a_rating(tmp_path):
    frame = bradley_terry(duels(FRACTIONS * 3), bootstrap=100, anchor="B")
    anchored = frame[frame["agent"] == "B"]
    assert (anchored[["rating", "low", "high", "low_95", "high_95"]] == 0).all(axis=None)
    assert overall(frame)["A"] > 0
    frame = bradley_terry(duels([*THREE_TO_ONE, ("C", "A", 1.0)]), bootstrap=0, anchor="C")
    assert frame["rating"].isna().all()
    assert overall(frame, "reason")["A"].startswith("the anchor C has no rating: won everything")
    small, large = seat("mcts", simulations=10), seat("mcts", simulations=1000)
    played = [record(f"m{n}", [large, small], [n % 4 > 0, n % 4 == 0], seed=n) for n in range(8)]
    anchored = overall(bradley_terry(played, bootstrap=0, anchor="mcts simulations=10"))
    assert anchored["mcts simulations=10"] == 0
    assert anchored["mcts simulations=1000"] == pytest.approx(np.log(3), abs=0.01)
    hot, cold = (seat("llm", "m", temperature=t) for t in (1.0, 0.0))
    played = [record(f"m{n}", [each, seat("random")], [n % 2, 1 - n % 2], seed=n)
              for n, each in enumerate([hot, hot, cold, cold])]
    loaded = load_records(write_log(tmp_path / "matches.jsonl", *played))
    assert {"llm m temperature=0", "llm m temperature=1", "random"} == set(bradley_terry(loaded, 0)["agent"])
    pooled = loaded.assign(settings=[["", ""]] * len(loaded))
    assert set(bradley_terry(pooled, 0)["agent"]) == {"llm m", "random"}


@pytest.mark.parametrize(("setting", "words"), [
    ({"ties": "lose"}, "ties='lose' is not one of drop, half"), ({"undefined": "0"}, "undefined='0'"),
    *(({name: value}, f"{name}={value}.* is not a whole number from 0 on") for name, value in (
        ("bootstrap", -1), ("bootstrap", 1.5), ("seed", -1))), ({"seed": "one"}, "is not a whole number from 0 on"),
    ({"alpha": 0}, "alpha=0 is not positive"), ({"level": 90}, "level=90"),
    ({"anchor": "Z"}, r"unknown agent 'Z' \(the agents are: A, B\)")])
def test_a_setting_with_another_value_is_refused(setting, words):
    with pytest.raises(UsageError, match=words):
        bradley_terry(duels(THREE_TO_ONE), **{"bootstrap": 10, **setting})


@pytest.mark.parametrize("bootstrap", [0, 20])
@pytest.mark.parametrize("played", [
    [record("i", [seat("A"), seat("B"), seat("C")], None, outcome="invalid")],
    [record("s", [seat(name)] * 2, [1, 0], seed=number) for number, name in enumerate("ABC")]])
def test_without_data_all_agents_have_the_rating_0_of_the_prior(played, bootstrap):
    # Such as a suite in which agents met only themselves so far.
    assert overall(bradley_terry(played, bootstrap, undefined="prior")) == pytest.approx({"A": 0, "B": 0, "C": 0})
    assert overall(bradley_terry(played, bootstrap), "reason") == dict.fromkeys("ABC", NO_MATCH)


def ratings(played, **settings):
    frame = elo(played, **settings)
    return dict(frame[frame["game"] == "overall"].set_index("agent")["rating"])


@pytest.mark.parametrize(("played", "odds"), [
    (THREE_TO_ONE, 3),
    ([*THREE_TO_ONE, ("A", "B", 0.5), ("B", "A", 0.5)], 2)])  # by hand: 3 wins and 2 draws of 6 are odds of 4 to 2
def test_ratings_are_400_times_the_logarithm_of_the_odds_apart_with_a_draw_as_half_a_win(played, odds):
    assert ratings(duels(played)) == pytest.approx({"A": 400 * np.log10(odds), "B": 0})
    assert elo([]).empty


def test_who_cannot_be_compared_is_refused_or_smoothed_and_win_probabilities_are_those_of_the_model():
    played = duels([("A", "B", 1.0)] * 5)
    refused = bradley_terry(played, bootstrap=50)
    assert refused["rating"].isna().all()
    assert overall(refused, "reason") == {"A": "won everything against B", "B": "lost everything against A"}
    prior = bradley_terry(played, 50, undefined="prior")
    assert overall(prior) == pytest.approx({"A": 3.912223, "B": -3.912223}, abs=1e-5)
    played = [*duels(THREE_TO_ONE), record("z", [seat("C"), seat("C")], [1, 0])]
    refused = bradley_terry(played, bootstrap=0)
    assert overall(refused, "reason")["C"] == NO_MATCH
    assert overall(refused)["A"] == pytest.approx(np.log(3) / 2)
    prior = overall(bradley_terry(played, bootstrap=0, undefined="prior"))
    assert prior == pytest.approx({"A": 0.500527, "B": -0.596089, "C": 0.095562}, abs=1e-5)
    frame = bradley_terry([*duels(THREE_TO_ONE), *duels([("C", "A", 1.0)])], bootstrap=0)
    chances = win_probabilities(frame)
    assert chances.loc["A", "B"] == pytest.approx(0.75)  # by hand: the ratings differ by ln 3
    assert chances.loc["A", "B"] + chances.loc["B", "A"] == pytest.approx(1)
    assert (chances.loc["A", "A"], np.isnan(chances.loc["C", "A"])) == (0.5, True)
    with pytest.raises(UsageError, match=r"unknown game 'nim' \(there are ratings in: overall, kuhn_poker\)"):
        win_probabilities(frame, "nim")
    played = [*duels([*THREE_TO_ONE, ("C", "A", 1.0)]), record("z", [seat("D"), seat("D")], [1, 0])]
    frame = elo(played)
    reasons = dict(frame[frame["game"] == "overall"].set_index("agent")["reason"])
    assert (reasons["D"], reasons["A"]) == (NO_MATCH, "")
    assert reasons["C"].startswith("won everything")
    assert np.isnan([ratings(played)[agent] for agent in "CD"]).all()
    assert not np.isnan(list(ratings(played, smoothing=0.01).values())).any()


@pytest.mark.parametrize("settings", [{"ties": "half"}, {"ties": "drop"}, {"ties": "half", "anchor": "B"}])
def test_no_rating_interval_or_bound_depends_on_regularisation_unless_it_is_the_published_recipe(settings):
    # Few matches, so that some agent wins everything in many resamples.
    played = [*duels([*FRACTIONS, *SWEEPS]), *duels([*CYCLE, ("A", "B", 0.5)], "nim"), *duels(THREE_TO_ONE, "pig")]
    frames = [bradley_terry(played, 100, alpha=alpha, **settings) for alpha in (1e-3, 1e-5, 1e-7)]
    assert frames[0].equals(frames[1])
    assert frames[0].equals(frames[2])
    assert np.isinf(frames[0][["low", "high"]].to_numpy()).any()
    published = [bradley_terry(played, 100, undefined="prior", alpha=alpha, **settings) for alpha in (1e-3, 1e-7)]
    assert np.abs(published[0]["rating"] - published[1]["rating"]).max() > 0.3


@pytest.mark.skipif("GTARENA_GAMEBENCH" not in os.environ, reason="GTARENA_GAMEBENCH names no checkout of GameBench")
def test_ratings_of_the_published_matches_do_not_depend_on_regularisation(tmp_path):
    list(import_matches(Path(os.environ["GTARENA_GAMEBENCH"]), tmp_path / "matches.jsonl"))
    played = load_records(tmp_path / "matches.jsonl")
    frames = [bradley_terry(played, 500, ties="half", alpha=alpha) for alpha in (1e-3, 1e-5, 1e-7)]
    assert frames[0].equals(frames[1])
    assert frames[0].equals(frames[2])
    rated = frames[0].set_index(["game", "agent"])["rating"]
    plain = {("are_you_the_traitor", "gpt-3-cot"): 2.16, ("arctic_scavengers", "gpt-4-cot"): 1.165,
             ("santorini", "gpt-3"): 1.085, ("overall", "human"): 1.545}
    assert {key: rated[key] for key in plain} == pytest.approx(plain, abs=0.015)


def test_who_won_or_lost_everything_has_the_bound_at_which_that_has_a_probability_of_5_per_cent():
    frame = bradley_terry(duels(SWEEPS), 4000).set_index(["game", "agent"]).loc["overall"]
    alone = bradley_terry(duels([*THREE_TO_ONE * 5, *[("C", "A", 1.0)] * 2]), 0).set_index("agent")["rating"]
    assert frame["rating"].isna().tolist() == [False, False, True, True]
    assert (frame.loc["C", "high"], frame.loc["D", "low"]) == (np.inf, -np.inf)
    # By hand, with A at its fit: a probability p with p^2 = 0.05, of which the rating is the logarithm of the odds.
    p = 0.05 ** (1 / 2)
    assert frame.loc["C", "low"] == pytest.approx(alone["A"] + np.log(p / (1 - p)), abs=0.1)
    p = 0.025 ** (1 / 3)
    assert frame.loc["D", "high_95"] == pytest.approx(-alone["A"] - np.log(p / (1 - p)), abs=0.15)
    assert bradley_terry(duels(SWEEPS), 0)["low"].isna().all()


def test_bounds_hold_the_true_rating_of_an_unbeaten_agent_as_often_as_they_promise():
    # A true rating of 1.5 above even opponents: unbeaten in 4 matches with probability 0.45, in 12 with 0.09.
    generator, truth, failed, unbeaten = np.random.default_rng(3), 1.5, 0, 0
    for matches in (1, 3) * 40:
        won = generator.random((2, 2 * matches)) < 1 / (1 + np.exp(-truth))
        if won.all():
            played = [("A", "B", 1.0), ("B", "A", 1.0)] * 10
            played += [("C", other, 1.0) for other in "AB" for _ in range(2 * matches)]
            low = bradley_terry(duels(played), 20).query("agent == 'C'")["low"].iloc[0]
            failed, unbeaten = failed + (low > truth), unbeaten + 1
    assert unbeaten > 15
    assert failed <= 0.05 * 80 + 4  # of all tournaments, with two standard deviations


def column(frame, name="share"):
    return dict(frame[frame["game"] == "overall"].set_index("agent")[name])


def test_an_agent_that_beats_all_has_everything_and_in_a_cycle_all_are_equal_with_games_counting_the_same():
    third = {"A": 1 / 3, "B": 1 / 3, "C": 1 / 3}
    assert column(nash_averaging(duels(CYCLE))) == pytest.approx(third, abs=1e-5)
    assert column(nash_averaging(duels(CYCLE)), "advantage") == pytest.approx(dict.fromkeys("ABC", 0), abs=1e-5)
    assert column(alpha_rank(duels(CYCLE))) == pytest.approx(third, abs=1e-6)
    # A and its copy D beat B, B beats C, C beats A and D: the thirds of the cycle, of which two share one.
    played = duels([*CYCLE, ("D", "B", 1.0), ("C", "D", 1.0), ("A", "D", 0.5)])
    assert column(nash_averaging(played)) == pytest.approx({"A": 1 / 6, "B": 1 / 3, "C": 1 / 3, "D": 1 / 6}, abs=1e-4)
    played = duels([("A", "B", 1.0), ("A", "C", 1.0), ("B", "C", 0.75)])
    averaged = nash_averaging(played)
    assert column(averaged) == pytest.approx({"A": 1, "B": 0, "C": 0}, abs=1e-4)
    # By hand: against A alone both others score 0, one half less than an even match.
    assert column(averaged, "advantage") == pytest.approx({"A": 0, "B": -0.5, "C": -0.5}, abs=1e-4)
    assert column(alpha_rank(played)) == pytest.approx({"A": 1, "B": 0, "C": 0}, abs=1e-6)
    # By hand: A scores 1 in nim and 1/4 on average in pig, so 5/8 overall: an advantage of 1/8 over B.
    played = duels([("A", "B", 1.0)], "nim") + duels([("A", "B", 0.0), ("A", "B", 0.5)], "pig")
    assert column(nash_averaging(played), "advantage") == pytest.approx({"A": 0, "B": -1 / 8}, abs=1e-4)
    # The means of 0.9, 0.8, 0.7 and of 0.1, 0.2, 0.3 do not add up to exactly 1 for a computer.
    played = duels([("A", "B", 0.9), ("A", "B", 0.8), ("A", "B", 0.7)])
    assert column(nash_averaging(played), "advantage") == pytest.approx({"A": 0, "B": -0.3}, abs=1e-4)


@pytest.mark.parametrize("solve", [nash_averaging, alpha_rank])
def test_agents_that_have_not_met_are_named_instead_of_a_number(solve):
    frame = solve(duels([("A", "B", 1.0), ("C", "B", 1.0)]))
    assert frame["share"].isna().all()
    assert set(frame["reason"]) == {"no match of A with C"}


@pytest.mark.parametrize(("solve", "module", "library"), [
    (nash_averaging, "open_spiel.python.algorithms.nash_averaging", "cvxpy"),
    (alpha_rank, "open_spiel.python.egt.alpharank", "networkx")])
def test_a_missing_library_is_named(monkeypatch, solve, module, library):
    for name in [name for name in sys.modules if name.startswith(("open_spiel.python.egt", module))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(UsageError, match=rf"needs {library}, .*'\.\[populations\]'"):
        solve(duels(CYCLE))


def simulated(agents, matches, generator):
    """Matches of all pairs, won as the model says, and the true ratings by name."""
    truth = generator.normal(0, 1, agents)
    truth -= truth.mean()
    names = [f"agent {number}" for number in range(agents)]
    played = [(names[i], names[j], float(generator.random() < 1 / (1 + np.exp(truth[j] - truth[i]))))
              for i in range(agents) for j in range(i) for _ in range(matches)]
    return duels(played), dict(zip(names, truth, strict=True))


def test_intervals_of_95_per_cent_of_the_public_fit_hold_the_true_ratings():
    assert all(callable(getattr(public, name)) for name in public.__all__)
    assert set(public.__all__) == {"GeneralFactor", "alpha_rank", "bradley_terry", "elo", "fit", "general_factor",
                                   "leave_one_out", "nash_averaging", "reversals", "win_probabilities"}
    # The full study is scripts/rating_coverage.py. 100 intervals: 95 on average, 88 or fewer in 1 of 300 studies.
    generator = np.random.default_rng(15)
    held = 0
    for number in range(10):
        played, truth = simulated(10, 12, generator)
        frame = public.bradley_terry(played, 200, seed=number).query("game == 'overall'")
        held += sum(row["low_95"] <= truth[row["agent"]] <= row["high_95"] for _, row in frame.iterrows())
    assert 89 <= held <= 99
