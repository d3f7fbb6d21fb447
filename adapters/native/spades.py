"""Partnership spades: bids, the tricks so far, and how many of them each player took; read from the history."""

from collections.abc import Mapping, Sequence
from typing import Any

import pyspiel

from adapters.native._cards import (
    RANKS,
    SEATS,
    SUITS,
    CardsView,
    list_tricks,
    other_names,
    read_history,
    sort_hand,
    split_table,
    strength_with,
)

CARDS = len(RANKS) * len(SUITS)
TRUMP = "S"
NIL = "Nil"
# What OpenSpiel fills in where a parameter is not given. It reads the threshold for losers whatever the switch says.
DEFAULTS = {"win_threshold": 500, "mercy_threshold": -350, "win_or_loss_bonus": 200}
BEST, WORST = 230, -287  # points of a pair in a deal: 13 and nil made; two failed nils with all tricks


class SpadesView(CardsView):
    def observe(self, state: pyspiel.State, player: int) -> Mapping[str, Any]:
        deal, moves = read_history(state)
        plays = [(seat, name_card(action)) for seat, action in moves if action < CARDS]
        tricks, table = split_table(list_tricks(plays, strength_with(TRUMP)))
        played = {card for _, card in plays}
        winners = [trick["winner"] for trick in tricks]
        settings = {**DEFAULTS, **state.get_game().get_parameters()}
        return {
            "seats": list(SEATS), "partner": SEATS[(player + 2) % len(SEATS)],
            "bids": [action - CARDS for _, action in moves if action >= CARDS], "bidding": len(moves) < len(SEATS),
            "hand": sort_hand([card for card in map(name_card, deal[player::len(SEATS)]) if card not in played]),
            "tricks": tricks, "table": table, "taken": [winners.count(seat) for seat in range(len(SEATS))],
            "win_threshold": settings["win_threshold"] if settings["win_threshold"] <= BEST else None,
            "mercy_threshold": settings["mercy_threshold"] if _is_reached(settings["mercy_threshold"]) else None,
            "bonus": settings["win_or_loss_bonus"]}

    def names(self, state: pyspiel.State, player: int, action: int) -> Sequence[str]:
        if action >= CARDS:
            bid = state.action_to_string(player, action)  # "Nil" or a number
            return name_bid(action - CARDS), bid, f"Bid {bid}", f"Bid {action - CARDS}"
        card = name_card(action)
        return card, *other_names(card)


def name_card(number: int) -> str:
    """Returns the short name of a card."""
    return RANKS[number % len(RANKS)] + SUITS[number // len(RANKS)]


def name_bid(tricks: int) -> str:
    """Returns the name of a bid."""
    return f"Bid {tricks}" if tricks else NIL


def _is_reached(threshold: int) -> bool:
    """Returns whether a pair can have so few points; 0 is OpenSpiel's for no threshold."""
    return threshold != 0 and threshold >= WORST


VIEW = SpadesView()
