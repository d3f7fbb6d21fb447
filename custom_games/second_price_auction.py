"""Second-price sealed-bid auctions in which the lowest id wins a tie (EconArena, section 2 and appendix A.1)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from custom_games.action_specs import RoundedNumber
from custom_games.framework.private_values import PrivateValues, Sale
from custom_games.framework.rounds import Position
from custom_games.framework.rules import NO_ANSWER, SIMULTANEOUS, TERMINAL, Bounds, game, parameter


class Run(NamedTuple):
    """The values drawn so far and the actions of all players, both in seat order."""

    values: tuple[int, ...] = ()
    actions: tuple[int, ...] = ()


@game("second_price_auction", "Second-Price Auction")
@dataclass(frozen=True)
class SecondPriceAuction(PrivateValues):
    """All players bid at once; the highest bid wins and pays the second-highest, and the lowest id wins a tie.

    The price is 0 if there is no second bid. An action is a bid in steps of ``grid`` counted from 0; the last action
    stands for no bid.
    """

    grid: int = parameter(1, "distance between neighbouring bids or values, which start at 0", low=1, high=100_000)

    variants = (
        {"players": 2, "runs": 2, "assets": 4, "value_mean": 2, "value_std": 1, "history": "private"},
        {"players": 3, "runs": 5, "history": "choices", "history_window": 2, "grid": 5},
        {"players": 4, "value_mean": 200, "value_std": 30, "grid": 20, "entrance_fee": 0.0},
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.assets % self.grid:
            raise self.parameter_error("assets", f"a multiple of grid={self.grid}")

    @property
    def step(self) -> int:
        return self.grid

    @property
    def no_bid(self) -> int:
        """The action that stands for an answer that cannot be used."""
        return self.assets // self.grid + 1

    def bounds(self) -> Bounds:
        return self.bounds_of_rounds(
            actions=self.no_bid + 1, payoff=self.run_payoff(), chance_outcomes=self.values()[-1][0] + 1)

    def new_run(self, values: tuple[int, ...]) -> Run:
        return Run(values)

    def run_player(self, stage: Run) -> int:
        return TERMINAL if stage.actions else SIMULTANEOUS

    def stage_spec(self, stage: Run, player: int) -> RoundedNumber:
        return self._bids

    def stage_specs(self, stage: Run) -> Sequence[RoundedNumber]:
        return [self._bids] * self.players

    @cached_property
    def _bids(self) -> RoundedNumber:
        return RoundedNumber("bid", 0, self.assets, Fraction(self.grid))

    def after_choices(self, stage: Run, actions: tuple[int, ...]) -> Run:
        return Run(stage.values, actions)

    def sale(self, stage: Run) -> Sale:
        actions, no_bid = stage.actions, self.no_bid
        broke: tuple[int, ...] = ()
        bids: Sequence[int] = actions
        if no_bid in actions:
            broke = tuple([seat for seat, action in enumerate(actions) if action == no_bid])
            bids = [action for action in actions if action != no_bid]
        second, highest = sorted((0, 0, *bids))[-2:]
        # The first seat with the highest bid has the lowest id.
        return Sale(actions.index(highest) if bids else None, second * self.grid, broke)

    def report(self, stage: Run, player: int) -> Mapping[str, Any]:
        bids = [self._bid(action) for action in stage.actions]
        return {**super().report(stage, player), "you": bids[player], "bids": bids}

    def _bid(self, action: int) -> int | str:
        return NO_ANSWER if action == self.no_bid else action * self.grid

    def rational_strategy(self, state: Position, player: int) -> Sequence[tuple[int, float]]:
        """Bids the player's own value, or all its assets if the value is higher (Vickrey 1961)."""
        value = self.observation(state, player)["your_value"]
        return [(min(value, self.assets) // self.grid, 1.0)]
