"""Solver agent: best play in games that are solved exactly."""

import random
from collections.abc import Sequence

from gtarena.agents import solving
from gtarena.agents.base import Agent, Decision, Seating
from gtarena.agents.eligibility import require_playable
from gtarena.agents.strategies import Strategy


def solver(seating: Seating) -> Agent:
    """Returns an agent that plays a best action against best play, drawing among equally good ones.

    Raises:
        UsageError: the game is not solved exactly.
    """
    require_playable("solver", seating.game)
    solution = solving.solution(seating.game)
    assert solution is not None, "a game without a solution was refused"
    rng = random.Random(seating.seed)

    def choose(decision: Decision) -> Sequence[int]:
        policy = solution.policy(decision.state, decision.player)
        return rng.choices(list(policy), list(policy.values()))

    return Strategy(choose)
