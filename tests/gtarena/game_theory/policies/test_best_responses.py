import random

import numpy as np
import pyspiel
import pytest

from gtarena.errors import UsageError
from gtarena.game_theory.policies.best_responses import Budget, answer_waves, lower_bound
from gtarena.game_theory.policies.exploitability import exploitability
from gtarena.runs.asking.positions import Position
from tests.support.small_policies import betting, equilibrium, form_of, random_policy


class Oracle:
    """Answers requests by a policy, and notes them."""

    def __init__(self, form, behaviour, seed=0):
        self.waves, self._rng = [], random.Random(seed)
        self._moves = {
            (state.player, state.key): (state.actions, list(behaviour[first:first + len(state.actions), 0]))
            for first, state in zip(form.firsts, form.states, strict=False)}

    def __call__(self, requests):
        self.waves.append(requests)
        return [self._rng.choices(*self._moves[request.state.player, request.state.key]) for request in requests]


def bound_of(name, behaviour, budget, seed=0):
    oracle = Oracle(form_of(name), behaviour, seed)
    return answer_waves(lower_bound(pyspiel.load_game(name), budget, seed), oracle), oracle


def test_the_bound_of_leduc_poker_comes_near_the_exact_value_with_the_budget_and_does_not_exceed_it():
    form = form_of("leduc_poker")
    exact = exploitability(form, form.uniform()).nash_conv
    found = [bound_of("leduc_poker", form.uniform(), Budget(questions, 5, episodes, 1000))[0].nash_conv
             for questions, episodes in ((0, 0), (300, 2000), (2000, 20_000))]
    assert found[0].value < found[1].value < found[2].value
    assert found[2].value > 0.85 * exact
    assert all(each.low <= exact for each in found)


def test_bounds_hold_as_often_as_they_say_and_nothing_is_won_against_an_equilibrium():
    form = form_of("kuhn_poker")
    for behaviour in (betting(form, 1), equilibrium(form, 1 / 6), random_policy(form, 1)):
        exact = exploitability(form, behaviour).nash_conv
        bounds = [bound_of("kuhn_poker", behaviour, Budget(60, 3, 300, 50), seed)[0] for seed in range(40)]
        assert sum(bound.nash_conv.low <= exact + 1e-9 for bound in bounds) >= 37


def test_three_players_with_returns_of_any_sum_are_compared_with_play_among_themselves():
    name = "three_player_prisoners_dilemma(rounds=1)"
    form = form_of(name)
    bound, _ = bound_of(name, form.uniform(), Budget(100, 10, 2000, 500))
    exact = exploitability(form, form.uniform())
    assert [mean.value for mean in bound.values] == pytest.approx(exact.values, abs=0.4)
    assert bound.nash_conv.low <= exact.nash_conv <= bound.nash_conv.high + 0.5


def test_requests_come_in_waves_with_histories_that_lead_there_and_samples_that_are_counted():
    form = form_of("leduc_poker")
    bound, oracle = bound_of("leduc_poker", form.uniform(), Budget(50, 2, 200, 20, wave=16))
    requests = [request for wave in oracle.waves for request in wave]
    assert bound.asked == len(requests)
    assert max(map(len, oracle.waves)) == 16
    places = [(request.state.player, request.state.key, request.sample) for request in requests]
    assert len(set(places)) == len(places)
    assert bound.states == len({place[:2] for place in places})
    for request in requests[::20]:
        state = request.state
        reached = Position("leduc_poker", {}, state.history, state.player).state()
        assert reached.information_state_string(state.player) == state.key


def test_learning_asks_no_more_than_the_budget_and_matches_ask_at_every_decision():
    form = form_of("kuhn_poker")
    learned, _ = bound_of("kuhn_poker", form.uniform(), Budget(7, 5, 500, 2))
    # In two matches for each player the other decides once or twice.
    assert 7 + 4 <= learned.asked <= 7 + 8
    none, _ = bound_of("kuhn_poker", form.uniform(), Budget(0, 5, 500, 2))
    assert 4 <= none.asked <= 8


def test_answers_without_a_legal_move_are_counted_and_random_moves_are_made_in_their_place():
    bound = answer_waves(
        lower_bound(pyspiel.load_game("kuhn_poker"), Budget(30, 3, 1000, 300)), lambda requests: [()] * len(requests))
    form = form_of("kuhn_poker")
    assert bound.illegal == bound.asked
    assert bound.nash_conv.low <= exploitability(form, form.uniform()).nash_conv <= bound.nash_conv.high


def test_equal_returns_in_all_matches_do_not_make_the_mean_certain():
    behaviour = np.array([[1.0], [1.0], [1.0], [0.0], [1.0], [0.0]])
    bound, _ = bound_of("matrix_pd", behaviour, Budget(10, 2, 100, 50))
    game = pyspiel.load_game("matrix_pd")
    assert bound.responses[0].value == game.max_utility()
    assert bound.responses[0].low < game.max_utility() < bound.responses[0].high
    # As many as 1 - 0.025 ** (1 / 50) of the matches, 7.1 %, may end otherwise.
    share = (bound.responses[0].high - bound.responses[0].value) / (game.max_utility() - game.min_utility())
    assert share == pytest.approx(1 - 0.025 ** (1 / 50), rel=0.05)


def test_equal_seeds_ask_the_same():
    form = form_of("kuhn_poker")
    first, second = (bound_of("kuhn_poker", form.uniform(), Budget(20, 3, 100, 5), seed=3) for _ in range(2))
    assert first[0] == second[0]
    assert first[1].waves == second[1].waves


@pytest.mark.parametrize(("name", "value"), [("questions", -1), ("samples", 0), ("matches", 1), ("wave", 0)])
def test_budgets_that_mean_nothing_are_refused(name, value):
    with pytest.raises(UsageError, match=f"{name}={value} is not a whole number of at least"):
        Budget(**{name: value})


@pytest.mark.parametrize("game", ["chameleon", "catch"])
def test_games_without_listed_moves_or_information_states_are_refused(game):
    with pytest.raises(UsageError, match="cannot be learned"):
        next(lower_bound(pyspiel.load_game(game), Budget()))
