"""Worlds: nodes of our rules and pyspiel states answer the same questions alike."""

import random

import pytest

from custom_games.framework.node import Node
from custom_games.framework.rules import CHANCE, SIMULTANEOUS, TERMINAL
from gtarena.agents.search.information_sets import Resampler
from gtarena.agents.search.worlds import NodeWorld, StateWorld
from tests.support.compound_games import NOTHING, clue, coins
from tests.support.game_settings import every_setting, load


def pair(game):
    return NodeWorld(Node.from_moves(game.rules)), StateWorld(game.new_initial_state())


@every_setting
def test_both_kinds_of_worlds_answer_alike_along_random_play(name, variant):
    game, rng = load(name, variant), random.Random(1)
    node, state = pair(game)
    for _ in range(60):
        assert node.player == state.player
        if node.player == TERMINAL:
            break
        assert all(node.known(seat) == state.known(seat) for seat in range(game.num_players()))
        if node.player == CHANCE:
            assert list(node.chance_outcomes) == state.chance_outcomes
            action = rng.choice([outcome for outcome, probability in node.chance_outcomes if probability])
        else:
            seats = range(game.num_players()) if node.player == SIMULTANEOUS else [node.player]
            assert all(list(node.legal(seat)) == state.legal(seat) for seat in seats)
            assert all(node.charge(seat) == state.charge(seat) for seat in seats)
            joint = tuple(rng.choice([*node.legal(seat), *([] if node.legal(seat) else [0])]) for seat in seats)
            action = joint if node.player == SIMULTANEOUS else joint[0]
        node, state = node.after(action), state.after(action)


def test_a_world_is_made_once_and_keeps_what_was_known():
    node, _ = pair(coins())
    assert node.after(1) is node.after(1)
    assert node.known(0) is node.known(0)


def test_the_rest_of_a_compound_move_is_drawn_whole():
    rng = random.Random(2)
    for world in pair(coins()):
        assert sum(world.compound_rest(0, rng)) == 2
        assert sum(world.after(2).compound_rest(0, rng)) == 0
        assert world.after(2).after(0).after(0).compound_rest(1, rng) == ()


def test_a_playout_from_inside_a_compound_move_ends_it_first():
    node, _ = pair(coins())
    rng = random.Random(3)
    # Both coins are in the first pocket, so seat 1 finds both or none.
    assert {tuple(node.after(2).random_returns(rng)) for _ in range(50)} == {(0, 2), (2, 0)}
    assert node.legal_actions() == range(3)


def drawn(start, state, player, number=200):
    resampler, rng = Resampler.of(state, player, start), random.Random(4)
    return [resampler.draw(rng) for _ in range(number)]


@pytest.mark.parametrize("actions", [(2, 0, 0), (0, 1, 1), (NOTHING,)])
def test_the_same_worlds_are_drawn_as_nodes_and_as_states(actions):
    game = coins()
    state = game.new_initial_state()
    for action in actions:
        state.apply_action(action)
    node, start = pair(game)
    as_nodes = [(world.node.move, world.player) for world in drawn(node, state, 1)]
    as_states = [(world.state.node.move, world.player) for world in drawn(start, state, 1)]
    assert as_nodes == as_states
    assert len(set(as_nodes)) == (1 if actions == (NOTHING,) else 6)


def test_a_world_that_does_not_exist_is_not_drawn():
    state = clue("number").new_initial_state()
    state.apply_action(2)
    node, _ = pair(clue("number"))
    assert {world.node.begun[0] for world in drawn(node, state, 0, 5)} == {(2,)}
