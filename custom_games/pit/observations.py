"""Reports of offers, turns and hands of Pit, with what one player may know of them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from custom_games.pit.scoring import Hand
from custom_games.pit.turns import PLAYERS, Made, Position, card_names, card_text, turn_table


@dataclass(frozen=True)
class Reports:
    """One player's reports.

    The kinds of cards are told to those who know them: to all if ``trades`` are open, otherwise that of an offer to its
    maker, and those of a swap to the two who trade.
    """

    player: int
    trades: str
    kinds: int
    most_given: int = 0

    def offer(self, seat: int, offer: int) -> Mapping[str, Any]:
        """Returns the number of cards in a seat's offer, and its ``cards`` to those who know them."""
        turn = turn_table(self.kinds)[offer]
        assert turn is not None, "an offer is no pass"
        known = {"cards": card_text(turn.kind, turn.number, self.kinds)} if self._knows(seat) else {}
        return {"player": PLAYERS[seat], "number": turn.number, **known}

    def turn(self, made: Made) -> Mapping[str, Any]:
        """Returns a turn; of a swap, the cards that the player who accepted has ``given`` and ``taken``."""
        known = turn_table(self.kinds, self.most_given)
        turn, offer = known[made.action], known[made.answered]
        if turn is None:
            return {"player": PLAYERS[made.seat], "did": "pass"}
        if offer is None:
            return {"did": "offer", **self.offer(made.seat, made.action)}
        number, given = offer.number, turn.number or offer.number
        swap = {"given": card_text(turn.kind, given, self.kinds), "taken": card_text(offer.kind, number, self.kinds)}
        return {"did": "accept", "player": PLAYERS[made.seat], "maker": PLAYERS[turn.maker], "number": number,
                **({"number_given": given} if turn.number else {}),
                **(swap if self._knows(made.seat, turn.maker) else {})}

    def hand(self, hand: Hand) -> Mapping[str, Any]:
        """Returns the corner of a finished hand, and the points lost by the Bull and the Bear."""
        if hand.seat < 0:
            return {"cornered_by": None}
        return {"cornered_by": PLAYERS[hand.seat], "commodity": card_names(self.kinds)[hand.kind],
                "points": hand.changes[hand.seat],
                "lost": {PLAYERS[seat]: -change for seat, change in enumerate(hand.changes) if change < 0}}

    def _knows(self, *seats: int) -> bool:
        return self.trades == "open" or self.player in seats


def table_text(state: Position, kinds: int) -> str:
    """Returns the seats' points, cards and pending offers for people to read, a line for each; no cards at the end."""
    lines = []
    for seat, (name, earned) in enumerate(zip(PLAYERS, state.points, strict=True)):
        held = state.cards[seat] if state.cards else ()
        own = [card_text(kind, number, kinds) for kind, number in enumerate(held) if number]
        offer = turn_table(kinds)[state.offers[seat]]
        offered = f"; offers {card_text(offer.kind, offer.number, kinds)}" if offer else ""
        lines.append(f"{name}: {earned} points; {', '.join(own) or 'no cards'}{offered}")
    return "\n".join(lines + [f"last hand: {_corner_text(hand, kinds)}" for hand in state.hands[-1:]])


def _corner_text(hand: Hand, kinds: int) -> str:
    if hand.seat < 0:
        return "nobody cornered a commodity"
    return f"{PLAYERS[hand.seat]} cornered {card_names(kinds)[hand.kind]} for {hand.changes[hand.seat]} points"
