"""Auctions with private values: how the values are drawn and what a sale pays."""

import random
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from statistics import NormalDist
from typing import Any, NamedTuple

from custom_games.framework.chance import Weighted
from custom_games.framework.rounds import Session
from custom_games.framework.rules import CHANCE, parameter

SPREAD = 4  # values lie at most this many standard deviations from the mean


class Sale(NamedTuple):
    """Result of a run: the seat that gets the item (``None`` if nobody does), the price, and who broke a rule."""

    winner: int | None
    price: int
    broke: tuple[int, ...]


@dataclass(frozen=True)
class PrivateValues(Session):
    """An auction in which chance draws each player's value of the item once, for all runs of a session.

    Values are drawn in seat order before the first run. A stage is a ``NamedTuple`` whose field ``values`` holds those
    drawn so far; an outcome of chance is a value in steps counted from 0. The winner of a run is paid its value minus
    the price, the others nothing.
    """

    assets: int = parameter(100, "units of money that each player can spend in a run", low=1, high=100_000)
    value_mean: int = parameter(50, "mean of the normal distribution of the values", low=0, high=100_000)
    value_std: int = parameter(10, "standard deviation of the values", low=1, high=100_000)
    entrance_fee: float = parameter(1.0, "fee for an answer that cannot be used", low=0.0, high=1e9)

    @property
    @abstractmethod
    def step(self) -> int:
        """The distance between neighbouring values, and between neighbouring prices."""

    @abstractmethod
    def new_run(self, values: tuple[int, ...]) -> Any:
        """Returns the stage at the start of a run, with the values drawn so far."""

    @abstractmethod
    def run_player(self, stage: Any) -> int:
        """Returns who moves once the values are drawn: ``SIMULTANEOUS``, or ``TERMINAL`` if the run is over."""

    @abstractmethod
    def sale(self, stage: Any) -> Sale:
        """Returns the result of a finished run."""

    def values(self) -> Weighted:
        """Returns the possible values, in steps counted from 0, with their probabilities."""
        return discretise_normal(self.value_mean, self.value_std, self.step)

    def run_payoff(self) -> tuple[float, float]:
        """Returns the lowest and the highest payoff of a run."""
        (lowest, _), *_, (highest, _) = self.values()
        return min(0, lowest * self.step - self.assets) - self.entrance_fee, highest * self.step

    def new_stage(self, rounds: tuple[Any, ...]) -> Any:
        return self.new_run(rounds[0].values if rounds else ())

    def stage_player(self, stage: Any) -> int:
        return CHANCE if len(stage.values) < self.players else self.run_player(stage)

    def stage_chance(self, stage: Any) -> Sequence[tuple[int, float]]:
        return self.values()

    def after_chance(self, stage: Any, outcome: int) -> Any:
        return self.new_run((*stage.values, outcome * self.step))

    def stage_chance_name(self, stage: Any, outcome: int) -> str:
        return f"Player {len(stage.values)} values the item at {outcome * self.step}"

    def after_random_chance(self, stage: Any, rng: random.Random) -> Any:
        step, missing = self.step, self.players - len(stage.values)
        return self.new_run((*stage.values, *[value * step for value in self.values().draw_many(missing, rng)]))

    def payoffs(self, stage: Any) -> list[float]:
        winner, price, broke = self.sale(stage)
        payoffs: list[float] = [0] * self.players
        for seat in broke:
            payoffs[seat] = -self.entrance_fee
        if winner is not None:
            payoffs[winner] = stage.values[winner] - price
        return payoffs

    def private_facts(self, stage: Any, player: int) -> Mapping[str, Any]:
        return {"your_value": stage.values[player]}

    def report(self, stage: Any, player: int) -> Mapping[str, Any]:
        """Returns the sale, and all values if the history is private; a game adds the choices."""
        sale = self.sale(stage)
        return {
            "winner": sale.winner,
            "won": player == sale.winner,
            "price": sale.price,
            **({"private_values": list(stage.values)} if self.history == "private" else {}),
        }


@cache
def discretise_normal(mean: int, std: int, step: int) -> Weighted:
    """Returns the normal distribution rounded to multiples of ``step``, as pairs of steps and probability.

    It is cut off at ``SPREAD`` standard deviations from the mean and at 0, then scaled to sum to 1.
    """
    normal = NormalDist(mean, std)
    multiples = range(round(max(0, mean - SPREAD * std) / step), round((mean + SPREAD * std) / step) + 1)
    masses = [normal.cdf((number + 0.5) * step) - normal.cdf((number - 0.5) * step) for number in multiples]
    total = sum(masses)
    return Weighted((number, mass / total) for number, mass in zip(multiples, masses, strict=True))
