"""A game for tests: all players say a text and a number at once, and the lowest number that nobody else said wins.

It is not listed among users' games; ``register`` adds it to pyspiel for tests that load it by name.
"""

from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import pyspiel

from custom_games.action_specs import Fields, Number, Text
from custom_games.framework.rules import SIMULTANEOUS, TERMINAL, Bounds, Facts, Rules, parameter
from custom_games.framework.spiel import Game, game_class

CHARGED = 257  # the action for an unusable answer: not a byte, and not the end of a text


class Position(NamedTuple):
    """The rounds so far: what each player said, as a text and a number, or ``CHARGED``."""

    rounds: tuple[tuple[tuple[str, int] | int, ...], ...] = ()


@dataclass(frozen=True)
class LoudNumbers(Rules[Position]):
    """Of three or more players the one with the highest id only listens in the last round.

    An unusable answer costs 1, and nobody hears it.
    """

    players: int = parameter(3, "number of players", low=2, high=5)
    rounds: int = parameter(2, "number of rounds", low=1, high=3)
    limit: int = parameter(40, "bytes of a text", low=1)

    variants = (
        {"players": 2, "rounds": 2, "limit": 2}, {"players": 3, "rounds": 1, "limit": 5}, {"rounds": 3, "limit": 1})

    def bounds(self):
        return Bounds(players=self.players, actions=CHARGED + 1, length=self.rounds * (self.limit + 2), utility=(-3, 3))

    def initial_state(self):
        return Position()

    def current_player(self, state):
        return TERMINAL if len(state.rounds) == self.rounds else SIMULTANEOUS

    def action_spec(self, state, player):
        listens = self.players > 2 and len(state.rounds) == self.rounds - 1 and player == self.players - 1
        return None if listens else Fields((Text("message", self.limit), Number("number", 0, 2)))

    def apply_actions(self, state, actions):
        return Position((*state.rounds, actions))

    def penalty_action(self, state, player):
        return CHARGED

    def returns(self, state):
        return [sum(earned) for earned in zip(*map(self._paid, state.rounds), strict=True)]

    def _paid(self, said):
        numbers = [move[1] if isinstance(move, tuple) else None for move in said]
        lone = [number for number in numbers if number is not None and numbers.count(number) == 1]
        return [-1 if move == CHARGED else int(bool(lone) and number == min(lone))
                for move, number in zip(said, numbers, strict=True)]

    def observation(self, state, player):
        return {"rounds": [[list(move) if isinstance(move, tuple) else move for move in said] for said in state.rounds]}


LoudNumbers.facts = Facts(
    "loud_numbers", "Loud Numbers", "simultaneous", "perfect_information", "general_sum", chance=False,
    players=(2, 5), text=True)


@cache
def game_type() -> type[Game]:
    return game_class(LoudNumbers)


def loud_numbers(**parameters: int) -> pyspiel.Game:
    """Returns the game without registering it: pyspiel's list of games is shared by all tests."""
    return game_type()(parameters)


@cache
def register() -> None:
    """Registers the game with pyspiel, for tests that load games by name."""
    pyspiel.register_game(game_type().game_type, game_type())
