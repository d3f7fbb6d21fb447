import itertools
import random

import pyspiel
import pytest

from custom_games.english_auction import BREAK, DROP, STAY, EnglishAuction
from tests.support.named_games import after


def played(parameters: str, values: list[int], *answers: list[int]) -> pyspiel.State:
    """Returns the state after the values, in increments, and after joint answers, price by price."""
    return after(f"english_auction({parameters})", *values, *answers)


def test_the_case_of_the_paper_value_60_price_50_makes_110_out_of_100():
    state = played("players=3", [60, 50, 40])
    for price in range(1, 52):  # what those who are out say counts for nothing
        state.apply_actions([STAY if price <= value else DROP for value in (60, 50, 40)])
    assert state.is_terminal()
    assert 100 + state.returns()[0] == 110
    assert state.returns() == [10, 0, 0]


TENS = "players=3,increment=10"


@pytest.mark.parametrize(("answers", "returns"), [
    # Seat 2 stays at 20 when the others drop, and pays 10.
    ([[STAY, STAY, STAY], [DROP, DROP, STAY]], [0, 0, 40 - 10]),
    # All who are left drop at 30: of seats 1 and 2 the lower one pays 20.
    ([[STAY, STAY, STAY], [DROP, STAY, STAY], [0, DROP, DROP]], [0, 50 - 20, 0]),
    # Nobody wants it at the first price: seat 0 has it for nothing.
    ([[DROP, DROP, DROP]], [60, 0, 0]),
    # No answer drops like any other, and costs the fee; seat 1 pays 10 for what it valued at 50.
    ([[STAY, STAY, BREAK], [BREAK, STAY, 0]], [-1, 50 - 10, -1]),
    # Who gives no answer cannot win.
    ([[BREAK, BREAK, BREAK]], [-1, -1, -1]), ([[BREAK, DROP, DROP]], [-1, 50, 0]),  # not even by its low id
])
def test_who_stays_wins_or_else_the_lowest_id_of_the_last_to_drop_at_the_price_before(answers, returns):
    state = played(TENS, [6, 5, 4], *answers)
    assert state.is_terminal()
    assert state.returns() == returns


def test_everybody_sees_the_price_and_who_dropped_where_and_nobody_can_stay_above_the_assets():
    state = played(TENS, [6, 5, 4], [STAY, STAY, STAY], [STAY, STAY, DROP])
    assert state.observation(1) == {
        "run": 1, "rounds": [], "your_value": 50, "price": 30, "dropped_at": [None, None, 20]}
    assert [state.legal_actions(player) for player in range(3)] == [[DROP, STAY]] * 2 + [[]]
    state = played("players=2,increment=40", [2, 2], [STAY, STAY], [STAY, STAY])
    assert (state.observation(0)["price"], state.legal_actions(0)) == (120, [DROP])
    with pytest.raises(ValueError, match='"decision" must be drop'):
        state.struct_to_actions(0, {"decision": "stay"})
    assert state.rational_strategy(0) == [(DROP, 1.0)]
    state.apply_actions([DROP, DROP])
    assert state.returns() == [80 - 80, 0]


def test_a_history_tells_who_dropped_where_and_the_winner_and_the_rational_player_stays_up_to_its_value():
    state = played(f"{TENS},runs=2,history=choices", [6, 5, 4], [STAY, STAY, STAY], [STAY, DROP, BREAK])
    pasts = [state.observation(player)["rounds"][0] for player in range(3)]
    assert [past.pop("you") for past in pasts] == ["stay", "drop", "no valid answer"]
    assert [past.pop("won") for past in pasts] == [True, False, False]
    assert [past.pop("your_payoff") for past in pasts] == [60 - 10, 0, -1]
    assert pasts == [{"run": 1, "dropped_at": [None, 20, 20], "last_price": 20, "winner": 0, "price": 10}] * 3
    assert state.observation(2)["price"] == 10
    state = played(TENS, [3, 5, 4])
    decisions = []
    while state.legal_actions(0):
        decisions.append(state.rational_strategy(0))
        state.apply_actions([state.rational_strategy(player)[0][0] for player in range(3)])
    assert decisions == [[(STAY, 1.0)]] * 3 + [[(DROP, 1.0)]]


@pytest.mark.parametrize("seed", range(5))
def test_nobody_gains_by_leaving_the_rational_profile_alone_whatever_the_values(seed):
    rng = random.Random(seed)
    rules = EnglishAuction(
        players=rng.randint(2, 3), assets=rng.randint(2, 4), value_mean=rng.randint(0, 4), value_std=1,
        entrance_fee=rng.choice([0.0, 1.0]))
    possible = [steps for steps, _ in rules.values()]
    for values in itertools.product(possible, repeat=rules.players):
        expected = payoffs(rules, values, None, 0, DROP)
        # The others mind only the price, so a way to deviate is a price up to which one stays and how one leaves.
        for seat, last, end in itertools.product(range(rules.players), range(rules.assets + 1), (DROP, BREAK)):
            assert payoffs(rules, values, seat, last, end)[seat] <= expected[seat]


def payoffs(rules, values, deviant, last, end):
    """Returns the payoffs if all but the deviant are rational; it stays up to price ``last``, then plays ``end``."""
    state = rules.initial_state()
    for value in values:
        state = rules.apply_action(state, value)
    while state.stage is not None:
        actions = []
        for seat in range(rules.players):
            if rules.action_spec(state, seat) is None:
                actions.append(0)
            elif seat == deviant:
                actions.append(STAY if state.stage.price <= last else end)
            else:
                actions.append(rules.rational_strategy(state, seat)[0][0])
        state = rules.apply_actions(state, tuple(actions))
    return rules.returns(state)
