"""Programs of the First and Second International RoShamBo Programming Competition, as agents of repeated RPS.

OpenSpiel has 43 of them, the population of Lanctot et al., "Population-based Evaluation in Repeated
Rock-Paper-Scissors as a Benchmark for Multiagent Reinforcement Learning" (TMLR, 2023).
"""

import ctypes
from collections.abc import Sequence
from functools import cache
from typing import Any

import pyspiel

from gtarena.agents.base import Agent, Decision, Seating
from gtarena.agents.eligibility import require_playable
from gtarena.agents.strategies import Strategy
from gtarena.errors import unknown
from gtarena.seeds import derive


def roshambo(seating: Seating, bot: str) -> Agent:
    """Returns a program of the competition as an agent.

    Raises:
        UsageError: there is no such program, or the game is not repeated rock-paper-scissors.
    """
    known = pyspiel.roshambo_bot_names()
    if bot not in known:
        raise unknown("program", bot, known, "(pyspiel.roshambo_bot_names() lists all 43)")
    require_playable("roshambo", seating.game)
    return Strategy(_Throws(seating, bot))


class _Throws:
    """Throws of one program in one match."""

    def __init__(self, seating: Seating, bot: str) -> None:
        self._seed = seating.seed
        self._throws = 0
        _seed_library(self._seed)
        # Made for fewer than the competition's throws, a program (greenberg) writes beyond its memory.
        self._bot: Any = pyspiel.make_roshambo_bot(seating.player, bot, pyspiel.ROSHAMBO_NUM_THROWS)

    def __call__(self, decision: Decision) -> Sequence[int]:
        past = decision.state.history()
        # A program learns of one throw per step; in a match it has seen all but the last.
        for throws in range(self._throws, len(past) // 2):
            state = decision.state.get_game().new_initial_state()
            for throw in range(throws):
                state.apply_actions(past[2 * throw:2 * throw + 2])
            self._step(state)
        return [self._step(decision.state)]

    def _step(self, state: pyspiel.State) -> int:
        _seed_library(derive(self._seed, self._throws))
        self._throws += 1
        return int(self._bot.step(state))


def _seed_library(seed: int) -> None:
    """Seeds the generator of the C library, which the programs share and nothing else uses."""
    _library().srandom(seed)


@cache
def _library() -> ctypes.CDLL:
    return ctypes.CDLL(None)
