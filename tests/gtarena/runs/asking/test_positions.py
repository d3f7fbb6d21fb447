import random

import pyspiel
import pytest

from gtarena import games
from gtarena.runs.asking.positions import Position, set_up
from gtarena.runs.matches.match_state import MatchState
from tests.support.scripted import Script

KUHN = Position("kuhn_poker", {}, ((-1, 0), (-1, 2), (0, 0)), 1)


def random_decisions(name, seed, most=6):
    """Yields decisions of a match of random moves: the choices before, and the player."""
    rng = random.Random(seed)
    state, history = games.load(name, {}).new_initial_state(), []
    while not state.is_terminal() and len(history) < 40 and most:
        if state.is_chance_node():
            actions = {-1: rng.choice(state.legal_actions())}
        elif state.is_simultaneous_node():
            actions = {player: rng.choice(state.legal_actions(player)) for player in range(state.num_players())}
        else:
            actions = {state.current_player(): rng.choice(state.legal_actions())}
        for player in actions:
            if player >= 0:
                most -= 1
                yield tuple(history), player
        history += actions.items()
        (state.apply_actions if state.is_simultaneous_node() else lambda acts: state.apply_action(*acts))(
            list(actions.values()))


@pytest.mark.parametrize("name", ["kuhn_poker", "pig", "goofspiel", "tic_tac_toe", "el_farol"])
def test_a_position_is_the_state_after_its_history(name):
    for history, player in random_decisions(name, 1):
        state = Position(name, {}, history, player).state()
        expected = games.load(name, {}).new_initial_state()
        for action in (action for _, action in history):
            if expected.is_simultaneous_node():
                break
            expected.apply_action(action)
        assert player in ([state.current_player()] if state.current_player() >= 0 else range(state.num_players()))
        assert state.history()[:len(expected.history())] == expected.history()


def test_states_of_one_position_are_independent():
    first = KUHN.state()
    first.apply_action(1)
    assert KUHN.state().history() == [0, 2, 0]


def test_a_match_is_brought_to_the_same_state_and_its_agents_are_told_of_the_way():
    listener = Script([])
    match = MatchState(pyspiel.load_game("kuhn_poker").new_initial_state(), [Script([]), listener], [])
    set_up(match, KUHN)
    assert str(match.state) == str(KUHN.state())
    assert match.movers() == [1]
    assert listener.told == [(-1, 0), (-1, 2), (0, 0)]
    assert [step.choice for step in match._history] == [0, 2, 0]


def test_players_who_choose_at_once_come_to_the_same_state_in_any_order():
    both = [((0, 1), (1, 2)), ((1, 2), (0, 1))]
    states = [Position("goofspiel", {"num_cards": 4, "points_order": "descending"}, first, 0).state() for first in both]
    assert states[0].history() == states[1].history() == [1, 2]


@pytest.mark.parametrize(("history", "player"), [
    (((-1, 0), (-1, 2), (0, 7)), 1),  # no such action
    (((-1, 0), (-1, 0)), 0),  # a card that has been dealt
    (((-1, 0), (-1, 2), (0, 0)), 0),  # not the player's turn
    (((-1, 0),), 0),  # chance is to move
    (((-1, 0), (-1, 2), (0, 0), (1, 0)), 0),  # the match is over
    (((-1, 0), (-1, 2), (0, "hello")), 1),  # nobody speaks in this game
])
def test_a_position_that_does_not_exist_is_refused(history, player):
    position = Position("kuhn_poker", {}, history, player)
    with pytest.raises(ValueError, match=r"legal|nothing to decide|say a text"):
        position.state()
    match = MatchState(pyspiel.load_game("kuhn_poker").new_initial_state(), [Script([]), Script([])], [])
    with pytest.raises(ValueError, match=r"legal|nothing to decide|cannot|set up"):
        set_up(match, position)
