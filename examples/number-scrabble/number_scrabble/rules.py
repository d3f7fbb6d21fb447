"""Rules of Number Scrabble, in which two players take numbers, and three numbers that sum to 15 win.

The winning triples are the lines of the magic square of order 3, so that the game is tic-tac-toe in disguise
(Berlekamp, Conway and Guy, Winning Ways for Your Mathematical Plays, chapter 22).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, NamedTuple

from custom_games.action_specs import NamedActions
from custom_games.framework.rules import TERMINAL, Bounds, Rules, game

NUMBERS = range(1, 10)
TARGET = 15


def wins(numbers: Iterable[int]) -> bool:
    """Returns whether three of the numbers sum to 15."""
    return any(sum(three) == TARGET for three in combinations(numbers, 3))


def name_of(action: int) -> str:
    """Returns the number that an action takes; action 0 takes 1."""
    return str(NUMBERS[action])


class Position(NamedTuple):
    """The numbers that have been taken, in order; the first player took the first."""

    taken: tuple[int, ...] = ()

    def held(self, player: int) -> tuple[int, ...]:
        """Returns the numbers of a player."""
        return self.taken[player::2]

    def free(self) -> list[int]:
        """Returns the numbers that nobody has taken."""
        return [number for number in NUMBERS if number not in self.taken]


@game("number_scrabble", "Number Scrabble", players=(2, 2), dynamics="sequential", information="perfect_information",
      utility="zero_sum", chance=False)
@dataclass(frozen=True)
class NumberScrabble(Rules[Position]):
    """Players take numbers in turn; the first with three that sum to 15 wins 1 point, and nobody does after nine."""

    def bounds(self) -> Bounds:
        return Bounds(players=2, actions=len(NUMBERS), length=len(NUMBERS), utility=(-1, 1), utility_sum=0)

    def initial_state(self) -> Position:
        return Position()

    def current_player(self, state: Position) -> int:
        over = not state.free() or any(wins(state.held(player)) for player in self.seats)
        return TERMINAL if over else len(state.taken) % 2

    def action_spec(self, state: Position, player: int) -> NamedActions:
        return NamedActions("number", tuple(map(NUMBERS.index, state.free())), name_of)

    def apply_action(self, state: Position, action: int) -> Position:
        return Position((*state.taken, NUMBERS[action]))

    def returns(self, state: Position) -> Sequence[float]:
        first, second = (wins(state.held(player)) for player in self.seats)
        return (first - second, second - first)

    def observation(self, state: Position, player: int) -> Mapping[str, Any]:
        return {"yours": list(state.held(player)), "opponents": list(state.held(1 - player)), "free": state.free()}
