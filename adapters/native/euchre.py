"""Euchre: the bidding, who plays alone, the tricks so far, and the player's own cards; read from the history."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pyspiel

from adapters.native._cards import (
    RANKS,
    SEATS,
    SUIT_WORDS,
    SUITS,
    CardsView,
    Strength,
    list_tricks,
    other_names,
    sort_hand,
    split_table,
)

CARDS = 24
LOWEST = RANKS.index("9")
PASS, FIRST_SUIT, ALONE, TOGETHER = 24, 25, 29, 30  # actions behind those for cards
FIRST_BID = 22  # place in the history, behind the choice of the dealer, twenty cards dealt, and the card turned up
HAND = 5
LEFT_OF = {"C": "S", "S": "C", "D": "H", "H": "D"}  # the suit of the same color
BOWERS = (100, 99)  # ranks of the right and the left one, above all others


@dataclass
class Deal:
    """A match as far as it is known to all, with the discard that only the dealer knows."""

    dealer: int
    upcard: str
    bids: list[dict[str, Any]] = field(default_factory=list)
    maker: int | None = None
    trump: str | None = None
    discard: str | None = None
    alone: list[int] = field(default_factory=list)
    asked: list[int] = field(default_factory=list)  # who has decided whether to play alone
    plays: list[tuple[int, str]] = field(default_factory=list)

    @property
    def is_second_round(self) -> bool:
        """True once all four have passed the card that was turned up."""
        return len(self.bids) >= len(SEATS)

    @property
    def ordered_up(self) -> bool:
        """True if the dealer gets the card that was turned up."""
        return self.maker is not None and len(self.bids) <= len(SEATS)

    def make(self, player: int, action: int) -> None:
        """Makes a move of a player."""
        if action in (ALONE, TOGETHER):
            self.asked.append(player)
            self.alone += [player] * (action == ALONE)
        elif self.trump is None:
            self.bids.append({"player": player, "move": self.name_bid(player, action)})
            if action != PASS:
                self.maker, self.trump = player, SUITS[action - FIRST_SUIT]
        elif self.ordered_up and self.discard is None:
            self.discard = name_card(action)
        else:
            self.plays.append((player, name_card(action)))

    def name_bid(self, player: int, action: int) -> str:
        """Returns the name of a move of the bidding."""
        if action == PASS:
            return "Pass"
        if self.is_second_round:
            return SUIT_WORDS[SUITS[action - FIRST_SUIT]].capitalize()
        return "Pick up" if player == self.dealer else "Order up"

    def stage(self) -> str:
        """Returns what the player whose turn it is decides, apart from opponents who may play alone."""
        if self.trump is None:
            return "second" if self.is_second_round else "first"
        if self.ordered_up and self.discard is None:
            return "discard"
        return "play" if self.asked else "alone"


class EuchreView(CardsView):
    def observe(self, state: pyspiel.State, player: int) -> Mapping[str, Any]:
        deal, dealt = _read_deal(state), [name_card(action) for action in state.history()[1:FIRST_BID - 1]]
        held = [card for place, card in enumerate(dealt) if (deal.dealer + place) % len(SEATS) == player]
        own = [card for seat, card in deal.plays if seat == player]
        if deal.ordered_up and player == deal.dealer:
            held, own = [*held, deal.upcard], [*own, *filter(None, [deal.discard])]
        seats = range(len(SEATS))
        idle = [(seat + 2) % len(SEATS) for seat in deal.alone]
        tricks, table = split_table(list_tricks(deal.plays, strength_with(deal.trump), len(SEATS) - len(idle)))
        winners = [trick["winner"] for trick in tricks]
        decides = set(state.legal_actions(player)) if state.current_player() == player else set()
        return {
            "seats": list(SEATS), "partner": SEATS[(player + 2) % len(SEATS)], "dealer": SEATS[deal.dealer],
            "you_deal": player == deal.dealer, "upcard": deal.upcard, "bids": deal.bids,
            "stage": "alone" if ALONE in decides else deal.stage(),
            "trump": None if deal.trump is None else SUIT_WORDS[deal.trump],
            "maker": None if deal.maker is None else SEATS[deal.maker], "ordered_up": deal.ordered_up,
            "bowers": [] if deal.trump is None else [f"J{deal.trump}", f"J{LEFT_OF[deal.trump]}"],
            "discard": deal.discard if player == deal.dealer else None,
            "alone": [SEATS[seat] for seat in deal.alone], "idle": [SEATS[seat] for seat in idle],
            "hand": sort_hand([card for card in held if card not in own]), "tricks": tricks, "table": table,
            "taken": [sum(winners.count(seat) for seat in seats if seat % 2 == pair) for pair in (0, 1)]}

    def names(self, state: pyspiel.State, player: int, action: int) -> Sequence[str]:
        if action < CARDS:
            card = name_card(action)
            return card, *other_names(card)
        known = state.action_to_string(player, action)
        if action in (ALONE, TOGETHER):
            return ("Play alone", known) if action == ALONE else ("Play with partner", known, "Play together")
        return _read_deal(state).name_bid(player, action), known


def name_card(number: int) -> str:
    """Returns the short name of a card."""
    return RANKS[LOWEST + number // len(SUITS)] + SUITS[number % len(SUITS)]


def strength_with(trump: str | None) -> Strength:
    """Returns the order of cards, in which two jacks are the highest trumps."""
    left = f"J{LEFT_OF[trump]}" if trump else None

    def strength(card: str, led: str) -> tuple[int, ...]:
        suit, led_suit = (trump if each == left else each[1] for each in (card, led))
        is_bower = card[0] == "J" and suit == trump
        return int(suit == trump), int(suit == led_suit), BOWERS[card == left] if is_bower else RANKS.index(card[0])

    return strength


def _read_deal(state: pyspiel.State) -> Deal:
    """Returns the match so far."""
    steps = state.full_history()
    deal = Deal(steps[0].action, name_card(steps[FIRST_BID - 1].action))
    for step in steps[FIRST_BID:]:
        deal.make(step.player, step.action)
    return deal


VIEW = EuchreView()
