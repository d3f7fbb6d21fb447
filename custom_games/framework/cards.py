"""Cards dealt by chance: multisets, of which equal cards need not be told apart, and draws without replacement.

A multiset is a tuple of counts: entry ``k`` is the number of cards of kind ``k``. Games draw one card at a chance node,
and the outcome is its kind, so that a deck of any size has no more outcomes than kinds.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from custom_games.framework.chance import equally_likely

Counts = tuple[int, ...]


def draw_outcomes(counts: Counts) -> list[tuple[int, float]]:
    """Returns the kinds of the next card as chance outcomes, in proportion to their counts; empty without cards."""
    total = sum(counts)
    return [(kind, count / total) for kind, count in enumerate(counts) if count]


def distinct_outcomes(size: int, drawn: Collection[int]) -> list[tuple[int, float]]:
    """Returns the numbers from 0 to ``size - 1`` that are not yet drawn as equally likely chance outcomes."""
    return equally_likely([number for number in range(size) if number not in drawn])


def add_cards(counts: Counts, kind: int, by: int) -> Counts:
    """Returns a multiset with ``by`` more cards of a kind, or with fewer if ``by`` is negative.

    Raises:
        ValueError: there is no such kind, or fewer cards of it than are taken.
    """
    if not 0 <= kind < len(counts):
        raise ValueError(f"card kind {kind} does not exist: kinds are 0 to {len(counts) - 1}")
    if counts[kind] + by < 0:
        raise ValueError(f"{-by} cards of kind {kind} cannot be taken from {counts[kind]}")
    return (*counts[:kind], counts[kind] + by, *counts[kind + 1:])


def cards_of(counts: Counts) -> tuple[int, ...]:
    """Returns a multiset's cards, each as its kind, in ascending order."""
    return tuple(kind for kind, count in enumerate(counts) for _ in range(count))


def counts_of(cards: Iterable[int], kinds: int) -> Counts:
    """Returns the multiset of cards of ``kinds`` kinds.

    Raises:
        ValueError: a card is of none of these kinds.
    """
    counts = [0] * kinds
    for kind in cards:
        if not 0 <= kind < kinds:
            raise ValueError(f"card kind {kind} does not exist: kinds are 0 to {kinds - 1}")
        counts[kind] += 1
    return tuple(counts)


def union(one: Counts, other: Counts) -> Counts:
    """Returns the cards of two multisets of the same kinds together."""
    return tuple([first + second for first, second in zip(one, other, strict=True)])


def difference(counts: Counts, fewer: Counts) -> Counts:
    """Returns a multiset without the cards of another, which it contains."""
    return tuple([count - less for count, less in zip(counts, fewer, strict=True)])


@dataclass(frozen=True)
class Deal:
    """A deal in progress: the cards in the deck, each seat's hand, and the seats that get the next cards, in order."""

    deck: Counts
    hands: tuple[Counts, ...]
    receivers: tuple[int, ...]

    def __post_init__(self) -> None:
        """Checks that the deck suffices.

        Raises:
            ValueError: more cards are to be dealt than are in the deck.
        """
        if len(self.receivers) > sum(self.deck):
            raise ValueError(f"{len(self.receivers)} cards cannot be dealt from a deck of {sum(self.deck)}")

    @property
    def complete(self) -> bool:
        """True once every card to be dealt is dealt; the deck may have cards left."""
        return not self.receivers

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Returns the kinds of the next card, in proportion to their counts in the deck; empty if complete."""
        return [] if self.complete else draw_outcomes(self.deck)

    def after(self, kind: int) -> "Deal":
        """Returns the deal after the next receiver got a card of a kind.

        Raises:
            ValueError: the deck has no such card.
        """
        seat, *later = self.receivers
        hand = add_cards(self.hands[seat], kind, 1)
        hands = (*self.hands[:seat], hand, *self.hands[seat + 1:])
        return Deal(add_cards(self.deck, kind, -1), hands, tuple(later))


def round_robin(deck: Counts, order: Sequence[int], cards: int) -> Deal:
    """Returns a deal of ``cards`` cards in all, one at a time to the seats in turn.

    ``order`` lists every seat once, the one that gets the first card first.

    Raises:
        ValueError: the deck has fewer cards.
    """
    nothing = (0,) * len(deck)
    return Deal(deck, (nothing,) * len(order), tuple(order[index % len(order)] for index in range(cards)))
