import itertools
import math

import pytest

from custom_games.sealed_bid_auction import Round, SealedBidAuction
from tests.support.named_games import after

# Values of 0, 10, 20 and 30, which chance names 0 to 3.
SMALL = "players=3,max_value=30,value_step=10"


@pytest.mark.parametrize(("price", "moves", "returns"), [
    ("first", [2, 0, 3, [15, 5, 10]], [20 - 15, 0, 0]), ("second", [2, 0, 3, [15, 5, 10]], [20 - 10, 0, 0]),
    ("second", [2, 0, 3, [8, 8, 9]], [0, 0, 30 - 8]),  # a tie below the highest bid needs no chance
    ("first", [0, 1, 2, [30, 29, 28]], [-30, 0, 0]),  # more than the player's own value
    ("first", [2, 0, 3, [15, 5, 10], 3, 2, 1, [20, 18, 19]], [(20 - 15) + (30 - 20), 0, 0]),  # two rounds
])
def test_the_highest_bid_wins_and_pays_itself_or_the_second_highest(price, moves, returns):
    state = after(f"sealed_bid_auction({SMALL},rounds={len(moves) // 4},price={price})", *moves)
    assert state.is_terminal()
    assert state.returns() == returns


@pytest.mark.parametrize("price", ["first", "second"])
@pytest.mark.parametrize(("winner", "returns"), [(0, [20 - 12, 0, 0]), (2, [0, 0, 30 - 12])])
def test_a_tie_is_broken_by_chance_among_the_highest_bidders_at_their_bid(price, winner, returns):
    state = after(f"sealed_bid_auction({SMALL},rounds=1,price={price})", 2, 0, 3)
    assert state.get_game().rules.chance_name(after("sealed_bid_auction").node.position, 2) == (
        "Player 0 values the item at 20")
    state.apply_actions([12, 5, 12])
    assert state.is_chance_node()
    assert state.chance_outcomes() == [(0, 0.5), (2, 0.5)]
    state.apply_action(winner)
    assert state.returns() == returns


def test_every_arrangement_of_values_is_equally_likely_and_a_player_learns_only_its_own_and_what_won():
    rules = SealedBidAuction(players=3, max_value=30, value_step=10)
    found = {}

    def draw(stage, probability):
        if len(stage.values) == 3:
            found[stage.values] = probability
            return
        for outcome, share in rules.stage_chance(stage):
            draw(rules.after_chance(stage, outcome), probability * share)

    draw(rules.new_stage(()), 1.0)
    assert found.keys() == set(itertools.permutations((0, 10, 20, 30), 3))
    assert list(found.values()) == pytest.approx([1 / 24] * 24)
    state = after(f"sealed_bid_auction({SMALL},rounds=3,price=second)", 2, 0, 3, [15, 5, 10], 0, 3, 1)
    assert state.observation(0) == {
        "round": 2, "your_total": 10, "your_value": 0,
        "rounds": [{"your_value": 20, "you": 15, "winning_bid": 15, "price": 10, "won": True, "your_payoff": 10}]}
    assert state.observation(1) == {
        "round": 2, "your_total": 0, "your_value": 30,
        "rounds": [{"your_value": 0, "you": 5, "winning_bid": 15, "price": 10, "won": False, "your_payoff": 0}]}
    start = f"sealed_bid_auction({SMALL},rounds=2)"
    one = after(start, 1, 0, 3, [4, 5, 12], 1, 0, 2)
    two = after(start, 1, 2, 0, [4, 12, 9], 1, 3, 0)
    assert one.observation_string(0) == two.observation_string(0)
    assert one.information_state_string(0) == two.information_state_string(0)
    state = after(f"sealed_bid_auction({SMALL},rounds=2)", 1, 2, 3, [7, 7, 0], 1, 0, 1, 2)
    assert state.observation(0)["rounds"] == [
        {"your_value": 10, "you": 7, "winning_bid": 7, "price": 7, "won": False, "your_payoff": 0}]


@pytest.mark.parametrize(("parameters", "complaint"), [
    ({"max_value": 25}, "max_value=25 is not a multiple of value_step=10"),
    ({"max_value": 10, "players": 3}, "players=3 is not at most 2, the number of different values")])
def test_values_that_cannot_all_be_drawn_are_refused(parameters, complaint):
    with pytest.raises(ValueError, match=f"sealed_bid_auction: {complaint}"):
        SealedBidAuction(**parameters)


@pytest.mark.parametrize(("price", "players", "value", "bid"), [
    ("first", 10, 200, 180), ("first", 10, 10, 9), ("first", 10, 0, 0), ("first", 2, 50, 25), ("first", 3, 50, 33),
    ("second", 10, 200, 200), ("second", 2, 0, 0)])
def test_the_rational_bid_is_a_share_of_the_value_or_all_of_it(price, players, value, bid):
    levels = [value // 10, *(level for level in range(21) if level != value // 10)]
    state = after(f"sealed_bid_auction(players={players},price={price})", *levels[:players])
    assert state.rational_strategy(0) == [(bid, 1.0)]


def test_bidding_the_players_own_value_is_at_least_as_good_as_any_other_bid_in_the_second_price_auction():
    rules = SealedBidAuction(players=3, max_value=4, value_step=1, price="second")
    for value, other, others in itertools.product(range(5), range(5), itertools.product(range(5), repeat=2)):
        truthful, deviating = (expected_payoff(rules, value, bid, others) for bid in (value, other))
        assert truthful >= deviating


def expected_payoff(rules: SealedBidAuction, value: int, bid: int, others: tuple[int, ...]) -> float:
    """Returns the average payoff of seat 0 over the ways of breaking a tie."""
    stage = Round(values=(value, *([0] * len(others))), bids=(bid, *others))
    leaders = stage.leaders()
    return sum(rules.payoffs(stage._replace(winner=seat))[0] for seat in leaders) / len(leaders)


@pytest.mark.parametrize("value", [0, 13, 50, 99, 100])
def test_the_rational_first_price_bid_is_almost_a_best_response_to_itself(value):
    rules = SealedBidAuction(players=2, max_value=100, value_step=1)

    def rational(own):
        return rules.rational_strategy(rules.initial_state()._replace(stage=Round(values=(own, 0))), 0)[0][0]

    others = [rational(own) for own in range(101)]
    worth = [math.fsum(expected_payoff(rules, value, bid, (other,)) for other in others) / 101 for bid in range(101)]
    assert max(worth) - worth[rational(value)] < 0.5
