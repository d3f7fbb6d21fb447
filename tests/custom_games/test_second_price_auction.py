import itertools
import random

import pyspiel
import pytest

from custom_games.second_price_auction import Run, SecondPriceAuction
from tests.support.named_games import after

NO_BID = 101


def played(parameters: str, values: list[int], *bids: list[int]) -> pyspiel.State:
    """Returns the state after the values (on a grid of 1) and after joint bids."""
    return after(f"second_price_auction({parameters})", *values, *bids)


def test_the_case_of_the_paper_value_60_price_50_makes_110_out_of_100():
    state = played("players=3", [60, 50, 40], [60, 50, 40])
    assert 100 + state.returns()[0] == 110
    assert state.returns() == [10, 0, 0]


@pytest.mark.parametrize(("bids", "returns"), [
    ([30, 70, 55], [0, 50 - 55, 0]),  # a price above the value is a loss
    ([55, 70, 70], [0, 50 - 70, 0]),  # a tie goes to the lowest id, at the bid of all who tie
    ([70, 55, 70], [60 - 70, 0, 0]), ([0, 0, 0], [60, 0, 0]),
    ([NO_BID, 20, 70], [-1, 0, 40 - 20]),  # no bid is not the lowest bid
    ([NO_BID, NO_BID, 70], [-1, -1, 40]),  # and no price
    ([NO_BID] * 3, [-1, -1, -1])])
def test_the_highest_bid_wins_and_pays_the_second_highest(bids, returns):
    assert played("players=3", [60, 50, 40], bids).returns() == returns


def test_a_history_tells_all_bids_by_seat_the_winner_and_the_price_and_nobody_wins_where_nobody_bids():
    state = played("players=3,runs=2,history=choices", [60, 50, 40], [NO_BID, 50, 45])
    assert state.observation(2) == {"run": 2, "your_value": 40, "rounds": [
        {"run": 1, "you": 45, "bids": ["no valid answer", 50, 45], "winner": 1, "won": False, "price": 45,
         "your_payoff": 0}]}
    (past,) = played("players=2,runs=2,history=choices", [60, 50], [NO_BID, NO_BID]).observation(0)["rounds"]
    assert (past["winner"], past["won"], past["price"], past["your_payoff"]) == (None, False, 0, -1)


def test_bids_are_counted_in_the_steps_of_the_grid_on_which_assets_are_and_listed_as_one_range():
    state = pyspiel.load_game("second_price_auction(players=2,grid=5)").new_initial_state()
    for steps in (12, 10):
        state.apply_action(steps)
    assert [state.observation(player)["your_value"] for player in (0, 1)] == [60, 50]
    assert (state.rational_strategy(0), state.action_to_string(0, 12)) == ([(12, 1.0)], "60")
    state.apply_actions([12, 10])
    assert state.returns() == [10, 0]
    state = played("players=2", [50, 50])
    assert (state.action_spec(0).patterns(), state.legal_actions(0)) == (["0..100"], list(range(101)))
    assert {state.random_move(0, random.Random(seed))[0] for seed in range(2000)} == set(range(101))
    with pytest.raises(ValueError, match="second_price_auction: assets=100 is not a multiple of grid=7"):
        SecondPriceAuction(grid=7)


@pytest.mark.parametrize(("value", "bid"), [(0, 0), (3, 3), (6, 4)])
def test_the_rational_bid_is_the_players_own_value_but_at_most_the_assets(value, bid):
    assert played("players=2,assets=4,value_mean=2,value_std=1", [value, 1]).rational_strategy(0) == [(bid, 1.0)]


@pytest.mark.parametrize("seed", range(5))
def test_nobody_gains_by_leaving_the_rational_profile_alone_whatever_the_values(seed):
    rng = random.Random(seed)
    rules = SecondPriceAuction(players=rng.randint(2, 3), assets=4, value_mean=rng.randint(0, 4), value_std=1,
                               entrance_fee=rng.choice([0.0, 1.0]))
    possible = [steps for steps, _ in rules.values()]
    for values in itertools.product(possible, repeat=rules.players):
        start = rules.initial_state()._replace(stage=Run(values=values))
        profile = [rules.rational_strategy(start, seat)[0][0] for seat in range(rules.players)]
        expected = payoffs(rules, start, profile)
        for seat, action in itertools.product(range(rules.players), range(rules.bounds().actions)):
            assert payoffs(rules, start, [*profile[:seat], action, *profile[seat + 1:]])[seat] <= expected[seat]


def payoffs(rules, start, actions):
    return rules.returns(rules.apply_actions(start, tuple(actions)))
