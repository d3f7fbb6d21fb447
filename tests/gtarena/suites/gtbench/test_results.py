from fractions import Fraction

import numpy as np
import pytest

from gtarena.metrics.bootstrap import estimate_mean
from gtarena.metrics.duels import nra_by_duel
from gtarena.metrics.frames import seats_frame
from gtarena.metrics.nra import nra_by
from gtarena.suites.gtbench.duel_means import average_over, means_by_duel
from gtarena.suites.gtbench.results import agent_names
from tests.support.gtbench_matches import auction, deal, duels, match, model
from tests.support.records import seat
from tests.support.suite_matches import match_frames

SEATS = [model("a"), seat("random")]


def test_every_seat_of_a_valid_match_has_a_row_with_both_sides_and_who_it_is_in_one_line():
    seats = match_frames([match("1", [model("a", "cot", reasoning="cot"), seat("random")], [1, -1])]).seats
    columns = ["seat", "who", "reasoning", "return", "who_opponent", "return_opponent"]
    assert seats[columns].values.tolist() == [[0, "cot a", "cot", 1, "random", -1], [1, "random", "", -1, "cot a", 1]]
    both = [match(str(cold), [model("a", temperature=cold), seat()], [1, -1], game="pig") for cold in (0, 1)]
    assert set(match_frames(both).seats["who"]) == {"llm a temperature=0", "llm a temperature=1", "random"}
    long = match_frames([match("1", [model("x\n" * 200), seat()], [1, -1])]).seats
    assert agent_names(long)[0] == "llm" + " x" * 200
    assert match_frames([match("2", [seat()] * 3, [1, 0, -1], game="kuhn_poker")]).seats.empty
    broken = auction("1", SEATS, (8, 10), (2, 6)).model_copy(update={"outcome": "invalid", "returns": None})
    assert match_frames([broken]).measured.empty
    found = match_frames([match("1", SEATS, None, outcome="invalid", offender=0), match("2", SEATS, [1, -1])])
    assert found.seats[["match_id", "seat", "broken_off"]].values.tolist() == [
        ["1", 0, True], ["1", 1, False], ["2", 0, False], ["2", 1, False]]
    assert set(found.valid("returns")["match_id"]) == {"2"}
    measured = match_frames([deal("1", SEATS, (5, 0, 5), (85, 50))]).measured
    assert measured[["who", "metric", "value"]].values.tolist() == [
        ["llm a", "agreement", 1], ["llm a", "own_value", 85], ["llm a", "opponent_value", 50],
        ["llm a", "pareto_distance", 0], ["llm a", "efficient", 1],
        ["random", "agreement", 1], ["random", "own_value", 50], ["random", "opponent_value", 85],
        ["random", "pareto_distance", 0], ["random", "efficient", 1]]


ONE, OTHER = model("a"), seat("random")
A, B = "llm a", "random"


def estimates(records, scheme="returns"):
    return nra_by_duel(match_frames(records).valid(scheme))


@pytest.mark.usefixtures("plain_percentiles")
def test_draws_are_nothing_as_published_and_seats_swapped_in_games_that_are_won_or_lost():
    found = match_frames([match("1", SEATS, [40, 40], game="pig"), match("2", SEATS, [10, 0], game="pig")])
    assert found.valid("returns")[["return", "return_opponent"]].values.tolist() == [
        [40, 40], [40, 40], [10, 0], [0, 10]]
    assert found.valid("published")[["return", "return_opponent"]].values.tolist() == [[0, 0], [0, 0], [10, 0], [0, 10]]
    found = estimates(duels(ONE, OTHER, [1, 1, 0, -1, 0, 1]))
    assert found["tic_tac_toe", A, B].value == pytest.approx((3 - 1) / (3 + 1))
    assert (found["tic_tac_toe", B, A].value, found["tic_tac_toe", A, B].matches) == (pytest.approx(-1 / 2), 6)
    found = estimates(duels(ONE, OTHER, [0, 0]))["tic_tac_toe", A, B]
    assert (found.value, found.interval()) == (0, (0, 0))


@pytest.mark.parametrize(("scheme", "expected"), [("returns", Fraction(10, 90)), ("published", Fraction(1))])
def test_equal_returns_count_for_what_they_are_or_not_at_all(scheme, expected):
    both = [match("1", [ONE, OTHER], [40, 40], game="pig"), match("2", [OTHER, ONE], [0, 10], game="pig")]
    assert estimates(both, scheme)["pig", A, B].value == pytest.approx(float(expected))


@pytest.mark.parametrize("copies", [1, 3])
def test_matches_with_the_same_chance_are_resampled_together(copies):
    gains = [1, 1, -1, 0]
    single = estimates(duels(ONE, OTHER, gains))["tic_tac_toe", A, B]
    shared = [record.model_copy(update={"match_id": f"{record.match_id} {copy}"})
              for record in duels(ONE, OTHER, gains) for copy in range(copies)]
    found = estimates(shared)["tic_tac_toe", A, B]
    assert (found.value, found.interval()) == (single.value, single.interval())
    assert found.matches == copies * len(gains)


@pytest.mark.usefixtures("plain_percentiles")
def test_nra_is_that_of_the_leaderboard_and_means_take_matches_of_the_same_chance_together():
    records = duels(ONE, OTHER, [1, 2, -2, 1, -1], "kuhn_poker")
    by_agent = nra_by(seats_frame(records), ["agent"])
    found = estimates(records)
    assert found["kuhn_poker", A, B].value == pytest.approx(by_agent["llm"])
    assert found["kuhn_poker", B, A].value == pytest.approx(by_agent["random"])
    records = duels(ONE, OTHER, [1, 1, -1, 0])
    alone = estimates(records)["tic_tac_toe", A, B]
    among = estimates([*duels(ONE, OTHER, [1, -1], "nim"), *reversed(records)])["tic_tac_toe", A, B]
    assert np.array_equal(alone.resampled, among.resampled)
    found = estimates(duels(ONE, OTHER, [1, 1, -1, 0]))
    low, high = found["tic_tac_toe", A, B].interval()
    assert found["tic_tac_toe", B, A].interval() == pytest.approx((-high, -low))
    one = estimate_mean(np.array([1.0]), seed=0, units=[0])
    assert average_over(["nim", "pig"], {"nim": one}) is None
    assert average_over(["nim"], {"nim": one}).value == 1
    one, other = auction("1", [ONE, OTHER], (8, 10), (2, 6)), auction("2", [OTHER, ONE], (8, 5), (6, 2))
    alone = means_by_duel(match_frames([one, other]).measured, "regret")["first_sealed_auction", A, B]
    paired = match_frames([one, other.model_copy(update={"seed": one.seed})]).measured
    found = means_by_duel(paired, "regret")["first_sealed_auction", A, B]
    # The agent's regret: 1 for losing to 6, and 0 for losing to 6 with an item worth 5.
    assert (alone.value, alone.interval()) == (0.5, (0, 1))
    assert (found.value, found.interval()) == (0.5, (0.5, 0.5))  # a single unit says nothing of the variation
    found = means_by_duel(match_frames([auction("1", [ONE, ONE], (8, 10), (2, 6))]).measured, "regret")
    assert (found["first_sealed_auction", A, A].value, found["first_sealed_auction", A, A].matches) == (2, 1)
