"""Reports of offers, turns and hands of Pit, with what one player may know of them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from custom_games.pit_scoring import Hand
from custom_games.pit_turns import PLAYERS, Made, card_names, turns


@dataclass(frozen=True)
class Reports:
    """One player's reports.

    The kinds of cards are told to those who know them: to all if ``trades`` are open, otherwise that of an offer to its
    maker, and those of a swap to the two who trade.
    """

    player: int
    trades: str
    kinds: int

    def offer(self, seat: int, offer: int) -> Mapping[str, Any]:
        """Returns the number of cards in a seat's offer, and its ``card`` to those who know it."""
        turn = turns(self.kinds)[offer]
        assert turn is not None, "an offer is no pass"
        card = {"card": self._card(turn.kind)} if self._knows(seat) else {}
        return {"player": PLAYERS[seat], "number": turn.number, **card}

    def turn(self, made: Made) -> Mapping[str, Any]:
        """Returns a turn; of a swap, what the player who accepted has ``given`` and ``taken`` to those who know it."""
        turn, offer = turns(self.kinds)[made.action], turns(self.kinds)[made.answered]
        if turn is None:
            return {"player": PLAYERS[made.seat], "did": "pass"}
        if offer is None:
            return {"did": "offer", **self.offer(made.seat, made.action)}
        swap = {"given": self._card(turn.kind), "taken": self._card(offer.kind)}
        return {"did": "accept", "player": PLAYERS[made.seat], "maker": PLAYERS[turn.maker], "number": offer.number,
                **(swap if self._knows(made.seat, turn.maker) else {})}

    def hand(self, hand: Hand) -> Mapping[str, Any]:
        """Returns the corner of a finished hand, and the points lost by the Bull and the Bear."""
        if hand.seat < 0:
            return {"cornered_by": None}
        return {"cornered_by": PLAYERS[hand.seat], "commodity": self._card(hand.kind),
                "points": hand.changes[hand.seat],
                "lost": {PLAYERS[seat]: -change for seat, change in enumerate(hand.changes) if change < 0}}

    def _knows(self, *seats: int) -> bool:
        return self.trades == "open" or self.player in seats

    def _card(self, kind: int) -> str:
        return card_names(self.kinds)[kind]
