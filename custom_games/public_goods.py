"""Public Goods Game: contributions to a pot are multiplied and shared by all (gamma-Bench, section 2.2)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from custom_games.action_specs import Number
from custom_games.framework.rounds import Position, Repeated
from custom_games.framework.rules import Bounds, game, parameter


@game("public_goods", "Public Goods Game", information="perfect_information")
@dataclass(frozen=True)
class PublicGoods(Repeated):
    """Every round, all players contribute some of their ``tokens`` to a pot at once.

    The pot is multiplied and divided equally among all players, whatever they contributed. A player's payoff is the
    tokens that it kept plus its share. All players learn all contributions. An action's id is the number of tokens
    contributed.
    """

    tokens: int = parameter(20, "tokens that each player receives in every round", low=1, high=100_000)
    multiplier: float = parameter(2.0, "factor by which the pot is multiplied", low=0.0, high=1000.0)

    variants = (
        {"players": 3, "rounds": 2, "tokens": 2},
        {"players": 4, "rounds": 3, "multiplier": 0.5},
        {"players": 2, "rounds": 3, "tokens": 1, "multiplier": 3.0,
         "horizon": "hidden", "termination_probability": 0.5},
    )

    def bounds(self) -> Bounds:
        # A payoff is linear in each contribution, so the extremes are where each is nothing or everything.
        extremes = [self.payoffs((own, *[others] * (self.players - 1)))[0]
                    for own in (0, self.tokens) for others in (0, self.tokens)]
        return self.bounds_of_rounds(actions=self.tokens + 1, payoff=(min(extremes), max(extremes)))

    @cached_property
    def common_spec(self) -> Number:
        return Number("tokens_contributed", 0, self.tokens)

    def with_share(self, kept: Iterable[int], pot: int) -> list[float]:
        """Returns numbers of tokens, each with a player's share of the pot added."""
        players, shared = self.players, pot * self.multiplier
        # Divided last, so that 33.2 tokens are not 33.199999999999996.
        return [(tokens * players + shared) / players for tokens in kept]

    def payoffs(self, stage: tuple[int, ...]) -> list[float]:
        tokens = self.tokens
        return self.with_share([tokens - contribution for contribution in stage], sum(stage))

    def report(self, stage: tuple[int, ...], player: int) -> Mapping[str, Any]:
        """Returns all contributions; ``gain`` is the player's share minus its contribution, ``tokens`` all payoffs."""
        own, pot = stage[player], sum(stage)
        return {
            "you": own,
            "contributions": list(stage),
            "pot": pot,
            "gain": self.with_share([-own], pot)[0],
            "tokens": self.payoffs(stage),
        }

    def rational_strategy(self, state: Position, player: int) -> Sequence[tuple[int, float]]:
        """Contributes nothing (section 2.2), or everything if a token in the pot pays its owner more than one token."""
        return [(self.tokens if self.multiplier > self.players else 0, 1.0)]
