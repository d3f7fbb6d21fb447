"""Menu Choice: one player chooses among lotteries whose outcomes and chances are told, and chance draws the outcome."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from custom_games.action_specs import Choice
from custom_games.framework.chance import Weighted
from custom_games.framework.rules import CHANCE, TERMINAL, Bounds, Rules, game, parameter

LETTERS = "ABCDEFGHIJ"
HUNDRED = 100
MOST_POINTS = 1_000_000
_OUTCOME = re.compile(r"(-?\d{1,7})(?::(\d{1,3}))?")

Lottery = tuple[tuple[int, int], ...]  # points with their chance in per cent


def read_lottery(text: str) -> Lottery:
    """Returns the lottery that is written as ``30:50+0:50``: points and chance in per cent of each outcome.

    Points alone are certain: ``12``.

    Raises:
        ValueError: it is not of that form, two outcomes are of the same points, or the chances do not sum to 100.
    """
    read = [_OUTCOME.fullmatch(part) for part in text.split("+")]
    lottery = tuple((int(found[1]), int(found[2] or HUNDRED)) for found in read if found)
    points, chances = zip(*lottery, strict=True) if lottery else ((), ())
    if (len(lottery) < len(read) or len(set(points)) < len(points) or min(chances, default=0) < 1
            or sum(chances) != HUNDRED or max(map(abs, points)) > MOST_POINTS):
        raise ValueError(
            f"{text!r} is not a lottery: write different points, each with its chance in per cent, that sum to "
            f"{HUNDRED}, as in 30:50+0:50")
    return lottery


def read_menu(text: str) -> tuple[Lottery, ...]:
    """Returns the lotteries of a menu, which are separated by ``/``.

    Raises:
        ValueError: one of them is no lottery, or there are too few or too many.
    """
    options = tuple(map(read_lottery, text.split("/")))
    if not 2 <= len(options) <= len(LETTERS):
        raise ValueError(f"{text!r} is not a menu of 2 to {len(LETTERS)} lotteries, as in 30:50+0:50/12")
    return options


class Position(NamedTuple):
    """The option that was chosen and the outcome that was drawn, counted from 0; ``None`` before."""

    chosen: int | None = None
    outcome: int | None = None


@game("menu_choice", "Menu Choice", players=(1, 1), dynamics="sequential", information="perfect_information")
@dataclass(frozen=True)
class MenuChoice(Rules[Position]):
    """The player chooses one of several lotteries, and chance draws one of its outcomes, which is the return.

    An action is the place of an option on the menu, counted from 0. A lottery's outcomes are drawn with its chances,
    and those of the options that were not chosen are not drawn.
    """

    menu: str = parameter("30:50+0:50/12", "lotteries POINTS:PERCENT+..., separated by /")

    variants = (
        {"menu": "-5:10+10:90/4/4:30+-3:70"},
        {"menu": "/".join(map(str, range(len(LETTERS))))},
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        try:
            read_menu(self.menu)
        except ValueError as error:
            raise ValueError(f"{self.facts.short_name}: menu={self.menu}: {error}") from error

    @cached_property
    def options(self) -> tuple[Lottery, ...]:
        """The lotteries in the order of the menu."""
        return read_menu(self.menu)

    def bounds(self) -> Bounds:
        points = [amount for lottery in self.options for amount, _ in lottery]
        return Bounds(players=1, actions=len(self.options), length=1, utility=(min(points), max(points)),
                      chance_outcomes=max(map(len, self.options)))

    def initial_state(self) -> Position:
        return Position()

    def current_player(self, state: Position) -> int:
        if state.chosen is None:
            return 0
        return CHANCE if state.outcome is None else TERMINAL

    def action_spec(self, state: Position, player: int) -> Choice:
        return Choice("option", tuple(LETTERS[:len(self.options)]))

    def apply_action(self, state: Position, action: int) -> Position:
        return Position(action) if state.chosen is None else Position(state.chosen, action)

    def chance_outcomes(self, state: Position) -> Weighted:
        return Weighted((place, chance / HUNDRED) for place, (_, chance) in enumerate(self._lottery(state)))

    def chance_name(self, state: Position, outcome: int) -> str:
        return f"{self._lottery(state)[outcome][0]} points"

    def _lottery(self, state: Position) -> Lottery:
        assert state.chosen is not None, "nothing has been chosen"
        return self.options[state.chosen]

    def returns(self, state: Position) -> Sequence[float]:
        assert state.outcome is not None, "nothing has been drawn"
        return [float(self._lottery(state)[state.outcome][0])]

    def observation(self, state: Position, player: int) -> Mapping[str, Any]:
        """Returns the options with their outcomes, the name of the one that was chosen and the points drawn."""
        return {
            "options": [
                {"name": name, "outcomes": [{"points": points, "percent": chance} for points, chance in lottery]}
                for name, lottery in zip(LETTERS, self.options, strict=False)],
            "chosen": None if state.chosen is None else LETTERS[state.chosen],
            "points": None if state.outcome is None else self._lottery(state)[state.outcome][0],
        }

    def rational_strategy(self, state: Position, player: int) -> Sequence[tuple[int, float]]:
        """Chooses the option of the highest expected points, of equals the first."""
        expected = [sum(points * chance for points, chance in lottery) for lottery in self.options]
        return [(expected.index(max(expected)), 1.0)]
