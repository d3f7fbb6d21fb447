"""Playing cards by short names such as QS, and the tricks of four players who sit North, East, South and West."""

from collections.abc import Callable, Sequence
from typing import Any

import pyspiel

from adapters.views import BaseView
from custom_games.action_specs.patterns import Pattern, fold_numbers

SEATS = ("North", "East", "South", "West")
RANKS = "23456789TJQKA"
SUITS = "CDHS"  # in the order of OpenSpiel's numbers
SUIT_WORDS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
RANK_WORDS = {"T": "ten", "J": "jack", "Q": "queen", "K": "king", "A": "ace"}

Strength = Callable[[str, str], tuple[int, ...]]  # of a card in a trick to which another card was led
Play = tuple[int, str]  # a seat and its card


class CardsView(BaseView):
    """View of a game of four named seats, in which most moves are cards."""

    def seat_name(self, state: pyspiel.State, player: int) -> str:
        return SEATS[player]

    def patterns(self, state: pyspiel.State, player: int) -> Sequence[Pattern]:
        """Returns the moves, with cards in the order of hands behind others."""
        names = super().patterns(state, player)
        cards = [name for name in names if is_card(name)]
        others = fold_numbers(name for name in names if name not in cards)
        return [*others, *map(Pattern, list_hand(sort_hand(cards)))]


def is_card(name: str) -> bool:
    """Returns whether a name is the short name of a card."""
    return len(name) == len("QS") and name[0] in RANKS and name[1] in SUITS


def other_names(card: str) -> list[str]:
    """Returns what a card is called besides: ``SQ``, ``♠Q``, ``Q of spades``, ``queen of spades``."""
    rank, suit = card[0], card[1]
    ranks = [rank, *(["10"] if rank == "T" else []), *([RANK_WORDS[rank]] if rank in RANK_WORDS else [])]
    numbers = [rank, *(["10"] if rank == "T" else [])]
    short = [f"{sign}{number}" for sign in (suit, SIGNS[suit]) for number in numbers]
    short += [f"{number}{sign}" for sign in (suit, SIGNS[suit]) for number in numbers][1:]  # the first is its name
    return [*short, *(f"{said} of {SUIT_WORDS[suit]}" for said in ranks)]


def sort_hand(cards: Sequence[str], ranks: str = RANKS) -> list[dict[str, Any]]:
    """Returns the cards by suit, spades first, and in each suit from the highest down; suits without cards left out."""
    suits = [(suit, [card for card in cards if card[1] == suit]) for suit in reversed(SUITS)]
    return [{"suit": SUIT_WORDS[suit], "cards": sorted(held, key=lambda card: -ranks.index(card[0]))}
            for suit, held in suits if held]


def list_hand(hand: Sequence[dict[str, Any]]) -> list[str]:
    """Returns the cards of a sorted hand in one list."""
    return [card for suit in hand for card in suit["cards"]]


def strength_with(trump: str | None, ranks: str = RANKS) -> Strength:
    """Returns the usual order of cards: trumps beat the suit that was led, which beats all others."""
    def strength(card: str, led: str) -> tuple[int, ...]:
        return int(card[1] == trump), int(card[1] == led[1]), ranks.index(card[0])

    return strength


def list_tricks(plays: Sequence[Play], strength: Strength, size: int = len(SEATS)) -> list[dict[str, Any]]:
    """Returns tricks of ``size`` cards, each with its ``cards`` in order and its ``winner``, if it is complete."""
    tricks = []
    for start in range(0, len(plays), size):
        made = plays[start:start + size]
        winner = max(made, key=lambda play: strength(play[1], made[0][1]))[0] if len(made) == size else None
        tricks.append({"cards": [{"player": seat, "card": card} for seat, card in made], "winner": winner})
    return tricks


def split_table(tricks: Sequence[dict[str, Any]]) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Returns the complete tricks, and the cards of the one on the table."""
    done = [trick for trick in tricks if trick["winner"] is not None]
    return done, tricks[-1]["cards"] if len(done) < len(tricks) else []


def read_history(state: pyspiel.State) -> tuple[list[int], list[tuple[int, int]]]:
    """Returns the outcomes of chance in order, and the seats and actions of the players' moves in order."""
    steps = state.full_history()
    return ([step.action for step in steps if step.player < 0],
            [(step.player, step.action) for step in steps if step.player >= 0])
