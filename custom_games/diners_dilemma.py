"""Diner's Dilemma: a dinner whose bill is split equally, whatever each diner ordered (gamma-Bench, section 2.2)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from custom_games.action_specs import Choice
from custom_games.framework.rounds import Position, Repeated
from custom_games.framework.rules import Bounds, game, parameter

MOVES = ("cheap", "costly")
CHEAP, COSTLY = 0, 1
DISH = Choice("chosen_dish", MOVES)


@game("diners_dilemma", "Diner's Dilemma")
@dataclass(frozen=True)
class DinersDilemma(Repeated):
    """Every round, all players order the cheap or the costly dish at once and split the bill equally.

    A player's payoff is the utility of its dish minus its share of the bill. Players learn how many of each dish were
    ordered, but not by whom.
    """

    cheap_price: int = parameter(10, "price of the cheap dish", low=0)
    cheap_utility: int = parameter(15, "utility of eating the cheap dish")
    costly_price: int = parameter(20, "price of the costly dish", low=0)
    costly_utility: int = parameter(20, "utility of eating the costly dish")

    common_spec = DISH
    variants = (
        {"players": 3, "rounds": 3},
        {"players": 4, "rounds": 2, "cheap_price": 11, "cheap_utility": 5, "costly_utility": 7},
        {"players": 3, "rounds": 3, "cheap_price": 0, "cheap_utility": -1, "costly_price": 1, "costly_utility": 0,
         "horizon": "hidden", "termination_probability": 0.5},
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.costly_price < self.cheap_price:
            raise self.parameter_error("costly_price", f"at least cheap_price={self.cheap_price}")

    def bounds(self) -> Bounds:
        # The bill grows with every costly dish, so the extremes are where all others order the same.
        extremes = [self.payoffs((own, *[others] * (self.players - 1)))[0]
                    for own in (CHEAP, COSTLY) for others in (CHEAP, COSTLY)]
        return self.bounds_of_rounds(actions=2, payoff=(min(extremes), max(extremes)))

    def bill(self, dishes: tuple[int, ...]) -> int:
        """Returns the total price of a round's dishes."""
        return len(dishes) * self.cheap_price + sum(dishes) * (self.costly_price - self.cheap_price)

    def payoffs(self, stage: tuple[int, ...]) -> list[float]:
        bill = self.bill(stage)
        # Divided last, so that 3.6 is not 3.5999999999999996.
        by_dish = [(utility * self.players - bill) / self.players
                   for utility in (self.cheap_utility, self.costly_utility)]
        return [by_dish[dish] for dish in stage]

    def report(self, stage: tuple[int, ...], player: int) -> Mapping[str, Any]:
        bill = self.bill(stage)
        return {
            "you": MOVES[stage[player]],
            "costly": stage.count(COSTLY),
            "cheap": stage.count(CHEAP),
            "bill": bill,
            "share": bill / self.players,
        }

    def rational_strategy(self, state: Position, player: int) -> Sequence[tuple[int, float]]:
        """Orders the dish with more utility minus a share of its price (section 2.2); of equal ones the cheap dish."""
        # Multiplied by the number of players, so that whole numbers are compared.
        worth_it = (self.costly_utility - self.cheap_utility) * self.players > self.costly_price - self.cheap_price
        return [(COSTLY if worth_it else CHEAP, 1.0)]
