"""Random playouts, for tests of the decisions that occur in a game."""

import random
from collections.abc import Iterator

import pyspiel


def decision_points(game_string: str, seed: int) -> Iterator[tuple[pyspiel.State, int]]:
    """Yields every decision of one random playout: a clone of the state, and a player to move in it.

    A simultaneous node yields each player with a choice once, in the same state.
    """
    for state in states(pyspiel.load_game(game_string), seed):
        for player in movers(state):
            yield state, player


def states(game: pyspiel.Game, seed: int) -> Iterator[pyspiel.State]:
    """Yields a clone of every state of one random playout, chance nodes and the end included."""
    rng = random.Random(seed)
    state = game.new_initial_state()
    while not state.is_terminal():
        yield state.clone()
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, weights)[0])
        elif state.is_simultaneous_node():
            choices = [state.legal_actions(player) for player in range(state.num_players())]
            state.apply_actions([rng.choice(legal) if legal else 0 for legal in choices])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    yield state


def movers(state: pyspiel.State) -> list[int]:
    """Returns the players with something to decide; none at a chance node and at the end."""
    if state.is_chance_node() or state.is_terminal():
        return []
    seats = range(state.num_players()) if state.is_simultaneous_node() else [state.current_player()]
    return [player for player in seats if state.legal_actions(player)]
