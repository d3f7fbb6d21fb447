import copy
import json
from dataclasses import dataclass, replace

import pyspiel
import pytest

from custom_games.action_specs import Choice, Number
from custom_games.el_farol import ElFarol
from custom_games.framework.rules import CHANCE, SIMULTANEOUS, TERMINAL, Bounds, Facts, Rules, game
from custom_games.framework.spiel import game_class

BOUNDS = Bounds(players=3, actions=2, length=2, utility=(0, 2), chance_outcomes=2)


class SmallGame(Rules[tuple[tuple[int, ...], ...]]):
    """Base of the games below: a position is the moves so far, and the game ends after two of them."""

    def bounds(self):
        return BOUNDS

    def initial_state(self):
        return ()

    def current_player(self, state):
        return TERMINAL if len(state) == BOUNDS.length else SIMULTANEOUS

    def action_spec(self, state, player):
        return Number("number", 0, 1)

    def apply_actions(self, state, actions):
        return (*state, actions)

    def apply_action(self, state, action):
        return (*state, (action,))

    def returns(self, state):
        return [1] * BOUNDS.players

    def observation(self, state, player):
        return {"moves": [list(moves) for moves in state]}

    def chance_name(self, state, outcome):
        return str(outcome)


def made(rules: type, **facts) -> pyspiel.Game:
    """Returns the rules as a game without registering it: pyspiel's list of games is shared by all tests."""
    usual = {"dynamics": "simultaneous", "information": "perfect_information", "utility": "identical", "chance": False}
    rules.facts = Facts(f"test_{rules.__name__}", "Test", players=(3, 3), **(usual | facts))
    return game_class(rules)()


@dataclass(frozen=True)
class OutOfRange(SmallGame):
    def action_spec(self, state, player):
        return Number("number", 0, 2)


@dataclass(frozen=True)
class Negative(SmallGame):
    def action_spec(self, state, player):
        return Choice("side", ("left", "right"), actions=(-1, 0))


@dataclass(frozen=True)
class ByTurns(SmallGame):
    """Seat 1, then chance."""

    def current_player(self, state):
        return (1, CHANCE, TERMINAL)[len(state)]

    def chance_outcomes(self, state):
        return [(0, 0.5), (1, 0.5)]


@dataclass(frozen=True)
class OnlySomeAct(SmallGame):
    """Seats 0 and 2 act first, seat 1 alone afterwards."""

    def action_spec(self, state, player):
        return Number("number", 0, 1) if (player == 1) == (len(state) == 1) else None


@dataclass(frozen=True)
class Empty(SmallGame):
    pass


@pytest.mark.parametrize(("rules", "wrong"), [(OutOfRange, 2), (Negative, -1)])
def test_rules_that_name_an_action_outside_their_own_bounds_are_refused(rules, wrong):
    state = made(rules).new_initial_state()
    with pytest.raises(ValueError, match=f"legal action {wrong} is outside 0 to 1"):
        state.legal_actions(0)


@pytest.mark.parametrize("action", [2, -7, 99])
def test_an_illegal_action_is_refused_and_changes_nothing(action):
    state = made(ByTurns, chance=True).new_initial_state()
    with pytest.raises(ValueError, match=f"action {action} of player 1 is not legal here"):
        state.apply_action(action)
    assert state._node.position == ()
    state.apply_action(0)
    with pytest.raises(ValueError, match="action 2 of player -1 is not legal here"):
        state.apply_action(2)


@pytest.mark.parametrize(("actions", "complaint"), [
    ([0, 7, 1], "action 7 of player 1 is not legal here"), ([0, 1], "2 actions for 3 players")])
def test_a_joint_action_with_an_illegal_part_or_for_too_few_seats_is_refused(actions, complaint):
    state = pyspiel.load_game("el_farol(players=3,rounds=1)").new_initial_state()
    with pytest.raises(ValueError, match=complaint):
        state.apply_actions(actions)
    assert state.history() == []


@pytest.mark.parametrize("filler", [0, -1])
def test_where_only_some_seats_act_the_others_have_no_moves_and_their_filler_reads_as_zero(filler):
    state = made(OnlySomeAct).new_initial_state()
    assert [state.legal_actions(player) for player in range(3)] == [[0, 1], [], [0, 1]]
    state.apply_actions([1, filler, 1])
    assert state._node.position == ((1, 0, 1),)
    assert [state.legal_actions(player) for player in range(3)] == [[], [0, 1], []]
    # An information state lists what a seat did at its own decisions only.
    assert [len(json.loads(state.information_state_string(player))) for player in range(3)] == [2, 1, 2]
    state.apply_actions([filler, 1, filler])
    assert state._node.position == ((1, 0, 1), (0, 1, 0))


def test_the_turn_based_form_asks_just_those_who_act_and_a_second_game_of_a_short_name_is_refused():
    state, asked = pyspiel.convert_to_turn_based(made(OnlySomeAct)).new_initial_state(), []
    while not state.is_terminal():
        asked.append(state.current_player())
        state.apply_action(1)
    assert asked == [0, 2, 1]
    assert state.returns() == [1, 1, 1]
    with pytest.raises(ValueError, match="el_farol is already the game ElFarol"):
        game("el_farol", "Another Bar")(Empty)


@pytest.mark.parametrize(("parameters", "complaint"), [
    ("seats=3", r"Unknown parameter 'seats'.*players, rounds"), ("rounds=2.5", "Wrong type for parameter rounds")])
def test_a_parameter_that_is_unknown_or_of_the_wrong_type_is_refused(parameters, complaint):
    with pytest.raises(pyspiel.SpielError, match=complaint):
        pyspiel.load_game(f"el_farol({parameters})")


def test_the_declared_parameters_become_those_of_the_pyspiel_game():
    loaded = pyspiel.load_game("el_farol(players=4,feedback=explicit)")
    assert loaded.rules == ElFarol(players=4, feedback="explicit")
    assert loaded.get_parameters() == {"players": 4, "rounds": 20, "horizon": "known", "termination_probability": 0.0,
                                       "capacity": 0.6, "fun": 10, "crowded": 0, "home": 5, "feedback": "explicit"}


def test_two_thousand_rounds_can_be_copied_and_pickling_keeps_every_digit_of_a_parameter():
    loaded = pyspiel.load_game("iterated_prisoners_dilemma(termination_probability=0.0,max_rounds=2000)")
    state = loaded.new_initial_state()
    for number in range(1999):
        state.apply_actions([number % 2, number % 3 % 2])
    assert copy.deepcopy(state._node) is state.clone()._node is state._node
    again = loaded.deserialize_state(state.serialize())
    assert (again._node.position, again.history()) == (state._node.position, state.history())
    again.apply_actions([0, 0])
    assert again.is_terminal()
    assert not state.is_terminal()
    # The game string keeps 15 digits, and a third of the players would no longer be within the capacity.
    function, arguments = pyspiel.load_game("el_farol", {"players": 3, "capacity": 1 / 3}).__reduce__()
    assert function(*arguments).rules.capacity == 1 / 3


@dataclass(frozen=True)
class ThreeInAll(SmallGame):
    def bounds(self):
        return replace(BOUNDS, utility_sum=3)


def test_a_constant_sum_game_states_the_sum_of_returns_and_openspiel_checks_it():
    game = made(ThreeInAll, utility="constant_sum")
    assert game.utility_sum() == 3
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


@dataclass(frozen=True)
class Unstated(SmallGame):
    """Does not state the sum of returns."""


def test_a_constant_sum_game_states_its_sum_which_is_0_for_zero_sum_and_unknown_for_others():
    with pytest.raises(ValueError, match=r"test_Unstated is constant-sum: bounds\(\) has to state the utility_sum"):
        made(Unstated, utility="constant_sum")
    assert made(Unstated, utility="zero_sum").utility_sum() == 0
    assert made(Unstated, utility="general_sum").utility_sum() is None
