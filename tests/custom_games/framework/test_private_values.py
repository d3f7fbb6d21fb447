import math

import pyspiel
import pytest

from custom_games.framework.private_values import discretise_normal
from tests.support.named_games import after

AUCTIONS = ("second_price_auction", "english_auction")
both = pytest.mark.parametrize("name", AUCTIONS)


def test_a_value_is_as_probable_as_the_normal_distribution_between_the_midpoints_around_it():
    probabilities = dict(discretise_normal(50, 10, 1))
    assert list(probabilities) == list(range(10, 91))
    # Tables of the normal distribution: 0.0199 from the mean to 0.05 standard deviations above it.
    assert probabilities[50] == pytest.approx(2 * 0.0199, abs=1e-4)
    # 0.3849 from the mean to 1.15 above it, and 0.3531 to 1.05.
    assert probabilities[61] == probabilities[39] == pytest.approx(0.3749 - 0.3531, abs=1e-4)


@pytest.mark.parametrize(("mean", "std", "step", "ends"), [
    (50, 10, 1, (10, 90)), (500, 100, 10, (10, 90)), (5000, 1000, 1, (1000, 9000)),
    (0, 1, 1, (0, 4)), (2, 1, 1, (0, 6)), (50, 10, 7, (1, 13)), (50, 1, 1000, (0, 0))])
def test_values_are_steps_within_four_standard_deviations_and_not_below_zero(mean, std, step, ends):
    numbers, probabilities = zip(*discretise_normal(mean, std, step), strict=True)
    assert numbers == tuple(range(ends[0], ends[1] + 1))
    assert math.fsum(probabilities) == pytest.approx(1)
    assert min(probabilities) > 0


@both
def test_values_are_drawn_in_seat_order_before_the_first_run_and_hold_for_all_runs(name):
    state = after(f"{name}(players=3,runs=3,history=private)")
    for seat, outcome in enumerate((42, 57, 30)):
        assert state.is_chance_node()
        assert state.action_to_string(pyspiel.PlayerId.CHANCE, outcome) == f"Player {seat} values the item at {outcome}"
        state.apply_action(outcome)
    for _ in range(3):
        assert [state.observation(player)["your_value"] for player in range(3)] == [42, 57, 30]
        state.apply_actions([0, 0, 0])
    assert state.is_terminal()


@both
@pytest.mark.parametrize(("history", "shown"), [("choices", False), ("private", True)])
def test_others_values_are_told_in_a_private_history_alone(name, history, shown):
    one, two = (after(f"{name}(players=2,runs=2,history={history})", 50, value) for value in (40, 60))
    assert one.observation(0) == two.observation(0)
    for state in (one, two):
        state.apply_actions([1, 0])
    assert (one.information_state_string(0) != two.information_state_string(0)) == shown
    assert one.observation(0)["rounds"][0].get("private_values") == ([50, 40] if shown else None)
