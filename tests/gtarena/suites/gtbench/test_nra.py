"""NRA worked out by hand, and properties of its resamples."""

from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

from gtarena.metrics.bootstrap import RESAMPLES, average, mean, ratio
from gtarena.metrics.frames import seats_frame
from gtarena.metrics.leaderboard import nra as pooled_nra
from gtarena.suites.gtbench.nra import average_over, means_by_duel, nra_by_duel
from gtarena.suites.gtbench.results import match_frames
from tests.support.gtbench_matches import auction, duels, match, model
from tests.support.records import seat

ONE, OTHER = model("a"), seat("random")
A, B = "llm a", "random"


def estimates(records, scheme="returns"):
    return nra_by_duel(match_frames(records).valid(scheme))


def test_draws_vanish_and_seats_are_swapped_in_games_that_are_won_or_lost():
    found = estimates(duels(ONE, OTHER, [1, 1, 0, -1, 0, 1]))
    assert found["tic_tac_toe", A, B].value == pytest.approx((3 - 1) / (3 + 1))
    assert found["tic_tac_toe", B, A].value == pytest.approx(-1 / 2)
    assert found["tic_tac_toe", A, B].matches == 6


def test_nothing_at_stake_is_no_advantage():
    found = estimates(duels(ONE, OTHER, [0, 0]))["tic_tac_toe", A, B]
    assert (found.value, found.interval()) == (0, (0, 0))


@pytest.mark.parametrize(("scheme", "expected"), [("returns", Fraction(10, 90)), ("published", Fraction(1))])
def test_equal_returns_count_for_what_they_are_or_not_at_all(scheme, expected):
    both = [match("1", [ONE, OTHER], [40, 40], game="pig"), match("2", [OTHER, ONE], [0, 10], game="pig")]
    assert estimates(both, scheme)["pig", A, B].value == pytest.approx(float(expected))


def test_it_is_the_nra_of_the_leaderboard():
    records = duels(ONE, OTHER, [1, 2, -2, 1, -1], "kuhn_poker")
    by_agent = pooled_nra(seats_frame(records), ["agent"])
    found = estimates(records)
    assert found["kuhn_poker", A, B].value == pytest.approx(by_agent["llm"])
    assert found["kuhn_poker", B, A].value == pytest.approx(by_agent["random"])


def test_invalid_and_forfeited_matches_never_count():
    lost = [match("x", [ONE, OTHER], None, outcome="invalid", offender=0),
            match("y", [ONE, OTHER], [-1, 1], outcome="forfeit", offender=0)]
    assert estimates([*duels(ONE, OTHER, [1, 1]), *lost])["tic_tac_toe", A, B].value == 1


def test_nobody_has_an_advantage_over_itself():
    assert estimates(duels(ONE, ONE, [1, 1])) == {}


def test_resamples_of_a_win_and_a_loss_are_binomial():
    resampled = ratio(np.array([[2.0, 2.0], [-2.0, 2.0]]), seed=1).resampled
    assert len(resampled) == RESAMPLES
    # A quarter has two losses and a quarter two wins; 0.0043 is the standard error of a quarter.
    for value, share in ((-1, 0.25), (0, 0.5), (1, 0.25)):
        assert np.mean(resampled == value) == pytest.approx(share, abs=0.022)


def test_the_interval_holds_the_middle_of_the_resamples():
    found = mean(np.array([0.0, 1.0] * 50), seed=2)
    # The mean of 100 coins has a standard deviation of 0.05.
    assert found.interval() == pytest.approx((0.4, 0.6), abs=0.015)
    assert found.interval(0.5) == pytest.approx((0.466, 0.534), abs=0.015)


def test_the_interval_covers_the_truth_about_as_often_as_it_says():
    rng = np.random.default_rng(3)
    covered = 0
    for number in range(200):
        gains = np.where(rng.random(50) < 0.7, 2.0, -2.0)  # NRA 0.4
        low, high = ratio(np.column_stack([gains, np.abs(gains)]), number).interval()
        covered += low <= 0.4 <= high
    assert 0.87 <= covered / 200 <= 0.99


def test_the_same_matches_give_the_same_resamples_whatever_else_there_is():
    records = duels(ONE, OTHER, [1, 1, -1, 0])
    alone = estimates(records)["tic_tac_toe", A, B]
    among = estimates([*duels(ONE, OTHER, [1, -1], "nim"), *reversed(records)])["tic_tac_toe", A, B]
    assert np.array_equal(alone.resampled, among.resampled)


def test_both_sides_of_a_pairing_have_the_same_interval_turned():
    found = estimates(duels(ONE, OTHER, [1, 1, -1, 0]))
    low, high = found["tic_tac_toe", A, B].interval()
    assert found["tic_tac_toe", B, A].interval() == pytest.approx((-high, -low))


def test_an_average_is_unweighted_and_its_games_are_resampled_apart():
    one, other = mean(np.array([0.0, 1.0] * 50), seed=4), mean(np.array([3.0, 1.0] * 5), seed=5)
    both = average([one, other])
    assert both.value == 1.25
    assert both.matches == 110
    assert both.resampled.var() == pytest.approx((one.resampled.var() + other.resampled.var()) / 4, rel=0.1)


def test_there_is_no_average_over_games_that_were_not_all_played():
    one = mean(np.array([1.0]), seed=0)
    assert average_over(["nim", "pig"], {"nim": one}) is None
    assert average_over(["nim"], {"nim": one}).value == 1


def test_means_are_taken_over_matches():
    records = [auction("1", [ONE, OTHER], (8, 10), (2, 6)), auction("2", [OTHER, ONE], (8, 5), (6, 2))]
    # The agent's regret: 1 for losing to 6, and 0 for losing to 6 with an item worth 5.
    assert means_by_duel(match_frames(records).measured, "regret")["first_sealed_auction", A, B].value == 0.5


def test_a_match_with_itself_is_one_match():
    found = means_by_duel(match_frames([auction("1", [ONE, ONE], (8, 10), (2, 6))]).measured, "regret")
    assert found["first_sealed_auction", A, A].value == 2
    assert found["first_sealed_auction", A, A].matches == 1


def test_there_may_be_nothing():
    assert estimates([]) == {}
    assert means_by_duel(match_frames([]).measured, "regret") == {}
    assert isinstance(match_frames([]).seats, pd.DataFrame)
