"""Positions of Arctic Scavengers: tribes, junkyard and turn, with the steps by which cards change places."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from custom_games.arctic_scavengers.actions import HIRE, KINDS, Cards, Means
from custom_games.arctic_scavengers.cards import DECK, TYPES, count_cards
from custom_games.framework.cards import Counts, add_cards, difference, union

Phase = Literal["deal", "turn", "reaction", "draw", "dig", "keep", "skirmish", "prize", "over"]

NO_CARDS: Counts = (0,) * TYPES


class Tribe(NamedTuple):
    """A seat's cards: the shuffled deck, the hand and the discard pile."""

    deck: Counts = DECK
    hand: Counts = NO_CARDS
    discard: Counts = NO_CARDS

    @property
    def pool(self) -> Counts:
        """All cards of the tribe."""
        return union(self.deck, union(self.hand, self.discard))

    @property
    def drawable(self) -> Counts:
        """The cards among which the next draw is: the deck, or the discard pile that becomes the deck."""
        return self.deck if any(self.deck) else self.discard

    def draw(self, card: int) -> "Tribe":
        """Returns the tribe after a draw; the discard pile is shuffled into a new deck if the deck has run out."""
        deck, hand, discard = self
        if not any(deck):
            deck, discard = discard, NO_CARDS
        return Tribe(add_cards(deck, card, -1), add_cards(hand, card, 1), discard)

    def put_down(self, cards: Sequence[int]) -> "Tribe":
        """Returns the tribe with cards of the hand on the discard pile."""
        counts = count_cards(cards)
        return Tribe(self.deck, difference(self.hand, counts), union(self.discard, counts))

    def gain(self, card: int) -> "Tribe":
        """Returns the tribe with a new card on the discard pile."""
        return Tribe(self.deck, self.hand, add_cards(self.discard, card, 1))

    def put_down_hand(self) -> "Tribe":
        """Returns the tribe with the whole hand on the discard pile."""
        return Tribe(self.deck, NO_CARDS, union(self.discard, self.hand))


class Junkyard(NamedTuple):
    """A pile whose upper cards are in an unknown order, and whose lowest were put there one by one in this order."""

    shuffled: Counts
    bottom: Cards = ()

    @property
    def size(self) -> int:
        """The number of cards."""
        return sum(self.shuffled) + len(self.bottom)

    @property
    def upper(self) -> Counts:
        """The cards among which the top one is, equally likely."""
        return self.shuffled if any(self.shuffled) else count_cards(self.bottom[:1])

    def take_top(self, card: int) -> "Junkyard":
        """Returns the pile without its top card, which is of this type."""
        if any(self.shuffled):
            return Junkyard(add_cards(self.shuffled, card, -1), self.bottom)
        return Junkyard(self.shuffled, self.bottom[1:])

    def shuffle_in(self, cards: Sequence[int]) -> "Junkyard":
        """Returns the pile with these cards added, all of it shuffled."""
        return Junkyard(union(self.shuffled, count_cards((*self.bottom, *cards))))


class Event(NamedTuple):
    """Something that a seat did before the eyes of both.

    ``what`` is an action, "SNIPER" or "SABOTEUR" in a reaction or a skirmish, or "keep" after DIG. ``cards`` are those
    announced, ``target`` the mercenary hired or the card that was discarded, and ``value`` the sum of an action's
    values, or the number of cards kept.
    """

    seat: int
    what: str
    cards: Cards = ()
    target: int | None = None
    value: int | None = None


class Outcome(NamedTuple):
    """A past round: the mercenaries hired, the hands after the skirmish, and who won which contested card.

    ``hands`` are ``None`` in a round without a skirmish, ``winner`` and ``card`` also after a tie.
    """

    hired: tuple[int | None, ...]
    hands: tuple[Counts, ...] | None = None
    winner: int | None = None
    card: int | None = None


class Position(NamedTuple):
    """A position within round ``len(past) + 1``, in whose turn of gathering, or of the skirmish, ``seat`` is.

    ``pending`` cards are still to be drawn. ``used`` has the bit of every kind of action that the turn has had, and
    ``food`` is what has been hunted in it. ``announced`` is what may be voided, as its kind and cards, and ``dug`` what
    DIG has turned up, in order. ``shots`` are the uses of Sniper Teams and Saboteurs by a seat in the skirmish.
    ``log`` has the round's public events.
    """

    tribes: tuple[Tribe, ...]
    piles: Counts
    junkyard: Junkyard
    contested: Counts
    phase: Phase = "deal"
    seat: int = 0
    pending: int = 0
    used: int = 0
    food: int = 0
    announced: tuple[int, Cards] | None = None
    dug: Cards = ()
    shots: tuple[int, int] = (0, 0)
    log: tuple[Event, ...] = ()
    past: tuple[Outcome, ...] = ()

    @property
    def own(self) -> Tribe:
        """The cards of the seat whose turn it is."""
        return self.tribes[self.seat]

    @property
    def means(self) -> Means:
        """The means of the seat whose turn it is."""
        return Means(self.own.hand, self.used, self.food, tuple([1 if count else 0 for count in self.piles]))

    @property
    def initiator(self) -> int:
        """The seat that goes first in the current round."""
        return len(self.past) % 2

    @property
    def hired_mercenaries(self) -> tuple[int | None, ...]:
        """The mercenary that each seat has hired in the current round, or ``None``."""
        by_seat = {event.seat: event.target for event in self.log if event.what == KINDS[HIRE]}
        return by_seat.get(0), by_seat.get(1)

    def with_tribe(self, seat: int, tribe: Tribe) -> "Position":
        """Returns the position with other cards of a seat."""
        return self._replace(tribes=(tribe, self.tribes[1]) if seat == 0 else (self.tribes[0], tribe))
