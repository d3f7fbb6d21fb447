import numpy as np
import pytest

from gtarena.metrics import bootstrap
from gtarena.metrics.bootstrap import RESAMPLES, BootstrapEstimate, average_estimates
from tests.support.records import record, seat


def ratio(parts: np.ndarray, seed: int) -> BootstrapEstimate:
    """The ratio of independent matches."""
    return bootstrap.estimate_ratio(parts, seed, range(len(parts)))


def mean(numbers: np.ndarray, seed: int) -> BootstrapEstimate:
    """The mean of independent matches."""
    return bootstrap.estimate_mean(numbers, seed, range(len(numbers)))


def test_resamples_are_binomial_and_intervals_cover_the_truth_about_as_often_as_they_say():
    resampled = ratio(np.array([[2.0, 2.0], [-2.0, 2.0]]), seed=1).resampled
    assert len(resampled) == RESAMPLES
    # A quarter has two losses and a quarter two wins; 0.0043 is the standard error of a quarter.
    for value, share in ((-1, 0.25), (0, 0.5), (1, 0.25)):
        assert np.mean(resampled == value) == pytest.approx(share, abs=0.022)
    found = mean(np.array([0.0, 1.0] * 50), seed=2)
    # The mean of 100 coins has a standard deviation of 0.05.
    assert found.interval() == pytest.approx((0.4, 0.6), abs=0.015)
    assert found.interval(0.5) == pytest.approx((0.466, 0.534), abs=0.015)
    rng = np.random.default_rng(3)
    covered = 0
    for number in range(200):
        gains = np.where(rng.random(50) < 0.7, 2.0, -2.0)  # NRA 0.4
        low, high = ratio(np.column_stack([gains, np.abs(gains)]), number).interval()
        covered += low <= 0.4 <= high
    assert 0.87 <= covered / 200 <= 0.99


@pytest.mark.usefixtures("plain_percentiles")
def test_ratios_and_averages_are_resampled_in_any_order_with_games_apart():
    found = ratio(np.array([[1.0, 2.0], [2.0, 4.0], [-1.0, 2.0]]), seed=0)
    assert (found.value, found.matches) == (0.25, 3)
    assert found.resampled.min() == -0.5  # three times the last match
    found = ratio(np.array([[0.0, 0.0]]), seed=0)
    assert (found.value, found.interval()) == (0, (0, 0))
    numbers = np.array([1.0, 0.0, 1.0, 3.0])
    assert np.array_equal(mean(numbers, seed=1).resampled, mean(numbers[::-1], seed=1).resampled)
    assert not np.array_equal(mean(numbers, seed=1).resampled, mean(numbers, seed=2).resampled)
    found = mean(np.array([0.0, 0.0, 1.0]), seed=1)
    turned = found.negate()
    low, high = found.interval()
    assert (turned.value, turned.interval(), turned.matches) == (-found.value, (-high, -low), 3)
    assert not np.signbit(turned.resampled[found.resampled == 0]).any()
    one, other = mean(np.array([0.0, 1.0] * 50), seed=4), mean(np.array([3.0, 1.0] * 5), seed=5)
    both = average_estimates([one, other])
    assert (both.value, both.matches) == (1.25, 110)
    assert both.resampled.var() == pytest.approx((one.resampled.var() + other.resampled.var()) / 4, rel=0.1)


@pytest.mark.usefixtures("plain_percentiles")
def test_units_are_the_chance_that_was_dealt_are_drawn_together_and_vary_as_much_as_their_means():
    parts = np.array([[1.0, 2.0], [-2.0, 2.0], [0.0, 2.0], [2.0, 2.0]])
    single = ratio(parts, seed=1)
    copied = bootstrap.estimate_ratio(np.tile(parts, (5, 1)), 1, [*range(4)] * 5)
    assert (copied.value, copied.interval(), copied.matches) == (single.value, single.interval(), 20)
    low, high = ratio(np.tile(parts, (5, 1)), seed=1).interval()
    assert copied.interval()[0] < low < high < copied.interval()[1]  # as if they were independent
    gains = np.array([2.0, -2.0, 2.0, -2.0])  # whoever has the good cards wins
    parts = np.column_stack([gains, np.abs(gains)])
    assert bootstrap.estimate_ratio(parts, 1, ["a", "a", "b", "b"]).interval() == (0, 0)
    assert ratio(parts, seed=1).interval() == (-1, 1)
    found = bootstrap.estimate_mean(np.array([1.0, 1.0, 0.0]), 1, ["a", "a", "b"])
    assert found.value == pytest.approx(2 / 3)
    # Two of the one, two of the other, or one of each.
    assert {round(value, 6) for value in found.resampled} == {1, 0, round(2 / 3, 6)}
    rng = np.random.default_rng(4)
    means = rng.normal(0.3, 1.0, 25)  # of a unit, which two matches share
    values = np.concatenate([means - 0.1, means + 0.1])
    found = bootstrap.estimate_mean(values, 1, [*range(25)] * 2)
    assert found.resampled.std() == pytest.approx(means.std() / 5, rel=0.03)
    assert mean(values, seed=1).resampled.std() == pytest.approx(values.std() / np.sqrt(50), rel=0.03)  # too small
    ours, again, other = (record(name, [seat()], [0.0], seed=seed) for name, seed in (("a", 1), ("b", 1), ("c", 2)))
    assert ours.unit == again.unit != other.unit
    published = [record(name, [seat()], [0.0], source=f"{name}.json") for name in "ab"]
    assert published[0].unit != published[1].unit


def test_an_average_spends_a_unit_on_each_estimate_and_has_no_interval_over_a_single_unit():
    three = mean(np.array([0.0, 1.0, 2.0]), seed=1)
    assert [average_estimates([three] * number).units for number in (1, 2, 3)] == [3, 5, 7]
    assert np.isnan(average_estimates([three] * 2).interval()).all()
    assert not np.isnan(average_estimates([three] * 3).interval()).any()
    long = mean(np.arange(50.0), seed=2)
    assert np.isnan(average_estimates([long, mean(np.array([1.0]), seed=3)]).interval()).all()
    # Ten games of one deal each tell nothing of how far deals vary, though no resample differs.
    assert np.isnan(average_estimates([mean(np.array([1.0]), seed=number) for number in range(10)]).interval()).all()


def test_few_units_are_refused_in_words():
    assert bootstrap.refuse_verdict(1) == "no verdict from 1 deal: at least 6 are needed"
    assert bootstrap.refuse_verdict(4) == "no verdict from 4 deals: at least 6 are needed"
