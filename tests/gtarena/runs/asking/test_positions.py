import random

import pyspiel
import pytest

from custom_games.framework.states import apply_together, choices
from gtarena import games
from gtarena.runs.asking.positions import Position, set_up
from gtarena.runs.matches.match_state import MatchState
from tests.support.scripted import Script

KUHN = Position("kuhn_poker", {}, ((-1, 0), (-1, 2), (0, 0)), 1)


def random_decisions(name, seed, most=25):
    """Yields decisions of a match of random moves: the choices before, the player, and the state."""
    rng = random.Random(seed)
    state, history = games.load(name, {}).new_initial_state(), []
    while not state.is_terminal() and most > 0:
        if state.is_chance_node():
            history.append((-1, rng.choice(state.legal_actions())))
            state.apply_action(history[-1][1])
            continue
        made = {player: rng.choice(legal) for player, legal in choices(state).items()}
        for player in made:
            most -= 1
            yield tuple(history), player, state.clone()
        history += made.items()
        apply_together(state, made)


@pytest.mark.parametrize("name", ["kuhn_poker", "pig", "goofspiel", "tic_tac_toe", "el_farol"])
def test_a_position_is_the_state_after_its_history(name):
    decisions = list(random_decisions(name, 1))
    assert max(len(history) for history, _, _ in decisions) > 0
    for history, player, expected in decisions:
        state = Position(name, {}, history, player).state()
        assert (state.history(), str(state)) == (expected.history(), str(expected))
        match = MatchState(games.load(name, {}).new_initial_state(), [Script([])] * state.num_players(), [])
        set_up(match, Position(name, {}, history, player))
        assert (match.state.history(), str(match.state)) == (expected.history(), str(expected))


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
