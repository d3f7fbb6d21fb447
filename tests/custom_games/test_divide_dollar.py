import itertools

import pytest

from custom_games.divide_dollar import DivideDollar
from tests.support.named_games import after


@pytest.mark.parametrize(("bids", "gold", "paid"), [
    ([10] * 10, 100, [10] * 10), ([10] * 9 + [11], 100, [0] * 10), ([30, 20, 49], 100, [30, 20, 49]),
    ([100, 0], 100, [100, 0]), ([100, 1], 100, [0, 0]), ([0, 0, 0], 100, [0, 0, 0]), ([50, 50, 50], 50, [0, 0, 0]),
    ([1, 0, 0], 1, [1, 0, 0])])
def test_bids_are_paid_unless_they_come_to_more_than_there_is(bids, gold, paid):
    state = after(f"divide_dollar(players={len(bids)},rounds=1,gold={gold})", bids)
    assert state.is_terminal()
    assert state.returns() == paid


def test_a_player_learns_the_sum_of_the_bids_and_what_it_received():
    state = after("divide_dollar(players=3,rounds=3,gold=10)", [3, 4, 1], [5, 5, 1])
    assert state.observation(1) == {"round": 3, "your_total": 4, "rounds": [
        {"you": 4, "sum": 8, "exceeded": False, "your_payoff": 4},
        {"you": 5, "sum": 11, "exceeded": True, "your_payoff": 0}]}


@pytest.mark.parametrize(("bids", "alike"), [([3, 4, 1], True), ([3, 5, 0], True), ([3, 4, 2], False)])
def test_what_the_others_bid_stays_hidden_beyond_the_sum(bids, alike):
    one, other = (after("divide_dollar(players=3,rounds=2,gold=10)", joint) for joint in ([3, 1, 4], bids))
    assert (one.information_state_string(0) == other.information_state_string(0)) == alike


@pytest.mark.parametrize(("players", "gold", "shares"), [
    (10, 100, [10] * 10), (3, 100, [34, 33, 33]), (4, 6, [2, 2, 1, 1]), (3, 1, [1, 0, 0]), (2, 2, [1, 1])])
def test_the_rational_bids_are_equal_shares_and_the_first_seats_get_what_is_left_over(players, gold, shares):
    state = after(f"divide_dollar(players={players},gold={gold})")
    assert [state.rational_strategy(player) for player in range(players)] == [[(share, 1)] for share in shares]


@pytest.mark.parametrize(("players", "gold"), [(2, 3), (3, 2), (4, 9)])
def test_no_other_bid_pays_better_among_rational_players(players, gold):
    rules = DivideDollar(players=players, gold=gold)
    best = tuple(rules.rational_strategy(rules.initial_state(), player)[0][0] for player in range(players))
    for player, other in itertools.product(range(players), range(gold + 1)):
        bids = (*best[:player], other, *best[player + 1:])
        assert rules.payoffs(bids)[player] <= best[player]
