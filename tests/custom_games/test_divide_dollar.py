import itertools
import json

import pyspiel
import pytest
from open_spiel.python import policy
from open_spiel.python.algorithms import exploitability

from custom_games.divide_dollar import DivideDollar
from tests.support.named_games import after


@pytest.mark.parametrize(("bids", "gold", "paid"), [
    ([10] * 10, 100, [10] * 10),
    ([10] * 9 + [11], 100, [0] * 10),
    ([30, 20, 49], 100, [30, 20, 49]),
    ([100, 0], 100, [100, 0]),
    ([100, 1], 100, [0, 0]),
    ([0, 0, 0], 100, [0, 0, 0]),
    ([50, 50, 50], 50, [0, 0, 0]),
    ([1, 0, 0], 1, [1, 0, 0]),
])
def test_bids_are_paid_unless_they_come_to_more_than_there_is(bids, gold, paid):
    state = after(f"divide_dollar(players={len(bids)},rounds=1,gold={gold})", bids)
    assert state.is_terminal()
    assert state.returns() == paid


def test_payoffs_add_up_over_the_rounds_and_are_paid_at_the_end():
    rounds = [[3, 4], [9, 2], [0, 10]]
    assert after("divide_dollar(players=2,rounds=3,gold=10)", *rounds[:2]).returns() == [0, 0]
    assert after("divide_dollar(players=2,rounds=3,gold=10)", *rounds).returns() == [3, 14]


def test_chance_may_end_the_game_after_a_round():
    state = after("divide_dollar(players=2,rounds=5,termination_probability=0.25)", [40, 60])
    assert state.chance_outcomes() == [(0, 0.75), (1, 0.25)]
    state.apply_action(1)
    assert state.is_terminal()
    assert state.returns() == [40, 60]


def test_a_player_learns_the_sum_of_the_bids_and_what_it_received():
    state = after("divide_dollar(players=3,rounds=3,gold=10)", [3, 4, 1], [5, 5, 1])
    assert state.observation(1) == {"round": 3, "your_total": 4, "rounds": [
        {"you": 4, "sum": 8, "exceeded": False, "your_payoff": 4},
        {"you": 5, "sum": 11, "exceeded": True, "your_payoff": 0}]}


@pytest.mark.parametrize(("bids", "alike"), [([3, 4, 1], True), ([3, 5, 0], True), ([3, 4, 2], False)])
def test_what_the_others_bid_stays_hidden_beyond_the_sum(bids, alike):
    one, other = (after("divide_dollar(players=3,rounds=2,gold=10)", joint) for joint in ([3, 1, 4], bids))
    assert (one.information_state_string(0) == other.information_state_string(0)) == alike


@pytest.mark.parametrize("stated", [
    {"bid_amount": 7}, {"bid_amount": "7"}, {"bid_amount": 7.0}, {"explanation": "A fair share.", "bid_amount": 7}])
def test_a_bid_is_stated_in_json(stated):
    assert after("divide_dollar(gold=60)").struct_to_actions(0, json.loads(json.dumps(stated))) == [7]


@pytest.mark.parametrize(("stated", "complaint"), [
    ({}, 'the key "bid_amount" is missing'),
    *(({"bid_amount": value}, '"bid_amount" must be a whole number from 0 to 60')
      for value in (61, -1, 0.5, "ten", "7 goals", True, None, {"gold": 7})),
])
def test_anything_else_is_refused_with_what_is_allowed(stated, complaint):
    with pytest.raises(ValueError, match=complaint):
        after("divide_dollar(gold=60)").struct_to_actions(0, stated)


@pytest.mark.parametrize(("players", "gold", "shares"), [
    (10, 100, [10] * 10), (3, 100, [34, 33, 33]), (4, 6, [2, 2, 1, 1]), (3, 1, [1, 0, 0]), (2, 2, [1, 1])])
def test_the_rational_bids_are_equal_shares_and_the_first_seats_get_what_is_left_over(players, gold, shares):
    state = after(f"divide_dollar(players={players},gold={gold})")
    assert [state.rational(player) for player in range(players)] == [[(share, 1)] for share in shares]


@pytest.mark.parametrize(("players", "gold"), [(2, 3), (3, 2), (4, 9)])
def test_no_other_bid_pays_better_among_rational_players(players, gold):
    rules = DivideDollar(players=players, gold=gold)
    best = tuple(rules.rational(rules.initial_state(), player)[0][0] for player in range(players))
    for player, other in itertools.product(range(players), range(gold + 1)):
        bids = (*best[:player], other, *best[player + 1:])
        assert rules.payoffs(bids)[player] <= best[player]


def test_openspiel_finds_nothing_to_gain_against_rational_players_over_several_rounds():
    game = pyspiel.convert_to_turn_based(pyspiel.load_game("divide_dollar(players=2,rounds=2,gold=3)"))
    rules = DivideDollar(players=2, rounds=2, gold=3)
    shares = policy.tabular_policy_from_callable(
        game, lambda state: dict(rules.rational(rules.initial_state(), state.current_player())))
    greedy = policy.tabular_policy_from_callable(game, lambda state: {2: 1.0})
    assert exploitability.nash_conv(game, shares) == 0
    assert exploitability.nash_conv(game, greedy) > 0
