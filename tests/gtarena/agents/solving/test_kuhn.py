"""Kuhn poker against OpenSpiel's exploitability and values worked out by hand."""

from collections.abc import Iterator

import pyspiel
import pytest
from open_spiel.python.algorithms import expected_game_score, exploitability
from open_spiel.python.policy import TabularPolicy

from gtarena.agents.solving import kuhn
from tests.support.named_games import after

GAME = pyspiel.load_game("kuhn_poker")
JACK, QUEEN, KING = range(3)
PASS, BET = 0, 1


def at(first: int, second: int, *actions: int) -> pyspiel.State:
    return after("kuhn_poker", first, second, *actions)


def decisions(state: pyspiel.State) -> Iterator[pyspiel.State]:
    if not state.is_chance_node() and not state.is_terminal():
        yield state
    for action in state.legal_actions():
        yield from decisions(state.child(action))


def equilibrium() -> TabularPolicy:
    policy, solution = TabularPolicy(GAME), kuhn.solve(GAME)
    for state in decisions(GAME.new_initial_state()):
        chances = solution.policy(state, state.current_player())
        policy.policy_for_key(state.information_state_string())[:] = [chances[PASS], chances[BET]]
    return policy


def test_nobody_can_gain_by_leaving_the_policy_in_which_the_first_player_loses_an_eighteenth():
    assert exploitability.nash_conv(GAME, equilibrium()) == pytest.approx(0, abs=1e-12)
    policy = equilibrium()
    returns = expected_game_score.policy_value(GAME.new_initial_state(), [policy, policy])
    assert list(returns) == pytest.approx([-1 / 18, 1 / 18])


@pytest.mark.parametrize(("state", "passing", "betting"), [
    # First to act. A jack that bets is folded to by 2/3 of the queens and called by the rest and by kings.
    (at(JACK, QUEEN), -1, -1),
    # Passing queens see jacks bet 1/3 of the time and kings always; calling is then worth as much as folding.
    (at(QUEEN, JACK), -1 / 3, -1 / 2), (at(KING, JACK), 7 / 6, 7 / 6),
    # A king behind a pass: 5/6 of the jacks fold then, and half of the queens call.
    (at(QUEEN, KING, PASS), 1, 14 / 11),
    # A bet comes from a jack, 1/6, or a king, 1/2, so that a queen wins one call in four.
    (at(KING, QUEEN, BET), -1, -1), (at(KING, JACK, BET), -1, -2), (at(KING, JACK, PASS, BET), -1, 2)])
def test_values_are_those_worked_out_by_hand(state, passing, betting):
    values = kuhn.solve(GAME).values(state, state.current_player())
    assert values == pytest.approx({PASS: passing, BET: betting})


def test_values_do_not_depend_on_the_opponents_card_and_with_three_players_there_are_none():
    solution = kuhn.solve(GAME)
    assert solution.values(at(QUEEN, JACK, PASS, BET), 0) == solution.values(at(QUEEN, KING, PASS, BET), 0)
    assert kuhn.solve(pyspiel.load_game("kuhn_poker(players=3)")) is None
