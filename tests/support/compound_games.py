"""Games for tests with compound moves: a clue with a number, words said at once, and a hidden division of coins.

They are not registered: pyspiel's list of games is shared by all tests.
"""

from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import pyspiel

from custom_games.action_specs import Choice, Division, Fields, Number, Text
from custom_games.framework.rules import SIMULTANEOUS, TERMINAL, Bounds, Facts, Rules, parameter
from custom_games.framework.spiel import Game, game_class

NUMBER = Number("number", 0, 3)
CLUE = Text("clue", 20)
SIDE = Choice("side", ("left", "right"))
WORD = Text("word", 20)
COINS = Division("coins", parts=3, total=2)
ANYONE = Choice("player", ("1", "2", "3"))
NOTHING = 3  # the action that charges for an unusable answer


@dataclass(frozen=True)
class Clue(Rules[tuple]):
    """Seat 0 says a clue and a number, and seat 1 a number. Both win 1 for the same number, less 0.01 per byte said."""

    first: str = parameter("clue", "what seat 0 states first", choices=("clue", "number"))

    def bounds(self):
        return Bounds(players=2, actions=257, length=CLUE.length + 2, utility=(-1, 1))

    def initial_state(self):
        return ()

    def current_player(self, state):
        return TERMINAL if len(state) == 2 else len(state)

    def action_spec(self, state, player):
        return NUMBER if player else Fields((CLUE, NUMBER) if self.first == "clue" else (NUMBER, CLUE))

    def apply_action(self, state, action):
        return (*state, action)

    def returns(self, state):
        said, guess = state
        clue, number = said if self.first == "clue" else said[::-1]
        return [(guess == number) - 0.01 * len(clue)] * 2

    def observation(self, state, player):
        return {"said": list(state[:1])}


class Words(NamedTuple):
    """Words that the seats have said at once, and sides that they have picked at once."""

    said: tuple = ()
    picked: tuple = ()


@dataclass(frozen=True)
class Duet(Rules[Words]):
    """Two seats say a word at once, seat 0 with a side; then both pick a side at once, and win 1 for the same one."""

    def bounds(self):
        return Bounds(players=2, actions=257, length=WORD.length + 2, utility=(0, 1))

    def initial_state(self):
        return Words()

    def current_player(self, state):
        return TERMINAL if state.picked else SIMULTANEOUS

    def action_spec(self, state, player):
        return SIDE if state.said else WORD if player else Fields((SIDE, WORD))

    def apply_actions(self, state, actions):
        return state._replace(picked=actions) if state.said else state._replace(said=actions)

    def returns(self, state):
        return [float(state.picked[0] == state.picked[1])] * 2

    def observation(self, state, player):
        return {"said": list(state.said)}


@dataclass(frozen=True)
class Coins(Rules[tuple]):
    """Seat 0 divides two coins in secret among three pockets, or fails to; seat 1 names a pocket and gets its coins."""

    def bounds(self):
        return Bounds(players=2, actions=NOTHING + 1, length=4, utility=(-1, 2))

    def initial_state(self):
        return ()

    def current_player(self, state):
        return TERMINAL if len(state) == 2 else len(state)

    def action_spec(self, state, player):
        return ANYONE if player else COINS

    def apply_action(self, state, action):
        return (*state, action)

    def penalty_action(self, state, player):
        return None if player else NOTHING

    def returns(self, state):
        coins, pocket = state
        return [-1, 0] if coins == NOTHING else [2 - coins[pocket], coins[pocket]]

    def observation(self, state, player):
        return {}


Clue.facts = Facts("clue", "Clue", "sequential", "imperfect_information", "identical", False, (2, 2), text=True)
Duet.facts = Facts("duet", "Duet", "simultaneous", "imperfect_information", "identical", False, (2, 2), text=True)
Coins.facts = Facts("coins", "Coins", "sequential", "imperfect_information", "general_sum", False, (2, 2))


@cache
def _class(rules: type[Rules]) -> type[Game]:
    return game_class(rules)


def clue(first: str = "clue") -> pyspiel.Game:
    return _class(Clue)({"first": first})


def duet() -> pyspiel.Game:
    return _class(Duet)()


def coins() -> pyspiel.Game:
    return _class(Coins)()
