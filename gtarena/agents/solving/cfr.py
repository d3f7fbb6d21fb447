"""CFR agent: play near an equilibrium in small games of two players with hidden information."""

import random
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import pyspiel

from gtarena.agents.base import Agent, Decision, Seating
from gtarena.agents.eligibility import require_playable
from gtarena.agents.strategies import Strategy
from gtarena.errors import UsageError

ITERATIONS = 200


def cfr(seating: Seating, iterations: int = ITERATIONS) -> Agent:
    """Returns an agent that plays the average policy of OpenSpiel's CFR+ (Tammelin 2014), found once per process.

    The policy comes nearer to an equilibrium with every iteration, each of which visits the whole tree of the game.

    Raises:
        UsageError: the number of iterations is not positive, or the game is not one of two players with opposite
            interests, sequential and small.
    """
    if iterations < 1:
        raise UsageError(f"iterations={iterations} is not a whole number of at least 1")
    require_playable("cfr", seating.game)
    policy = find_policy(str(seating.game), iterations)
    rng = random.Random(seating.seed)

    def choose(decision: Decision) -> Sequence[int]:
        actions, weights = zip(*policy.action_probabilities(decision.state).items(), strict=True)
        return rng.choices(actions, weights)

    return Strategy(choose)


@lru_cache(maxsize=4)
def find_policy(game: str, iterations: int) -> Any:
    """Returns the average policy after so many iterations."""
    solver = pyspiel.CFRPlusSolver(pyspiel.load_game(game))
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    return solver.tabular_average_policy()
