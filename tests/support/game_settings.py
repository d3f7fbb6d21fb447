"""The settings in which every game is tested, and the states of random playouts in them."""

import itertools
from collections.abc import Iterator

import pyspiel
import pytest

from custom_games import GAMES
from tests.support.playouts import movers, states

PLAYOUTS = 10
MOST_ACTIONS = 200
SETTINGS = [
    pytest.param(name, variant, id=f"{name}({', '.join(f'{key}={value}' for key, value in variant.items())})")
    for name, rules in GAMES.items() for variant in ({}, *rules.variants)
]
every_setting = pytest.mark.parametrize(("name", "variant"), SETTINGS)
every_game = pytest.mark.parametrize("name", GAMES)


def playouts(name, variant) -> Iterator[pyspiel.State]:
    game = pyspiel.load_game(name, dict(variant))
    for seed in range(PLAYOUTS):
        yield from states(game, seed)


def decisions(name, variant) -> Iterator[tuple[pyspiel.State, int]]:
    for state in playouts(name, variant):
        for player in movers(state):
            yield state, player


def some_actions(state: pyspiel.State, player: int) -> list[int]:
    """Returns the player's legal actions, or an even selection with the first and the last if there are very many."""
    legal = state.legal_actions(player)
    if len(legal) <= MOST_ACTIONS:
        return legal
    return [legal[index * (len(legal) - 1) // (MOST_ACTIONS - 1)] for index in range(MOST_ACTIONS)]


def moves_after(state: pyspiel.State) -> Iterator[int | list[int]]:
    """Yields the actions or joint actions (as lists) that may follow; there can be more than memory holds."""
    if state.is_simultaneous_node():
        legal = [some_actions(state, player) or [0] for player in range(state.num_players())]
        return map(list, itertools.product(*legal))
    return iter(state.legal_actions())


def after(state: pyspiel.State, move: int | list[int]) -> pyspiel.State:
    following = state.clone()
    if isinstance(move, list):
        following.apply_actions(move)
    else:
        following.apply_action(move)
    return following
