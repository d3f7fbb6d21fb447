"""NRA worked out by hand, and properties of its resamples."""

from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

from gtarena.metrics.bootstrap import mean
from gtarena.metrics.duels import nra_by_duel
from gtarena.metrics.frames import seats_frame
from gtarena.metrics.leaderboard import nra_by
from gtarena.suites.gtbench.nra import average_over, means_by_duel
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
    by_agent = nra_by(seats_frame(records), ["agent"])
    found = estimates(records)
    assert found["kuhn_poker", A, B].value == pytest.approx(by_agent["llm"])
    assert found["kuhn_poker", B, A].value == pytest.approx(by_agent["random"])


def test_invalid_and_forfeited_matches_never_count():
    lost = [match("x", [ONE, OTHER], None, outcome="invalid", offender=0),
            match("y", [ONE, OTHER], [-1, 1], outcome="forfeit", offender=0)]
    assert estimates([*duels(ONE, OTHER, [1, 1]), *lost])["tic_tac_toe", A, B].value == 1


def test_nobody_has_an_advantage_over_itself():
    assert estimates(duels(ONE, ONE, [1, 1])) == {}


def test_the_same_matches_give_the_same_resamples_whatever_else_there_is():
    records = duels(ONE, OTHER, [1, 1, -1, 0])
    alone = estimates(records)["tic_tac_toe", A, B]
    among = estimates([*duels(ONE, OTHER, [1, -1], "nim"), *reversed(records)])["tic_tac_toe", A, B]
    assert np.array_equal(alone.resampled, among.resampled)


def test_both_sides_of_a_pairing_have_the_same_interval_turned():
    found = estimates(duels(ONE, OTHER, [1, 1, -1, 0]))
    low, high = found["tic_tac_toe", A, B].interval()
    assert found["tic_tac_toe", B, A].interval() == pytest.approx((-high, -low))


def test_there_is_no_average_over_games_that_were_not_all_played():
    one = mean(np.array([1.0]), seed=0, units=[0])
    assert average_over(["nim", "pig"], {"nim": one}) is None
    assert average_over(["nim"], {"nim": one}).value == 1


@pytest.mark.parametrize("copies", [1, 3])
def test_matches_with_the_same_chance_are_resampled_together(copies):
    gains = [1, 1, -1, 0]
    single = estimates(duels(ONE, OTHER, gains))["tic_tac_toe", A, B]
    shared = [record.model_copy(update={"match_id": f"{record.match_id} {copy}"})
              for record in duels(ONE, OTHER, gains) for copy in range(copies)]
    found = estimates(shared)["tic_tac_toe", A, B]
    assert (found.value, found.interval()) == (single.value, single.interval())
    assert found.matches == copies * len(gains)


def test_a_mean_takes_matches_with_the_same_chance_together():
    one, other = auction("1", [ONE, OTHER], (8, 10), (2, 6)), auction("2", [OTHER, ONE], (8, 5), (6, 2))
    alone = means_by_duel(match_frames([one, other]).measured, "regret")["first_sealed_auction", A, B]
    paired = match_frames([one, other.model_copy(update={"seed": one.seed})]).measured
    found = means_by_duel(paired, "regret")["first_sealed_auction", A, B]
    assert (alone.value, alone.interval()) == (0.5, (0, 1))
    assert (found.value, found.interval()) == (0.5, (0.5, 0.5))  # a single unit says nothing of the variation


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
