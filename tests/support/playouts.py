"""Random playouts, for tests of the decisions that occur in a game."""

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import pyspiel

from custom_games.action_specs import random_moves
from custom_games.framework.chance import draw
from custom_games.framework.rules import CHANCE, SIMULTANEOUS, TERMINAL, Rules

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


def states(game: pyspiel.Game, seed: int) -> Iterator[pyspiel.State]:
    """Yields a clone of every state of one random playout; chance nodes, states inside moves and the end included."""
    rng = random.Random(seed)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            yield state.clone()
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, weights)[0])
        else:
            yield from making(state, {player: drawn(state, player, rng) for player in movers(state)})
    yield state


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


def making(state: pyspiel.State, moves: Mapping[int, Sequence[int]]) -> Iterator[pyspiel.State]:
    """Applies the whole moves of all who are to move action by action, and yields a clone before each."""
    for index in range(max(map(len, moves.values()))):
        yield state.clone()
        if state.is_simultaneous_node():
            state.apply_actions([made[index] if index < len(made) else 0
                                 for made in (moves.get(player, ()) for player in range(state.num_players()))])
        else:
            state.apply_action(moves[state.current_player()][index])


def begun(state: pyspiel.State) -> bool:
    """Returns whether somebody is inside a compound move."""
    return hasattr(state, "node") and bool(state.node.begun)


def movers(state: pyspiel.State) -> list[int]:
    """Returns the players with something to decide; none at a chance node and at the end."""
    if state.is_chance_node() or state.is_terminal():
        return []
    seats = range(state.num_players()) if state.is_simultaneous_node() else [state.current_player()]
    return [player for player in seats if state.legal_actions(player)]
