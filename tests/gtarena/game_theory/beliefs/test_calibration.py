import math
import random
from itertools import product

import numpy as np
import pytest

from gtarena.game_theory.beliefs.calibration import (
    COLUMNS,
    Bin,
    Statement,
    brier_score,
    calibration_table,
    decompose,
    excess_brier,
    log_score,
    reliability_bins,
    total_variation,
)

PARTS = ("Brier score", "reliability", "resolution", "uncertainty", "within bins")


def row_of(table, agent):
    cells = dict(table.rows)[agent]
    return {name: cell.mean if cell else None for name, cell in zip(COLUMNS, cells, strict=True)}


@pytest.mark.parametrize(("stated", "truth", "score"), [
    ((1.0, 0.0), 0, 0.0), ((1.0, 0.0), 1, 2.0), ((0.5, 0.5), 0, 0.5), ((0.2, 0.3, 0.5), 2, 0.38)])
def test_the_brier_score_by_hand(stated, truth, score):
    assert brier_score(stated, truth) == pytest.approx(score)


def test_the_log_score_is_that_of_the_true_option_and_infinite_if_it_was_ruled_out():
    assert log_score((0.25, 0.75), 0) == pytest.approx(math.log(4))
    assert log_score((0.0, 1.0), 0) == math.inf


def test_the_excess_is_the_difference_of_expected_brier_scores():
    stated, posterior = (0.7, 0.2, 0.1), (0.2, 0.2, 0.6)

    def expected(shares):
        return sum(chance * brier_score(shares, truth) for truth, chance in enumerate(posterior))

    assert excess_brier(stated, posterior) == pytest.approx(expected(stated) - expected(posterior)) == 0.5
    assert total_variation(stated, posterior) == pytest.approx(0.5)
    assert excess_brier(posterior, posterior) == total_variation(posterior, posterior) == 0


def test_the_parts_of_the_brier_score_by_hand():
    # Two forecasts of 0.8 and 0.2, one right and one wrong: both bins have two events, one of which came true.
    parts = decompose([Statement("a", 0, (0.8, 0.2), 0), Statement("a", 1, (0.8, 0.2), 1)])
    assert {name: parts[name].value for name in PARTS} == pytest.approx(
        {"Brier score": 0.68, "reliability": 0.18, "resolution": 0.0, "uncertainty": 0.5, "within bins": 0.0})
    # Certain and right: as sure as can be, and the resolution is all of the uncertainty.
    parts = decompose([Statement("a", 0, (1.0, 0.0), 0), Statement("a", 1, (0.0, 1.0), 1)])
    assert [parts[name].value for name in PARTS] == pytest.approx([0, 0, 0.5, 0.5, 0])


def test_without_spread_in_a_bin_the_parts_sum_to_the_brier_score():
    rng = random.Random(0)
    stated = [(0.1, 0.9), (0.35, 0.65), (0.5, 0.5)]
    statements = [Statement("a", number, stated[number % 3], rng.randrange(2)) for number in range(60)]
    parts = {name: estimate.value for name, estimate in decompose(statements).items()}
    assert parts["within bins"] == pytest.approx(0)
    assert parts["Brier score"] == pytest.approx(
        parts["reliability"] - parts["resolution"] + parts["uncertainty"] + parts["within bins"])
    assert parts["Brier score"] == pytest.approx(
        np.mean([brier_score(each.stated, each.truth) for each in statements]))


def test_the_bins_have_the_mean_probability_and_the_share_that_came_true():
    statements = [Statement("a", 0, (0.72, 0.28), 0), Statement("a", 1, (0.78, 0.22), 1), Statement("a", 2, None, 0)]
    assert reliability_bins(statements) == [
        Bin(2, pytest.approx(0.25), 0.5), Bin(2, pytest.approx(0.75), 0.5)]
    assert reliability_bins([Statement("a", 0, (1.0, 0.0), 0)]) == [Bin(1, 0.0, 0.0), Bin(1, 1.0, 1.0)]


def agents_about(posterior, truth, unit):
    """Returns what three agents say: one states the posterior, one nothing, one is sure of the least likely option."""
    lie = tuple(float(place == posterior.index(min(posterior))) for place in range(len(posterior)))
    even = (1 / len(posterior),) * len(posterior)
    return [Statement(agent, unit, stated, truth, posterior)
            for agent, stated in (("Bayesian", posterior), ("ignorant", even), ("liar", lie))]


POSTERIORS = ((0.5, 0.3, 0.2), (0.9, 0.1, 0.0), (0.25, 0.25, 0.5), (0.05, 0.15, 0.8))


def test_in_expectation_the_posterior_scores_best_and_a_confident_lie_worst():
    for posterior in POSTERIORS:
        scores = {}
        for truth, chance in enumerate(posterior):
            for each in agents_about(posterior, truth, 0):
                scores[each.agent] = scores.get(each.agent, 0) + chance * brier_score(each.stated, truth)
        assert scores["Bayesian"] < scores["ignorant"] < scores["liar"]


def test_in_a_simulated_set_the_posterior_scores_best_and_is_calibrated():
    rng, statements = random.Random(1), []
    for number, posterior in product(range(150), POSTERIORS):
        truth = rng.choices(range(3), posterior)[0]
        statements += agents_about(posterior, truth, number)
    table = calibration_table(statements)
    bayesian, ignorant, liar = (row_of(table, agent) for agent in ("Bayesian", "ignorant", "liar"))
    assert bayesian["Brier score"] < ignorant["Brier score"] < liar["Brier score"]
    assert bayesian["log score"] < ignorant["log score"] < liar["log score"] == math.inf
    assert bayesian["excess"] == bayesian["distance"] == 0 < ignorant["excess"] < liar["excess"]
    assert bayesian["reliability"] < 0.01 < 1 < liar["reliability"]
    assert ignorant["resolution"] == pytest.approx(0)
    (brier,) = (cell for name, cell in zip(COLUMNS, dict(table.rows)["Bayesian"], strict=True) if name == "Brier score")
    assert brier.low < brier.mean < brier.high


def test_questions_without_an_answer_are_counted_and_not_scored():
    table = calibration_table([Statement("a", 0, None, 0, (0.5, 0.5)), Statement("a", 1, (1.0, 0.0), 0),
                               Statement("b", 0, None, 1)])
    row = row_of(table, "a")
    assert (row["asked"], row["unanswered"], row["Brier score"]) == (2, 1, 0)
    assert row["excess"] is None  # the posterior of the only answered question is not known
    silent = row_of(table, "b")
    assert (silent["asked"], silent["unanswered"]) == (1, 1)
    assert all(silent[name] is None for name in COLUMNS[2:])


def test_questions_of_one_unit_are_resampled_together():
    def interval(units):
        statements = [Statement("a", units(number), (0.8, 0.2), number % 2) for number in range(40)]
        return decompose(statements)["Brier score"].interval()

    low, high = interval(lambda number: number)
    assert low < 0.68 < high
    assert interval(lambda number: number // 2) == pytest.approx((0.68, 0.68))  # a hit and a miss in every unit
    assert all(map(math.isnan, interval(lambda number: number % 5)))  # too few units
