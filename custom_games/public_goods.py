"""Public Goods Game: what is given to the pot grows and is shared by all (gamma-Bench, section 2.2)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from custom_games.json_values import value_of, whole_number
from custom_games.repeated import Repeated
from custom_games.round_based import Position
from custom_games.rules import Bounds, game, parameter

KEY = "tokens_contributed"


@game("public_goods", "Public Goods Game", information="perfect_information")
@dataclass(frozen=True)
class PublicGoods(Repeated):
    """Every round, each player puts some of ``tokens`` new tokens into a pot, all at once.

    The pot is multiplied and divided equally among all players, whatever they put in. A player's payoff is what it
    kept and its share. All players learn all contributions. An action's id is the number of tokens contributed.
    """

    tokens: int = parameter(20, "tokens that each player has anew in every round", low=1, high=100_000)
    multiplier: float = parameter(2.0, "what the pot is multiplied by", low=0.0, high=1000.0)

    variants = (
        {"players": 3, "rounds": 2, "tokens": 2},
        {"players": 4, "rounds": 3, "multiplier": 0.5},
        {"players": 2, "rounds": 3, "tokens": 1, "multiplier": 3.0,
         "horizon": "hidden", "termination_probability": 0.5},
    )

    def bounds(self) -> Bounds:
        # A payoff is linear in each contribution, so it is least and greatest where all are nothing or everything.
        extremes = [self.payoffs((own, *[others] * (self.players - 1)))[0]
                    for own in (0, self.tokens) for others in (0, self.tokens)]
        return self.bounds_of_rounds(actions=self.tokens + 1, payoff=(min(extremes), max(extremes)))

    def stage_actions(self, stage: tuple[int, ...], player: int) -> Sequence[int]:
        return range(self.tokens + 1)

    def with_share(self, kept: int, pot: int) -> float:
        """A number of tokens together with a share of the pot."""
        # Divided last, so that 33.2 tokens are not 33.199999999999996.
        return (kept * self.players + pot * self.multiplier) / self.players

    def payoffs(self, stage: tuple[int, ...]) -> list[float]:
        pot = sum(stage)
        return [self.with_share(self.tokens - contribution, pot) for contribution in stage]

    def report(self, stage: tuple[int, ...], player: int) -> Mapping[str, Any]:
        """``gain`` is the share of the pot less the own contribution, ``tokens`` what each player has in the end."""
        own, pot = stage[player], sum(stage)
        return {
            "you": own,
            "contributions": list(stage),
            "pot": pot,
            "gain": self.with_share(-own, pot),
            "tokens": self.payoffs(stage),
        }

    def choice_name(self, action: int) -> str:
        return str(action)

    def action_struct(self, state: Position, player: int, action: int) -> Mapping[str, Any]:
        return {KEY: action}

    def struct_to_actions(self, state: Position, player: int, struct: Mapping[str, Any]) -> list[int]:
        return [whole_number(value_of(struct, KEY), KEY, 0, self.tokens)]

    def rational(self, state: Position, player: int) -> Sequence[tuple[int, float]]:
        """Nothing (section 2.2), or everything where a token in the pot gives its owner back more than itself."""
        return [(self.tokens if self.multiplier > self.players else 0, 1.0)]
