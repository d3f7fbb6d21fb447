import itertools
import random
from fractions import Fraction

import pyspiel
import pytest

from custom_games.beauty_contest import BeautyContest
from tests.support.named_games import after

BREAK = 10_001  # in the default setting


def run(numbers, **parameters):
    """Returns the payoffs of one run on the grid of whole numbers; ``None`` stands for a broken rule."""
    setting = {"players": len(numbers), "grid": 1.0, **parameters}
    state = pyspiel.load_game("beauty_contest", setting).new_initial_state()
    state.apply_actions([state.penalty_action(0) if number is None else number for number in numbers])
    return state.returns()


@pytest.mark.parametrize(("numbers", "ratio", "prize", "paid"), [
    ([10, 10, 10, 10, 0], 2 / 3, 1.0, [0.25] * 4 + [0]),  # target 16/3
    ([22, 23, 66], 2 / 3, 1.0, [0, 1, 0]),  # target 24.67
    ([0, 100], 2 / 3, 1.0, [1, 0]),  # target 33.33
    ([50] * 5, 2 / 3, 1.0, [0.2] * 5), ([3, 1, 2], 0.0, 1.0, [0, 1, 0]),
    ([40, 50, 60], 2.0, 1.0, [0, 0, 1]),  # target 100
    ([2, 6, 10], 2 / 3, 6.0, [3, 3, 0]),  # target 4: exactly between 2 and 6
    ([6, 10, 2], 2 / 3, 6.0, [3, 0, 3]), ([4, 6], 1.0, 6.0, [3, 3]),
    ([2, 6, 6, 6, 10, 6], 2 / 3, 6.0, [1.2, 1.2, 1.2, 1.2, 0, 1.2])])
def test_those_who_are_closest_to_the_ratio_of_the_mean_share_the_prize(numbers, ratio, prize, paid):
    assert run(numbers, ratio=ratio, prize=prize) == paid


def test_a_ratio_of_two_thirds_is_exact_and_who_breaks_the_rules_pays_the_fee_and_counts_for_nothing():
    assert BeautyContest(ratio=0.666666666666667).target(BeautyContest().new_stage(())._replace(actions=(3,) * 5)) == 2
    assert BeautyContest(ratio=0.9995, players=2, upper=100).target(
        BeautyContest().new_stage(())._replace(actions=(6, 4))) == Fraction(9995, 2000)
    # The mean of 30 and 60 is 45, the target 30. A third number of 0 would make it 20.
    assert (run([30, 60, None], entrance_fee=0.5), run([None, 99, None])) == ([1, 0, -0.5], [0, 1, 0])
    assert run([None, None, None], entrance_fee=2.0) == [-2, -2, -2]


@pytest.mark.parametrize(("group", "lowest", "highest"), [("L", 10, 99), ("M", 100, 999), ("H", 1000, 9999)])
def test_chance_draws_the_bound_of_a_group_once_and_every_number_up_to_it_is_legal(group, lowest, highest):
    state = after(f"beauty_contest(group={group},runs=2,grid=0.5)")
    outcomes, chances = zip(*state.chance_outcomes(), strict=True)
    assert len(outcomes) == highest - lowest + 1
    assert set(chances) == {1 / len(outcomes)}
    for outcome, bound in ((outcomes[0], lowest), (outcomes[3], lowest + 3), (outcomes[-1], highest)):
        drawn = state.child(outcome)
        for _ in range(2):
            assert (drawn.observation(1)["upper"], drawn.legal_actions(1)) == (bound, [*range(2 * bound + 1)])
            assert drawn.penalty_action(1) == 2 * highest + 1
            drawn.apply_actions([0] * 5)
        assert drawn.is_terminal()


def test_an_action_is_a_number_on_the_grid_and_with_a_history_everybody_is_told_all_of_the_latest_runs():
    state = after("beauty_contest")
    assert len(state.legal_actions(0)) == 10_001
    assert [state.action_to_string(0, action) for action in (0, 1, 3330, 10_000, BREAK)] == [
        "0.00", "0.01", "33.30", "100.00", "no valid answer"]
    assert state.action_to_struct(0, 3333).to_dict() == {"answer": 33.33}
    assert state.action_spec(0).patterns() == ["0.00..100.00"]
    assert after("beauty_contest(grid=1.0)").action_spec(0).patterns() == ["0..100"]
    assert after("beauty_contest(upper=60,grid=20.0)").action_to_struct(0, 3).to_dict() == {"answer": 60}
    state = after("beauty_contest(players=3,runs=9,history=choices,history_window=2,entrance_fee=1.5)",
                  [1, 1, 1], [3000, 6000, BREAK], [BREAK] * 3)
    told = [{"run": 2, "numbers": [30.0, 60.0, "no valid answer"], "target": 30.0, "winners": [0]},
            {"run": 3, "numbers": ["no valid answer"] * 3, "target": None, "winners": []}]
    for player, own, paid in ((0, 30.0, 1), (1, 60.0, 0), (2, "no valid answer", -1.5)):
        assert state.observation(player) == {"run": 4, "upper": 100, "rounds": [
            {**told[0], "you": own, "your_payoff": paid}, {**told[1], "you": "no valid answer", "your_payoff": -1.5}]}


@pytest.mark.parametrize(("parameters", "complaint"), [
    ({"grid": 0.3}, "grid=0.3 is not a number that divides 100 without rest"),
    ({"grid": 30.0, "upper": 100}, "grid=30.0 is not"),
    ({"grid": 2.0, "group": "L"}, "grid=2.0 is not a number that divides 1 without rest")])
def test_the_upper_bound_must_be_on_the_grid(parameters, complaint):
    with pytest.raises(ValueError, match=f"beauty_contest: {complaint}"):
        pyspiel.load_game("beauty_contest", parameters)


@pytest.mark.parametrize(("ratio", "number"), [(0.0, "0.00"), (2 / 3, "0.00"), (1.0, "0.00"), (1.001, "70.00")])
def test_the_rational_number_is_zero_and_above_a_ratio_of_one_the_upper_bound(ratio, number):
    state = after(f"beauty_contest(upper=70,ratio={ratio})")
    strategy = state.rational_strategy(4)
    assert [(state.action_to_string(4, action), chance) for action, chance in strategy] == [(number, 1)]


def test_the_rational_number_follows_the_bound_that_chance_drew():
    assert after("beauty_contest(group=L,ratio=1.5,grid=0.5)", 7).rational_strategy(0) == [(34, 1.0)]


@pytest.mark.parametrize("seed", range(15))
def test_nobody_gains_by_leaving_the_rational_numbers_alone(seed):
    rng = random.Random(seed)
    players, upper = rng.randint(2, 6), rng.randint(1, 15)
    ratio = rng.choice([0.0, 0.3, 0.5, 2 / 3, 0.99, 1.0, 1.01, 1.5, 3.0])
    rules = BeautyContest(
        players=players, upper=upper, ratio=ratio, grid=rng.choice([0.5, 1.0]), entrance_fee=rng.choice([0.0, 1.0]))
    state = rules.initial_state()
    best = [rules.rational_strategy(state, player)[0][0] for player in range(players)]
    earned = rules.payoffs(rules.after_choices(state.stage, tuple(best)))
    assert earned == [pytest.approx(1 / players)] * players
    choices = [*rules.action_spec(state, 0).legal_actions(), rules.penalty_action(state, 0)]
    for player, other in itertools.product(range(players), choices):
        actions = (*best[:player], other, *best[player + 1:])
        assert rules.payoffs(rules.after_choices(state.stage, actions))[player] <= earned[player]
