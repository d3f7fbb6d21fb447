"""Resampling for OpenSpiel's negotiation, which draws the opponent's item values inside one chance outcome."""

import random
from collections.abc import Callable

import pyspiel

MAX_VALUE = 10


def negotiation_sampler(state: pyspiel.State, player: int) -> Callable[[random.Random], pyspiel.State]:
    """Returns a function that draws states which differ from the given one only in the opponent's values.

    The values follow the game's rule: each from 0 to 10, not all of them 0 (Cao et al. 2018, section 2.1).
    """
    if state.is_chance_node():
        return lambda rng: state.clone()
    # The serialized state is text: number of steps, pool, values of each player, history.
    lines = state.serialize().splitlines()
    items = len(lines[1].split())

    def draw(rng: random.Random) -> pyspiel.State:
        dealt = list(lines)
        dealt[2 + (1 - player)] = " ".join(map(str, _values(rng, items)))
        return state.get_game().deserialize_state("\n".join(dealt))

    return draw


def _values(rng: random.Random, items: int) -> list[int]:
    while True:
        values = [rng.randint(0, MAX_VALUE) for _ in range(items)]
        if any(values):
            return values
