"""Moves of several actions, at nodes of one player (a talk) and of all players (a text and a number at once)."""

import copy
import json
import pickle
import random

import pyspiel
import pytest

from custom_games.action_specs.utf8_text import END
from custom_games.framework.node import CompoundMove
from tests.support import chat_game, simultaneous_talk
from tests.support.chat_game import small_talk
from tests.support.simultaneous_talk import CHARGED, LoudNumbers, loud_numbers

LOUD = LoudNumbers(players=3, rounds=2)
HI_1, EMPTY_2, HEY_0 = CompoundMove([*b"hi", END, 1]), CompoundMove([END, 2]), CompoundMove([*b"hey", END, 0])


def talked(*actions: int) -> pyspiel.State:
    state = small_talk().new_initial_state()
    for action in actions:
        state.apply_action(action)
    return state


def shouted(*joint: tuple[int, ...]) -> pyspiel.State:
    """Returns the state of three loud players after these joint actions; 0 stands for one who waits."""
    state = loud_numbers(players=3, rounds=2).new_initial_state()
    for actions in joint:
        state.apply_actions(list(actions))
    return state


# Seat 1 says nothing and is done after two actions, seat 0 after four, seat 2 after five.
STEPS = ((ord("h"), END, ord("h")), (ord("i"), 2, ord("e")), (END, 0, ord("y")), (1, 0, END), (0, 0, 0))


def test_a_move_changes_the_position_once_whole_is_known_to_its_player_and_is_one_entry_in_its_state():
    state = talked(*b"hi")
    assert (state.node.position, state.current_player()) == (small_talk().new_initial_state().node.position, 0)
    state.apply_action(END)
    assert (state.node.position.said, state.current_player()) == (("hi",), 1)
    start, inside = talked(*b"hi", END), talked(*b"hi", END, *b"yo")
    assert [inside.observation(player) for player in (0, 1)] == [start.observation(player) for player in (0, 1)]
    assert inside.observation_string(1) == start.observation_string(1)
    assert inside.information_state_string(0) == start.information_state_string(0)
    now = json.loads(start.information_state_string(1))
    assert json.loads(inside.information_state_string(1)) == [*now, list(b"yo")]
    assert (inside.inside_move(1), inside.inside_move(0), start.inside_move(1)) == (True, False, False)
    state = talked(*b"hi", END, *b"yo", END, 1, 0)
    (saw, said), (_, picked), now = json.loads(state.information_state_string(0))
    assert saw == {"said": []}
    assert said == {"message": "hi"}
    assert picked == 1
    assert now == {"said": [{"player": 0, "text": "hi"}, {"player": 1, "text": "yo"}]}


def test_at_a_simultaneous_node_who_has_finished_or_has_no_decision_waits_while_others_go_on():
    waiting = []
    for length in range(len(STEPS)):
        state = shouted(*STEPS[:length])
        assert state.is_simultaneous_node()
        assert state.node.position.rounds == ()
        waiting.append([player for player in range(3) if not state.legal_actions(player)])
    assert waiting == [[], [], [1], [1], [0, 1]]
    assert shouted(*STEPS).node.position.rounds == ((("hi", 1), ("", 2), ("hey", 0)),)
    state = shouted(*STEPS)
    assert state.action_spec(2) is None
    for actions in ((END, ord("a"), 0), (0, END, -1), (0, 0, 0)):
        assert state.legal_actions(2) == []
        state.apply_actions(list(actions))
    assert state.node.position.rounds[1] == (("", 0), ("a", 0), 0)
    assert state.is_terminal()


def test_nobody_learns_what_others_are_saying_at_a_simultaneous_node_until_all_have_said_it():
    before, inside, after = shouted(), shouted(*STEPS[:3]), shouted(*STEPS)
    for player, own in enumerate(([*b"hi", END], [END, 2], [*b"hey"])):
        assert inside.observation(player) == before.observation(player)
        assert json.loads(inside.information_state_string(player)) == [before.observation(player), own]
    said = [{"message": "hi", "number": 1}, {"message": "", "number": 2}, {"message": "hey", "number": 0}]
    for player in range(3):
        assert json.loads(after.information_state_string(player)) == [
            [before.observation(player), said[player]], after.observation(player)]


@pytest.mark.parametrize("state", [
    talked(*b"hi", END, *b"y"), talked(*"é".encode()[:1]), *(shouted(*STEPS[:length]) for length in range(6))])
def test_inside_a_compound_move_a_state_can_be_pickled_cloned_and_serialized(state):
    again = pickle.loads(pickle.dumps(state.node))
    assert (again.position, again.begun, again.move) == (state.node.position, state.node.begun, state.node.move)
    assert copy.deepcopy(state.node) is state.clone().node is state.node
    chat_game.register()
    simultaneous_talk.register()
    game, restored = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(state.get_game(), state))
    assert game.rules == state.get_game().rules
    assert restored.history() == state.history()
    for player in range(game.num_players()):
        assert again.information_state_text(player) == state.information_state_string(player)
        assert restored.information_state_string(player) == state.information_state_string(player)
        assert list(again.legal_actions(player)) == restored.legal_actions(player) == state.legal_actions(player)


def test_a_random_rest_completes_the_move_that_a_player_is_making():
    rng = random.Random(0)
    for _ in range(20):
        state = talked(*"é".encode()[:1])
        rest = state.random_move(0, rng)
        for action in rest:
            assert state.current_player() == 0
            assert action in state.legal_actions()
            state.apply_action(action)
        assert state.current_player() == 1
        assert rest[-1] == END
    inside = shouted(*STEPS[:3])
    assert inside.random_move(0, rng)[0] in range(3)
    assert len(inside.random_move(0, rng)) == 1


def test_a_charge_counts_as_a_whole_move_and_an_illegal_part_is_refused_and_changes_nothing():
    state = shouted((CHARGED, ord("a"), CHARGED))
    assert CHARGED not in shouted().legal_actions(0)
    assert [state.legal_actions(player) for player in (0, 2)] == [[], []]
    assert END in state.legal_actions(1)
    assert (state.inside_move(0), state.inside_move(1)) == (False, True)
    state.apply_actions([0, END, 0])
    state.apply_actions([0, 1, 0])
    assert state.node.position.rounds == ((CHARGED, ("a", 1), CHARGED),)
    assert state.node.move == (CHARGED, CompoundMove([ord("a"), END, 1]), CHARGED)
    assert json.loads(state.information_state_string(0))[0][1] == CHARGED
    simultaneous_talk.register()
    _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(state.get_game(), state))
    assert again.node.position == state.node.position
    state = shouted(*STEPS[:3])
    before = state.node
    with pytest.raises(ValueError, match="action 3 of player 0 is not legal here"):
        state.apply_actions([3, 0, END])
    assert state.node is before
