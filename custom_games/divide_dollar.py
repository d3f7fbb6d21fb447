"""Divide the Dollar: all bids are paid unless they add up to more than there is (gamma-Bench, section 2.1)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from custom_games.action_specs import Number
from custom_games.framework.rounds import Position, Repeated
from custom_games.framework.rules import Bounds, game, parameter


@game("divide_dollar", "Divide the Dollar")
@dataclass(frozen=True)
class DivideDollar(Repeated):
    """Every round, all players bid a whole number of golds at once.

    If the bids add up to at most ``gold``, each player gets its bid; otherwise nobody gets anything. Players learn the
    sum of the bids. An action's id is the bid.
    """

    gold: int = parameter(100, "golds to divide in a round", low=1, high=100_000)

    variants = (
        {"players": 3, "rounds": 2, "gold": 2},
        {"players": 4, "rounds": 3, "gold": 50},
        {"players": 5, "rounds": 3, "gold": 1, "horizon": "hidden", "termination_probability": 0.5},
    )

    def bounds(self) -> Bounds:
        return self.bounds_of_rounds(actions=self.gold + 1, payoff=(0, self.gold))

    @cached_property
    def common_spec(self) -> Number:
        return Number("bid_amount", 0, self.gold)

    def is_exceeded(self, bids: tuple[int, ...]) -> bool:
        """Returns whether the bids of a round add up to more than there is."""
        return sum(bids) > self.gold

    def payoffs(self, stage: tuple[int, ...]) -> Sequence[int]:
        return [0] * self.players if self.is_exceeded(stage) else stage

    def report(self, stage: tuple[int, ...], player: int) -> Mapping[str, Any]:
        return {"you": stage[player], "sum": sum(stage), "exceeded": self.is_exceeded(stage)}

    def rational_strategy(self, state: Position, player: int) -> Sequence[tuple[int, float]]:
        """Bids an equal share (section 2.1); golds left over by the division go to the first seats, one each."""
        share, left_over = divmod(self.gold, self.players)
        return [(share + (player < left_over), 1.0)]
