"""A game for tests: two players say one text each, then each picks a side, and both win if they pick the same.

It is not listed among users' games; ``register`` adds it to pyspiel for tests that load it by name.
"""

from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import pyspiel

from custom_games.action_specs import Choice, Text
from custom_games.framework.rules import TERMINAL, Bounds, Facts, Rules, parameter
from custom_games.framework.spiel import Game, game_class

SIDE = Choice("side", ("left", "right"))


class Position(NamedTuple):
    said: tuple[str, ...] = ()
    picked: tuple[int, ...] = ()


@dataclass(frozen=True)
class SmallTalk(Rules[Position]):
    """Seat 0 speaks, then seat 1; then both pick a side in the same order, without seeing each other's pick."""

    limit: int = parameter(200, "bytes of a text", low=1)

    variants = ({"limit": 2}, {"limit": 20})

    def bounds(self):
        message = Text("message", self.limit)
        return Bounds(players=2, actions=message.num_actions, length=2 * message.length + 2, utility=(0, 1))

    def initial_state(self):
        return Position()

    def current_player(self, state):
        done = len(state.said) + len(state.picked)
        return TERMINAL if done == 4 else done % 2

    def action_spec(self, state, player):
        return SIDE if len(state.said) == 2 else Text("message", self.limit)

    def apply_action(self, state, action):
        if len(state.said) == 2:
            return state._replace(picked=(*state.picked, action))
        return state._replace(said=(*state.said, action))

    def returns(self, state):
        return [float(state.picked[0] == state.picked[1])] * 2

    def observation(self, state, player):
        return {"said": [{"player": seat, "text": said} for seat, said in enumerate(state.said)]}


SmallTalk.facts = Facts(
    "small_talk", "Small Talk", "sequential", "imperfect_information", "identical", chance=False, players=(2, 2),
    text=True)


@cache
def game_type() -> type[Game]:
    return game_class(SmallTalk)


def small_talk(limit: int = 200) -> pyspiel.Game:
    """Returns the game without registering it: pyspiel's list of games is shared by all tests."""
    return game_type()({"limit": limit})


@cache
def register() -> None:
    """Registers the game with pyspiel, for tests that load games by name."""
    pyspiel.register_game(game_type().game_type, game_type())
