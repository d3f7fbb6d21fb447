"""Best play, where a game is solved."""

import random
from collections.abc import Sequence

from gtarena.agents import solving
from gtarena.agents.base import Agent, Decision, Seating
from gtarena.agents.eligibility import demand
from gtarena.agents.strategies import Strategy


def solver(seating: Seating) -> Agent:
    """Plays its best against an opponent who does the same, drawing among equally good actions.

    Raises:
        UsageError: the game is not solved exactly.
    """
    demand("solver", seating.game)
    solution = solving.solution(seating.game)
    assert solution is not None, "a game without a solution was refused"
    rng = random.Random(seating.seed)

    def choose(decision: Decision) -> Sequence[int]:
        policy = solution.policy(decision.state, decision.player)
        return rng.choices(list(policy), list(policy.values()))

    return Strategy(choose)
