"""The agent ``deducer``."""

import random
from collections.abc import Sequence

from gtarena.agents.base import Agent, Decision, Seating
from gtarena.agents.deduction.scripts import SCRIPTS
from gtarena.agents.eligibility import require_playable
from gtarena.agents.named_moves import named_move
from gtarena.agents.strategies import Strategy


def deducer(seating: Seating) -> Agent:
    """Returns an agent that draws conclusions from what its own seat is told, and else moves at random.

    Raises:
        UsageError: there is no such script for the game.
    """
    require_playable("deducer", seating.game)
    choose, rng = SCRIPTS[seating.game.get_type().short_name].choose, random.Random(seating.seed)

    def act(decision: Decision) -> Sequence[int]:
        name = choose(decision.adapter.view.observe(decision.state, decision.player), rng)
        return decision.random_move(rng) if name is None else named_move("deducer", name, decision)

    return Strategy(act)
