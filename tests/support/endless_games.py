"""Games for tests of what keeps a match from its end: too many moves, a position without any, payoffs that are none.

They are not registered: pyspiel's list of games is shared by all tests.
"""

from dataclasses import dataclass, replace
from functools import cache

import pyspiel

from custom_games.action_specs import Choice
from custom_games.framework.rules import SIMULTANEOUS, TERMINAL, Bounds, Facts, Rules, parameter
from custom_games.framework.spiel import Game, game_class

STEP = Choice("step", ("left", "right"))


@dataclass(frozen=True)
class Walk(Rules[int]):
    """Seats step by turns, or both at once; a position is the number of steps."""

    steps: int = parameter(10**9, "steps until the end")
    stated: int = parameter(5, "length that the game states")
    gap: int = parameter(-1, "number of steps after which nobody has a legal action")
    pays: float = parameter(0.0, "what each seat gets")

    def bounds(self):
        return Bounds(players=2, actions=2, length=self.stated, utility=(0, 1))

    def initial_state(self):
        return 0

    def current_player(self, state):
        at_once = self.facts.dynamics == "simultaneous"
        return TERMINAL if state == self.steps else SIMULTANEOUS if at_once else state % 2

    def action_spec(self, state, player):
        return None if state == self.gap else STEP

    def apply_action(self, state, action):
        return state + 1

    def apply_actions(self, state, actions):
        return state + 1

    def returns(self, state):
        return [self.pays] * 2

    def observation(self, state, player):
        return {"steps": state}


class JointWalk(Walk):
    """The walk with simultaneous nodes."""


Walk.facts = Facts("walk", "Walk", "sequential", "perfect_information", "general_sum", False, (2, 2))
JointWalk.facts = replace(Walk.facts, short_name="joint_walk", dynamics="simultaneous")


@cache
def made(rules: type[Walk]) -> type[Game]:
    return game_class(rules)


def walk(**parameters: float) -> pyspiel.Game:
    return made(Walk)(parameters)


def joint_walk(**parameters: float) -> pyspiel.Game:
    return made(JointWalk)(parameters)
