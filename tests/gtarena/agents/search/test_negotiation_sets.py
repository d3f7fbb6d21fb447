"""Redrawn negotiations: only the opponent's values change."""

import random
from collections import Counter

import pyspiel
import pytest

from gtarena.agents.search.information_sets import world_sampler
from tests.support.playouts import decision_points

GAME = "negotiation(enable_utterances=false,num_items=3)"


def values(state: pyspiel.State, player: int) -> list[int]:
    prefix = f"Agent {player} util vec: "
    (line,) = (line for line in str(state).splitlines() if line.startswith(prefix))
    return [int(value) for value in line.removeprefix(prefix).split()]


@pytest.mark.parametrize("game", [GAME, "negotiation"])
def test_a_player_sees_no_difference_and_keeps_its_own_values(game: str) -> None:
    rng = random.Random(3)
    for state, player in decision_points(game, seed=2):
        world = world_sampler(state, player)(rng)
        assert world.observation_string(player) == state.observation_string(player)
        assert world.legal_actions() == state.legal_actions()
        assert world.history() == state.history()
        assert values(world, player) == values(state, player)
        assert values(world, 1 - player) != values(state, 1 - player)


@pytest.mark.parametrize("player", [0, 1])
def test_the_opponents_values_are_uniform_from_0_to_10(player: int) -> None:
    state = pyspiel.load_game(GAME).new_initial_state()
    state.apply_action(0)
    rng = random.Random(4)
    drawn = [values(world_sampler(state, player)(rng), 1 - player) for _ in range(2200)]
    for item in range(3):
        count = Counter(vector[item] for vector in drawn)
        assert set(count) == set(range(11))
        assert all(abs(times - 200) < 68 for times in count.values())  # five standard deviations of 13.5
    assert all(any(vector) for vector in drawn)


def test_an_agreement_pays_by_the_redrawn_values() -> None:
    # Of [2, 3, 1] player 0 takes [1, 2, 1], which leaves [1, 1, 0] to player 1, and player 1 agrees.
    game = pyspiel.load_game(GAME)
    state = game.deserialize_state("6\n2 3 1\n4 0 9\n1 1 1\n0, 49")
    world = world_sampler(state, 0)(random.Random(5))
    world.apply_action(world.legal_actions()[-1])
    theirs = values(world, 1)
    assert world.returns() == [4 + 9, theirs[0] + theirs[1]]


def test_before_the_deal_there_is_nothing_to_redraw() -> None:
    state = pyspiel.load_game(GAME).new_initial_state()
    assert world_sampler(state, 0)(random.Random(6)).is_chance_node()
