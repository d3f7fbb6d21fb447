"""Public Good: contributions over several rounds are multiplied and shared in the end (MAgIC, sections 3.1 and A.1)."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Any

from custom_games.action_specs import Number
from custom_games.framework.rounds import Position, RoundBased
from custom_games.framework.rules import Bounds, game, parameter
from custom_games.word_sets.json_sets import SEATS

PLAYERS = 3


@game("public_good", "Public Good", players=(3, 3),
      information="perfect_information", chance=False)
@dataclass(frozen=True)
class PublicGood(RoundBased):
    """Every round, the three players contribute some of their points to a pool at once, and then learn what all gave.

    After the last round the whole pool is multiplied and divided equally among all, whatever they gave. A player's
    return is that share and the points that it has left. With ``budget=free`` a player may give up to ``points`` in
    every round, whatever it gave before, and end with less than nothing left. An action's id is the number of points;
    an answer that cannot be used counts as 0, and its id is the last.
    """

    rounds: int = parameter(5, "number of rounds", low=1, high=1000)
    points: int = parameter(100, "points that each player has at the start", low=1, high=100_000)
    multiplier: float = parameter(2.0, "factor by which the pool is multiplied", low=0.0, high=1000.0)
    budget: str = parameter(
        "enforced", "limit of a contribution: the points that are left (enforced) or all points in every round (free)",
        choices=("enforced", "free"))

    players = PLAYERS
    variants = (
        {"rounds": 2, "points": 3},
        {"rounds": 2, "points": 2, "multiplier": 3.5, "budget": "free"},
        {"rounds": 3, "points": 10, "multiplier": 1.2},
    )

    @property
    def length(self) -> int:
        return self.rounds

    def bounds(self) -> Bounds:
        # A return is linear in what each player gives, so the extremes are where each gives nothing or the most.
        most = self.points if self.budget == "enforced" else self.points * self.rounds
        ends = [self._final_points((own, *[others] * (PLAYERS - 1)))[0] for own, others in product((0, most), repeat=2)]
        return Bounds(players=PLAYERS, actions=self.points + 2, length=self.rounds, utility=(min(ends), max(ends)))

    def points_given(self, action: int) -> int:
        """Returns the points that an action contributes."""
        return 0 if action > self.points else action

    def total_contributions(self, rounds: Sequence[tuple[int, ...]]) -> list[int]:
        """Returns the points that each player has contributed in these rounds."""
        return [sum(map(self.points_given, actions)) for actions in zip(*rounds, strict=True)] or [0] * PLAYERS

    def largest_contribution(self, given: int) -> int:
        """Returns the most points that a player who has contributed so many may contribute now."""
        return self.points - given if self.budget == "enforced" else self.points

    def action_spec(self, state: Position, player: int) -> Number:
        return _contribution(self.largest_contribution(self.total_contributions(state.rounds)[player]))

    def action_specs(self, state: Position) -> Sequence[Number]:
        return [_contribution(self.largest_contribution(given)) for given in self.total_contributions(state.rounds)]

    def penalty_action(self, state: Position, player: int) -> int:
        return self.points + 1

    def payoffs(self, stage: tuple[int, ...]) -> Sequence[float]:
        """Returns what a round changes in each player's final points."""
        given = list(map(self.points_given, stage))
        return [paid - self.points for paid in self._final_points(given)]

    def _final_points(self, given: Sequence[int]) -> list[float]:
        pool = sum(given) * self.multiplier
        # Divided last, so that a share of a whole number of points is one.
        return [((self.points - own) * PLAYERS + pool) / PLAYERS for own in given]

    def returns(self, state: Position) -> Sequence[float]:
        # From all contributions at once: the pool is multiplied once, after the last round.
        return self._final_points(self.total_contributions(state.rounds))

    def paid(self, state: Position) -> Sequence[float]:
        return [0.0] * PLAYERS  # before the pool is shared, after the last round

    def random_returns(self, state: Position, rng: random.Random) -> Sequence[float]:
        given, draw = self.total_contributions(state.rounds), rng.random
        for _ in range(self.rounds - len(state.rounds)):
            given = [own + int(draw() * (self.largest_contribution(own) + 1)) for own in given]
        return self._final_points(given)

    def seat_name(self, state: Position, seat: int) -> str:
        return SEATS[seat]

    def report(self, stage: tuple[int, ...], player: int) -> Mapping[str, Any]:
        """Returns the player's own contribution and all ``contributions`` in order of seats."""
        contributions = list(map(self.points_given, stage))
        return {"you": contributions[player], "contributions": contributions}

    def private_facts(self, stage: Any, player: int) -> Mapping[str, Any]:
        return {"you": SEATS[player]}

    def report_payoff(self, stage: tuple[int, ...], player: int) -> Mapping[str, Any]:
        return {}

    def report_total(self, rounds: Sequence[Any], player: int) -> Mapping[str, Any]:
        given = self.total_contributions(rounds)[player]
        return {"given": given, "left": self.points - given}

    def rational_strategy(self, state: Position, player: int) -> Sequence[tuple[int, float]]:
        """Contributes nothing, or with a multiplier above 3 as much as possible.

        A point in the pool pays its giver ``multiplier / 3`` points, so this is best for each player alone, whatever
        the others do. Three players who could commit themselves would give everything with any multiplier above 1.
        """
        return [(self.action_spec(state, player).high if self.multiplier > PLAYERS else 0, 1.0)]


@cache
def _contribution(most: int) -> Number:
    return Number("contribution", 0, most)
