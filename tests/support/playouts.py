"""Random playouts, for tests of the decisions that occur in a game."""

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pyspiel

from custom_games.action_specs import random_moves
from custom_games.framework.chance import draw
from custom_games.framework.rules import CHANCE, SIMULTANEOUS, TERMINAL, Rules
from custom_games.framework.states import movers
from gtarena.checks.playouts import begun, states

RANDOM_INSIDE = ("bridge_uncontested_bidding", "deep_sea", "hanabi", "negotiation", "stones_and_gems", "tarok")


def decision_points(game_string: str, seed: int) -> Iterator[tuple[pyspiel.State, int]]:
    """Yields every decision of one random playout: a clone of the state, and a player to move in it.

    A simultaneous node yields each player with a choice once, in the same state; a compound move is one decision.
    """
    for state in states(load(game_string), seed):
        for player in movers(state):
            if not begun(state):
                yield state, player


def load(game_string: str) -> pyspiel.Game:
    """Returns a game, loaded once, since some take a second; those that are random inside are loaded anew."""
    return pyspiel.load_game(game_string) if game_string.startswith(RANDOM_INSIDE) else _load_once(game_string)


@cache
def _load_once(game_string: str) -> pyspiel.Game:
    return pyspiel.load_game(game_string)


def positions(rules: Rules[Any], rng: random.Random) -> Iterator[Any]:
    """Yields the positions of one random match on the rules, from the start to the end."""
    position = rules.initial_state()
    yield position
    while (player := rules.current_player(position)) != TERMINAL:
        if player == CHANCE:
            position = rules.apply_action(position, draw(rules.chance_outcomes(position), rng))
        elif player == SIMULTANEOUS:
            position = rules.apply_actions(position, random_moves(rules.action_specs(position), rng))
        elif spec := rules.action_spec(position, player):
            position = rules.apply_action(position, spec.draw(rng))
        yield position


def drawn(state: pyspiel.State, player: int, rng: random.Random) -> list[int]:
    """Returns the actions of a random whole move; in OpenSpiel's own games every action is one."""
    if hasattr(state, "random_move"):
        actions: list[int] = state.random_move(player, rng)
        return actions
    return [rng.choice(state.legal_actions(player))]
