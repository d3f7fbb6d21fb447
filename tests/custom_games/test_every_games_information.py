"""Conformance tests of what players know in every game of ``custom_games``."""

import itertools
import json
import random
from collections import defaultdict
from collections.abc import Iterator

import pyspiel

from tests.support.game_settings import RULES, after, every_game, every_setting, load, playouts, steps_after
from tests.support.playouts import movers

SMALL_TREE = 3000  # states, after which no deeper level is looked at
LARGEST_LEVEL = 5000  # states


@every_setting
def test_observations_are_plain_json_and_their_text_differs_exactly_when_they_do(name, variant):
    observations = {}
    for state in playouts(name, variant):
        for player in range(state.num_players()):
            observation, text = state.observation(player), state.observation_string(player)
            assert json.loads(json.dumps(observation)) == observation
            assert observations.setdefault(text, observation) == observation
    canonical = [json.dumps(observation, sort_keys=True) for observation in observations.values()]
    assert len(set(canonical)) == len(canonical)


@every_setting
def test_the_rules_are_never_asked_for_an_observation_at_a_chance_node(name, variant, monkeypatch):
    rules = RULES[name]
    observe = rules.observation

    def checked(self, position, player):
        assert self.current_player(position) != pyspiel.PlayerId.CHANCE
        return observe(self, position, player)

    monkeypatch.setattr(rules, "observation", checked)
    for state in playouts(name, variant):
        for player in range(state.num_players()):
            state.observation_string(player)
            state.information_state_string(player)


def nodes_with_memories(game: pyspiel.Game) -> Iterator[tuple[pyspiel.State, list[tuple]]]:
    """Yields states breadth first, each with all that every player saw and did at its decisions.

    Of chance's outcomes and of texts it follows two each time, so that it gets beyond the deal and the talk.
    """
    rng = random.Random(0)
    level = [(game.new_initial_state(), [()] * game.num_players())]
    seen = 0
    while level and seen < SMALL_TREE:
        yield from level
        seen += len(level)
        following = ((after(state, step), remembered(state, memories, step))
                     for state, memories in level if not state.is_terminal() for step in steps_after(state, rng))
        level = list(itertools.islice(following, LARGEST_LEVEL if seen < SMALL_TREE else 0))


def remembered(state, memories, step):
    acting = movers(state)
    moves = step if isinstance(step, dict) else dict.fromkeys(acting, step)
    return [
        (*memory, state.observation_string(player), tuple(moves[player])) if player in acting else memory
        for player, memory in enumerate(memories)
    ]


@every_game
def test_information_states_have_perfect_recall(name):
    game = load(name, RULES[name].variants[0])
    known = [{} for _ in range(game.num_players())]
    for state, memories in nodes_with_memories(game):
        for player, memory in enumerate(memories):
            now = (*memory, state.observation_string(player))
            assert known[player].setdefault(state.information_state_string(player), now) == now
    for told in known:
        assert len(set(told.values())) == len(told)


@every_game
def test_declared_perfect_information_means_that_everyone_sees_the_position(name):
    game = load(name, RULES[name].variants[0])
    positions = defaultdict(set)
    for state, _ in nodes_with_memories(game):
        for player in movers(state):
            positions[player, state.observation_string(player)].add(state._node.position)
    everyone_sees_all = max(map(len, positions.values())) == 1
    assert everyone_sees_all == (RULES[name].facts.information == "perfect_information")
