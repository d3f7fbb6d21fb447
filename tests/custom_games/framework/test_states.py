from math import inf

import pyspiel
import pytest

from custom_games.framework import states
from custom_games.framework.rules import CHANCE
from tests.support.named_games import after


@pytest.mark.parametrize(("state", "expected"), [
    (after("iterated_prisoners_dilemma(max_rounds=1)", [0, 1]), {}),
    (after("tic_tac_toe", 4), {1: [0, 1, 2, 3, 5, 6, 7, 8]}), (after("kuhn_poker"), {}),
    (after("el_farol(players=2)"), {0: range(2), 1: range(2)}),
    (after("pirate_game(players=3,gold=2)", 2, 0, 0), {1: range(2), 2: range(2)}),  # the proposer does not vote
])
def test_choices_are_the_legal_actions_of_those_who_have_any(state, expected):
    assert {player: list(legal) for player, legal in states.choices(state).items()} == {
        player: list(legal) for player, legal in expected.items()}
    assert states.movers(state) == list(expected)


def test_numbers_stay_a_range_only_some_rules_charge_and_actions_are_applied_jointly_where_several_move():
    assert states.legal_actions(after("divide_dollar(gold=5000)"), 0) == range(5001)
    assert states.penalty_action(after("english_auction(players=2)", 50, 50), 0) == 2
    assert states.penalty_action(after("english_auction(players=2)"), CHANCE) is None
    assert states.penalty_action(after("el_farol"), 0) is None
    assert states.penalty_action(pyspiel.load_game("tic_tac_toe").new_initial_state(), 0) is None
    pirates = after("pirate_game(players=3,gold=2)", 2, 0, 0)
    states.apply_together(pirates, {2: 1, 1: 0})
    assert pirates.returns() == [2, 0, 0]
    dealt = after("kuhn_poker")
    states.apply_together(dealt, {CHANCE: 2})
    assert dealt.history() == [2]


@pytest.mark.parametrize(("game", "length"), [
    ("tic_tac_toe", 9), ("chess", 17695), ("laser_tag(horizon=-1)", inf), ("goofspiel(num_cards=0)", inf)])
def test_a_game_that_states_no_length_may_last_for_ever(game, length):
    assert states.max_game_length(pyspiel.load_game(game)) == length
