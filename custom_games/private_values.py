"""What auctions share whose bidders value the item privately: how the values come about, and what a sale pays."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from statistics import NormalDist
from typing import Any, NamedTuple

from custom_games.rules import CHANCE, parameter
from custom_games.session import Session

SPREAD = 4  # how many standard deviations from the mean a value can lie


class Sale(NamedTuple):
    """How a run ends: the seat that gets the item (``None`` if nobody does), what it pays, and who broke a rule."""

    winner: int | None
    price: int
    broke: tuple[int, ...]


@dataclass(frozen=True)
class PrivateValues(Session):
    """Chance draws what the item is worth to each player, in seat order and before the first run, once for all runs.

    The stage of such a game is a ``NamedTuple`` with a field ``values``, those drawn so far. An outcome of chance is a
    value counted in steps from 0. A run pays the winner its value less the price and the others nothing.
    """

    assets: int = parameter(100, "units that each player has to pay with in a run", low=1, high=100_000)
    value_mean: int = parameter(50, "mean of the normal distribution of the values", low=0, high=100_000)
    value_std: int = parameter(10, "standard deviation of the values", low=1, high=100_000)
    entrance_fee: float = parameter(1.0, "what an answer that cannot be used costs", low=0.0, high=1e9)

    @property
    @abstractmethod
    def step(self) -> int:
        """The distance between two possible values, and between two prices."""

    @abstractmethod
    def first_run(self) -> Any:
        """The stage in which no value is drawn yet."""

    @abstractmethod
    def run_player(self, stage: Any) -> int:
        """Who is to move once the values are drawn: ``SIMULTANEOUS``, or ``TERMINAL`` if the run is over."""

    @abstractmethod
    def sale(self, stage: Any) -> Sale:
        """The end of a finished run."""

    def values(self) -> Sequence[tuple[int, float]]:
        """The possible values, counted in steps from 0, with their probabilities."""
        return discretised(self.value_mean, self.value_std, self.step)

    def run_payoff(self) -> tuple[float, float]:
        """The least and the greatest that a run can pay."""
        (lowest, _), *_, (highest, _) = self.values()
        return min(0, lowest * self.step - self.assets) - self.entrance_fee, highest * self.step

    def new_stage(self, rounds: tuple[Any, ...]) -> Any:
        start = self.first_run()
        return start._replace(values=rounds[0].values) if rounds else start

    def stage_player(self, stage: Any) -> int:
        return CHANCE if len(stage.values) < self.players else self.run_player(stage)

    def stage_chance(self, stage: Any) -> Sequence[tuple[int, float]]:
        return self.values()

    def after_chance(self, stage: Any, outcome: int) -> Any:
        return stage._replace(values=(*stage.values, outcome * self.step))

    def chance_name(self, stage: Any, outcome: int) -> str:
        return f"Player {len(stage.values)} values the item at {outcome * self.step}"

    def payoffs(self, stage: Any) -> list[float]:
        sale = self.sale(stage)
        return [
            (value - sale.price if seat == sale.winner else 0) - (self.entrance_fee if seat in sale.broke else 0)
            for seat, value in enumerate(stage.values)]

    def private(self, stage: Any, player: int) -> Mapping[str, Any]:
        return {"your_value": stage.values[player]}

    def report(self, stage: Any, player: int) -> Mapping[str, Any]:
        """The sale, and everybody's value where the history tells it; a game adds the choices."""
        sale = self.sale(stage)
        return {
            "winner": sale.winner,
            "won": player == sale.winner,
            "price": sale.price,
            **({"private_values": list(stage.values)} if self.history == "private" else {}),
        }


@cache
def discretised(mean: int, std: int, step: int) -> tuple[tuple[int, float], ...]:
    """The normal distribution rounded to multiples of ``step``: how many steps, and their probability.

    It is cut off at ``SPREAD`` standard deviations from the mean and at 0, and what remains is scaled to sum to 1.
    """
    normal = NormalDist(mean, std)
    multiples = range(round(max(0, mean - SPREAD * std) / step), round((mean + SPREAD * std) / step) + 1)
    masses = [normal.cdf((number + 0.5) * step) - normal.cdf((number - 0.5) * step) for number in multiples]
    total = sum(masses)
    return tuple((number, mass / total) for number, mass in zip(multiples, masses, strict=True))
