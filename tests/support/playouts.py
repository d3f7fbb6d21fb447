"""Random play, so that a test can look at the decisions that come up in a game."""

import random
from collections.abc import Iterator

import pyspiel


def decision_points(game_string: str, seed: int) -> Iterator[tuple[pyspiel.State, int]]:
    """Every decision of one random playout: a clone of the state, and the player who is to move in it.

    At a simultaneous node each player with a choice comes up once, all in the same state.
    """
    for state in states(pyspiel.load_game(game_string), seed):
        for player in movers(state):
            yield state, player


def states(game: pyspiel.Game, seed: int) -> Iterator[pyspiel.State]:
    """A clone of every state of one random playout, chance nodes and the end included."""
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
    """The players who have something to decide; none at a chance node and at the end."""
    if state.is_chance_node() or state.is_terminal():
        return []
    seats = range(state.num_players()) if state.is_simultaneous_node() else [state.current_player()]
    return [player for player in seats if state.legal_actions(player)]
