"""Deals of playing cards by their short names, for games that deal one card to each of four players in turn."""

from collections.abc import Callable, Sequence

Number = Callable[[str], int]  # of a card, in OpenSpiel

RANKS = "23456789TJQKA"
SUITS = "CDHS"


def by_rank(card: str) -> int:
    """Returns the number of a card where the ranks follow each other."""
    return 4 * RANKS.index(card[0]) + SUITS.index(card[1])


def by_suit(card: str) -> int:
    """Returns the number of a card where the suits follow each other."""
    return 13 * SUITS.index(card[1]) + RANKS.index(card[0])


def suits_deal(number: Number, suits: str = SUITS) -> list[int]:
    """Returns the deal in which each player gets all cards of one suit, from the lowest up."""
    return deal([[f"{rank}{suit}" for rank in RANKS] for suit in suits], number)


def deal(hands: Sequence[Sequence[str]], number: Number) -> list[int]:
    """Returns the outcomes of chance that deal these hands."""
    return [number(card) for cards in zip(*hands, strict=True) for card in cards]
