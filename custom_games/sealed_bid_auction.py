"""Sealed-bid auctions with private values, first-price or second-price (gamma-Bench, sections 2.2 and 3.2)."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from custom_games.action_specs import Number
from custom_games.framework.chance import draw, equally_likely
from custom_games.framework.rounds import Position, Repeated
from custom_games.framework.rules import CHANCE, SIMULTANEOUS, TERMINAL, Bounds, game, parameter


class Round(NamedTuple):
    """The values drawn so far in seat order, all bids, and the winner's seat once it is settled."""

    values: tuple[int, ...] = ()
    bids: tuple[int, ...] = ()
    winner: int | None = None

    def leaders(self) -> list[int]:
        """Returns the seats with the highest bid."""
        highest = max(self.bids)
        return [seat for seat, bid in enumerate(self.bids) if bid == highest]


@game("sealed_bid_auction", "Sealed-Bid Auction")
@dataclass(frozen=True)
class SealedBidAuction(Repeated):
    """Every round, all players bid at once for an item that each of them values differently.

    Chance draws the values of a round in seat order and without replacement from the multiples of ``value_step`` up to
    ``max_value``; a player knows only its own. The highest bid wins, and chance breaks ties. Bids above the player's
    own value are legal. A player learns its own bid, the winning bid, the price and whether it won.
    """

    max_value: int = parameter(200, "highest value of the item and highest bid", low=1, high=10_000)
    value_step: int = parameter(10, "distance between neighbouring values, which start at 0", low=1)
    price: str = parameter(
        "first", "the price: the winner's own bid (first) or the second-highest bid (second)",
        choices=("first", "second"))

    variants = (
        {"players": 2, "rounds": 2, "max_value": 4, "value_step": 2},
        {"players": 3, "rounds": 3, "max_value": 40, "price": "second"},
        {"players": 2, "rounds": 3, "max_value": 1, "value_step": 1,
         "horizon": "hidden", "termination_probability": 0.5},
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.max_value % self.value_step:
            raise self.parameter_error("max_value", f"a multiple of value_step={self.value_step}")
        if self.players > self._levels():
            raise self.parameter_error("players", f"at most {self._levels()}, the number of different values")

    def _levels(self) -> int:
        return self.max_value // self.value_step + 1

    def bounds(self) -> Bounds:
        return self.bounds_of_rounds(
            actions=self.max_value + 1, payoff=(-self.max_value, self.max_value),
            chance_outcomes=max(self._levels(), self.players))

    def new_stage(self, rounds: tuple[Any, ...]) -> Round:
        return Round()

    def stage_player(self, stage: Round) -> int:
        if stage.winner is not None:
            return TERMINAL
        return CHANCE if len(stage.values) < self.players or stage.bids else SIMULTANEOUS

    def stage_chance(self, stage: Round) -> Sequence[tuple[int, float]]:
        """Returns the seats of a tie, or else the values not drawn yet, in steps counted from 0."""
        if stage.bids:
            return equally_likely(stage.leaders())
        gone = {value // self.value_step for value in stage.values}
        return equally_likely([level for level in range(self._levels()) if level not in gone])

    def after_chance(self, stage: Round, outcome: int) -> Round:
        if stage.bids:
            return Round(stage.values, stage.bids, winner=outcome)
        return Round((*stage.values, outcome * self.value_step))

    def stage_chance_name(self, stage: Round, outcome: int) -> str:
        if stage.bids:
            return f"Player {outcome} wins the tie"
        return f"Player {len(stage.values)} values the item at {outcome * self.value_step}"

    def stage_spec(self, stage: Round, player: int) -> Number:
        return self._bids

    def stage_specs(self, stage: Round) -> Sequence[Number]:
        return [self._bids] * self.players

    @cached_property
    def _bids(self) -> Number:
        return Number("bid", 0, self.max_value)

    def after_choices(self, stage: Round, actions: tuple[int, ...]) -> Round:
        highest = max(actions)
        return Round(stage.values, actions, None if actions.count(highest) > 1 else actions.index(highest))

    def after_random_chance(self, stage: Round, rng: random.Random) -> Round:
        if stage.values:
            return self.after_chance(stage, draw(self.stage_chance(stage), rng))
        return Round(tuple(rng.sample(range(0, self.max_value + 1, self.value_step), self.players)))

    def price_paid(self, stage: Round) -> int:
        """Returns what the winner of a round pays; after a tie the second-highest bid equals the highest."""
        return max(stage.bids) if self.price == "first" else sorted(stage.bids)[-2]

    def payoffs(self, stage: Round) -> list[int]:
        assert stage.winner is not None, "a finished round has a winner"
        payoffs = [0] * self.players
        payoffs[stage.winner] = stage.values[stage.winner] - self.price_paid(stage)
        return payoffs

    def private_facts(self, stage: Round, player: int) -> Mapping[str, Any]:
        return {"your_value": stage.values[player]}

    def report(self, stage: Round, player: int) -> Mapping[str, Any]:
        return {
            "your_value": stage.values[player],
            "you": stage.bids[player],
            "winning_bid": max(stage.bids),
            "price": self.price_paid(stage),
            "won": player == stage.winner,
        }

    def rational_strategy(self, state: Position, player: int) -> Sequence[tuple[int, float]]:
        """Bids the player's own value (second price), or ``(players - 1) / players`` of it, rounded down (first price).

        Bidding one's own value is weakly dominant (Vickrey 1961; section 2.2). The share is the symmetric equilibrium
        for independent values from a continuous interval; for distinct values from a grid it is an approximation.
        """
        value = self.observation(state, player)["your_value"]
        return [(value if self.price == "second" else value * (self.players - 1) // self.players, 1.0)]
