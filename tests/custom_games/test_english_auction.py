import itertools
import json
import random

import pyspiel
import pytest
from open_spiel.python import policy
from open_spiel.python.algorithms import exploitability

from custom_games.english_auction import BREAK, DROP, STAY, Clock, EnglishAuction
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
    ([[BREAK, BREAK, BREAK]], [-1, -1, -1]),
    ([[BREAK, DROP, DROP]], [-1, 50, 0]),
])
def test_who_stays_wins_or_else_the_lowest_id_of_the_last_to_drop_at_the_price_before(answers, returns):
    state = played(TENS, [6, 5, 4], *answers)
    assert state.is_terminal()
    assert state.returns() == returns


def test_everybody_sees_the_price_and_who_dropped_where_and_those_who_did_are_not_asked_again():
    state = played(TENS, [6, 5, 4], [STAY, STAY, STAY], [STAY, STAY, DROP])
    assert state.observation(1) == {
        "run": 1, "rounds": [], "your_value": 50, "price": 30, "dropped_at": [None, None, 20]}
    assert [state.legal_actions(player) for player in range(3)] == [[DROP, STAY]] * 2 + [[]]


def test_nobody_can_stay_above_the_assets_so_that_the_highest_price_paid_is_what_they_reach():
    state = played("players=2,increment=40", [2, 2], [STAY, STAY], [STAY, STAY])
    assert state.observation(0)["price"] == 120
    assert state.legal_actions(0) == [DROP]
    with pytest.raises(ValueError, match='"decision" must be drop'):
        state.struct_to_actions(0, {"decision": "stay"})
    assert state.rational(0) == [(DROP, 1.0)]
    state.apply_actions([DROP, DROP])
    assert state.returns() == [80 - 80, 0]


def test_a_history_tells_who_dropped_where_the_winner_and_the_price():
    state = played(f"{TENS},runs=2,history=choices", [6, 5, 4], [STAY, STAY, STAY], [STAY, DROP, BREAK])
    pasts = [state.observation(player)["rounds"][0] for player in range(3)]
    assert [past.pop("you") for past in pasts] == ["stay", "drop", "no valid answer"]
    assert [past.pop("won") for past in pasts] == [True, False, False]
    assert [past.pop("your_payoff") for past in pasts] == [60 - 10, 0, -1]
    assert pasts == [
        {"run": 1, "dropped_at": [None, 20, 20], "last_price": 20, "winner": 0, "price": 10}] * 3
    assert state.observation(2)["price"] == 10


@pytest.mark.parametrize(("stated", "action"), [
    ('{"decision": "stay"}', STAY), ('{"decision": " Drop "}', DROP), ('{"decision": "STAY", "reason": ""}', STAY)])
def test_a_decision_is_one_of_two_words(stated, action):
    assert played(TENS, [6, 5, 4]).struct_to_actions(0, json.loads(stated)) == [action]


@pytest.mark.parametrize("decision", ["yes", 1, None, "no valid answer", ["stay"]])
def test_any_other_decision_is_refused(decision):
    with pytest.raises(ValueError, match='"decision" must be drop or stay'):
        played(TENS, [6, 5, 4]).struct_to_actions(0, {"decision": decision})


def test_no_random_move_is_no_answer():
    state = played(TENS, [6, 5, 4])
    assert {state.random_move(0, random.Random(seed))[0] for seed in range(50)} == {DROP, STAY}


def test_the_rational_player_stays_up_to_its_own_value():
    state = played(TENS, [3, 5, 4])
    decisions = []
    while state.legal_actions(0):
        decisions.append(state.rational(0))
        state.apply_actions([state.rational(player)[0][0] for player in range(3)])
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
                actions.append(rules.rational(state, seat)[0][0])
        state = rules.apply_actions(state, tuple(actions))
    return rules.returns(state)


class Bidder(policy.Policy):
    """Stays up to its own value as far as assets of 2 reach, or drops at once, in OpenSpiel's turn-based form."""

    def __init__(self, game: pyspiel.Game, highest: int = 2) -> None:
        super().__init__(game, [0, 1])
        self.highest = highest

    def action_probabilities(self, state, player_id=None):
        *_, now = json.loads(state.information_state_string().splitlines()[-1])
        return {STAY if now["price"] <= min(now["your_value"], self.highest) else DROP: 1.0}


def test_openspiel_finds_no_better_response_to_the_rational_profile_and_one_to_dropping_at_once():
    game = pyspiel.convert_to_turn_based(pyspiel.load_game(
        "english_auction(players=2,assets=2,value_mean=0,value_std=1)"))
    assert exploitability.nash_conv(game, Bidder(game)) == pytest.approx(0)
    assert exploitability.nash_conv(game, Bidder(game, highest=0)) > 0.01


def test_a_rule_breaker_does_not_win_by_its_low_id_and_if_all_break_the_rules_nobody_does():
    rules = EnglishAuction(players=2, entrance_fee=1.0)
    both_asked = Clock(price=5, dropped_at=(None, None), values=(10, 20))
    one, none = (rules.after_choices(both_asked, actions) for actions in ((2, 0), (2, 2)))
    assert rules.sale(one).winner == 1
    assert list(rules.payoffs(one)) == [-1.0, 20 - 4]
    assert rules.sale(none).winner is None
    assert list(rules.payoffs(none)) == [-1.0, -1.0]
