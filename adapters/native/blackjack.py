"""Blackjack: one player against a dealer who draws by a fixed rule."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import pyspiel

from adapters.native._native_view import NativeView

HIT, STAND = "Hit", "Stand"
GOAL = 21
DEALER_STANDS = 17
ACE = "ace"
RANKS = {"A": ACE, "T": "10", "J": "jack", "Q": "queen", "K": "king"}
SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
_LINE = re.compile(r"^(?:Player 0|Dealer): Cards: ?(.*)$", re.MULTILINE)


class BlackjackView(NativeView):
    def observe(self, state: pyspiel.State, player: int) -> Mapping[str, Any]:
        own, dealer = (_name_cards(found) for found in _LINE.findall(state.observation_string(player)))
        return {
            "your_cards": own, "dealer_cards": [card for card in dealer if card is not None],
            "dealer_hides": None in dealer, "moves": self.moves(state), "goal": GOAL, "dealer_stands": DEALER_STANDS,
            "your_total": count_points(own), "may_fall": _counts_an_eleven(own)}

    def name(self, game: pyspiel.Game, action: int) -> str:
        return (HIT, STAND)[action]


def _name_cards(text: str) -> list[str | None]:
    """Returns cards such as ``DQ C3`` in words, in the order of the deal; ``None`` is one that is face down."""
    return [f"{RANKS.get(card[1], card[1])} of {SUITS[card[0]]}" if card[0] in SUITS else None for card in text.split()]


def count_points(cards: Sequence[str | None]) -> int:
    """Returns the points of cards, of which one ace counts 11 if the total stays within the goal."""
    points = _count_low(cards)
    return points + 10 if _counts_an_eleven(cards) else points


def _counts_an_eleven(cards: Sequence[str | None]) -> bool:
    return any(card is not None and card.startswith(ACE) for card in cards) and _count_low(cards) + 10 <= GOAL


def _count_low(cards: Sequence[str | None]) -> int:
    """Returns the points of cards whose aces count 1."""
    ranks = [card.partition(" ")[0] for card in cards if card]
    return sum(1 if rank == ACE else int(rank) if rank.isdecimal() else 10 for rank in ranks)


VIEW = BlackjackView()
