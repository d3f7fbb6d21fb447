"""English auctions with a price clock: the price rises until at most one player stays (EconArena, appendix A.1)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from custom_games.action_specs import Choice
from custom_games.framework.private_values import PrivateValues, Sale
from custom_games.framework.rounds import Position
from custom_games.framework.rules import NO_ANSWER, SIMULTANEOUS, TERMINAL, Bounds, game, parameter

MOVES = ("drop", "stay")
DROP, STAY, BREAK = range(3)
DECISION = Choice("decision", MOVES)
ONLY_DROP = Choice("decision", MOVES[:1])


class Clock(NamedTuple):
    """The current or last price, where each seat dropped (``None`` if it is in), the values, and who broke a rule."""

    price: int
    dropped_at: tuple[int | None, ...]
    values: tuple[int, ...] = ()
    broke: tuple[int, ...] = ()


@game("english_auction", "English Auction")
@dataclass(frozen=True)
class EnglishAuction(PrivateValues):
    """All players who are still in say at once whether they stay at the price shown; then it rises by ``increment``.

    A run ends as soon as at most one player stays. That player wins; if nobody stays, the lowest id among those who
    said at this price that they drop wins. The winner pays the previous price. Nobody can stay above its assets. An
    answer that cannot be used counts as dropping, and cannot win.
    """

    increment: int = parameter(
        1, "first price, increase of the price, and distance between neighbouring values", low=1, high=100_000)

    variants = (
        {"players": 2, "runs": 2, "assets": 4, "value_mean": 2, "value_std": 1, "history": "private"},
        {"players": 3, "runs": 3, "history": "choices", "history_window": 2, "increment": 20},
        {"players": 4, "value_mean": 200, "value_std": 30, "increment": 7, "entrance_fee": 0.0},
    )

    @property
    def step(self) -> int:
        return self.increment

    def bounds(self) -> Bounds:
        run = self.bounds_of_rounds(
            actions=BREAK + 1, payoff=self.run_payoff(), chance_outcomes=self.values()[-1][0] + 1)
        # All players drop at the first price above their assets at the latest.
        return replace(run, length=self.runs * (self.assets // self.increment + 1))

    def new_run(self, values: tuple[int, ...]) -> Clock:
        return Clock(self.increment, (None,) * self.players, values)

    def run_player(self, stage: Clock) -> int:
        return SIMULTANEOUS if stage.dropped_at.count(None) > 1 else TERMINAL

    def stage_spec(self, stage: Clock, player: int) -> Choice | None:
        return self.stage_specs(stage)[player]

    def stage_specs(self, stage: Clock) -> Sequence[Choice | None]:
        decision = DECISION if stage.price <= self.assets else ONLY_DROP
        return [decision if price is None else None for price in stage.dropped_at]

    def after_choices(self, stage: Clock, actions: tuple[int, ...]) -> Clock:
        price, before, values, broke = stage
        dropped_at = tuple([
            price if dropped is None and action != STAY else dropped
            for dropped, action in zip(before, actions, strict=True)])
        if BREAK in actions:  # which the fillers of those who have dropped are not
            broke = (*broke, *(seat for seat, action in enumerate(actions) if action == BREAK))
        goes_on = dropped_at.count(None) > 1
        return Clock(price + self.increment if goes_on else price, dropped_at, values, broke)

    def sale(self, stage: Clock) -> Sale:
        price, dropped_at, _, broke = stage
        if None in dropped_at:
            winner: int | None = dropped_at.index(None)
        else:
            last_to_drop = (seat for seat, dropped in enumerate(dropped_at) if dropped == price and seat not in broke)
            winner = next(last_to_drop, None)
        return Sale(winner, price - self.increment, broke)

    def private_facts(self, stage: Clock, player: int) -> Mapping[str, Any]:
        return {**super().private_facts(stage, player), "price": stage.price, "dropped_at": list(stage.dropped_at)}

    def report(self, stage: Clock, player: int) -> Mapping[str, Any]:
        return {
            **super().report(stage, player),
            "you": NO_ANSWER if player in stage.broke else MOVES[STAY if stage.dropped_at[player] is None else DROP],
            "dropped_at": list(stage.dropped_at),
            "last_price": stage.price,
        }

    def rational_strategy(self, state: Position, player: int) -> Sequence[tuple[int, float]]:
        """Stays while the price is at most the player's own value and its assets (Levin 2004)."""
        seen = self.observation(state, player)
        return [(STAY if seen["price"] <= min(seen["your_value"], self.assets) else DROP, 1.0)]
