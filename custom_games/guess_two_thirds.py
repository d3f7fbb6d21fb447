"""Guess 2/3 of the Average: choose the number nearest to a share of the average (gamma-Bench, section 2.1)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from custom_games.action_specs import Number
from custom_games.framework.rounds import Position, Repeated
from custom_games.framework.rules import Bounds, game, parameter


class RoundResult(NamedTuple):
    """Mean, target and winning number of a finished round."""

    mean: float
    target: float
    winning_number: int


@game("guess_two_thirds", "Guess 2/3 of the Average")
@dataclass(frozen=True)
class GuessTwoThirds(Repeated):
    """Every round, all players choose a whole number at once; the number nearest to ``ratio`` times the mean wins.

    Every player who chose the winning number gets 1, the others 0. If two different numbers are equally near, the one
    of the first seat wins. An action's id is the number minus ``low``.
    """

    low: int = parameter(0, "lowest number that may be chosen", low=0, high=99_999)
    high: int = parameter(100, "highest number that may be chosen", low=1, high=100_000)
    ratio: float = parameter(2 / 3, "factor by which the mean is multiplied to give the target", low=0.0, high=10.0)

    variants = (
        {"players": 3, "rounds": 2, "low": 2, "high": 5},
        {"players": 5, "rounds": 4, "ratio": 1.5, "high": 20},
        {"players": 2, "rounds": 3, "ratio": 1.0, "high": 1, "horizon": "hidden", "termination_probability": 0.5},
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.low >= self.high:
            raise self.parameter_error("low", f"below high={self.high}")

    def bounds(self) -> Bounds:
        return self.bounds_of_rounds(actions=self.high - self.low + 1, payoff=(0, 1))

    @cached_property
    def common_spec(self) -> Number:
        return Number("chosen_number", self.low, self.high)

    def result(self, stage: tuple[int, ...]) -> RoundResult:
        """Returns mean, target and winning number of a finished round, compared without rounding."""
        numbers = [self.low + action for action in stage]
        mean = sum(numbers) / self.players
        target = mean * self.ratio
        return RoundResult(mean, target, min(numbers, key=lambda number: abs(number - target)))

    def payoffs(self, stage: tuple[int, ...]) -> list[int]:
        winning_action = self.result(stage).winning_number - self.low
        return [1 if action == winning_action else 0 for action in stage]

    def report(self, stage: tuple[int, ...], player: int) -> Mapping[str, Any]:
        """Returns the player's own number and the result, with mean and target rounded to two decimals."""
        mean, target, winning = self.result(stage)
        own = self.low + stage[player]
        return {"you": own, "mean": round(mean, 2), "target": round(target, 2),
                "winning_number": winning, "won": own == winning}

    def rational_strategy(self, state: Position, player: int) -> Sequence[tuple[int, float]]:
        """Chooses the lowest number if ``ratio`` is below 1, the highest if it is above (section 3.1), else the middle.

        With a ratio of 1, every number is an equilibrium if all players choose it; the middle one scores best in the
        benchmark's code.
        """
        highest = self.high - self.low
        if self.ratio == 1:
            return [(highest // 2, 1.0)]
        return [(0 if self.ratio < 1 else highest, 1.0)]
