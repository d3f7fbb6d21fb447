"""Treasures of Are You the Traitor?: the deck, what its cards are worth, and the theft by a Magic ring.

The treasures of a player lie face down in a row, in the order in which they came. When a Magic ring takes a card,
everybody sees which one of the row it is, and what it turns out to be. Each card keeps what all can conclude from that.
"""

from itertools import accumulate
from typing import NamedTuple

from custom_games.framework.cards import Counts, cards_of

PLAYERS = 5
SMALLEST_TEAM = 2
TREASURES = (
    ("Crown jewels", 5, 2), ("Platinum pyramids", 4, 5), ("Bags of gold", 3, 12), ("Silver goblets", 2, 11),
    ("Chest of copper", 1, 5), ("Magic ring", 1, 5), ("Gilded statue", 0, 2))
NAMES = tuple(name for name, _, _ in TREASURES)
POINTS = tuple(points for _, points, _ in TREASURES)
DECK: Counts = tuple(count for _, _, count in TREASURES)
KINDS = frozenset(range(len(TREASURES)))
RING = NAMES.index("Magic ring")
STATUE = NAMES.index("Gilded statue")


class Treasure(NamedTuple):
    """A card, and the kinds that everybody knows it is not."""

    kind: int
    excluded: frozenset[int] = frozenset()

    @property
    def known(self) -> bool:
        """True if everybody knows the kind."""
        return len(self.excluded) == len(KINDS) - 1

    def reveal(self) -> "Treasure":
        """Returns the card once everybody has seen it."""
        return Treasure(self.kind, KINDS - {self.kind})


Row = tuple[Treasure, ...]
Rows = tuple[Row, ...]  # by seat


def points(row: Row) -> int:
    """Returns the points of a player's treasures."""
    return sum(POINTS[card.kind] for card in row)


def place_of(row: Row, kind: int) -> int | None:
    """Returns the place of the oldest card of a kind in a row, or ``None`` if it has none."""
    return next((place for place, card in enumerate(row) if card.kind == kind), None)


def with_row(rows: Rows, seat: int, row: Row) -> Rows:
    """Returns the rows with that of one seat replaced."""
    return (*rows[:seat], row, *rows[seat + 1:])


def without_ring(rows: Rows, seat: int) -> Rows:
    """Returns the rows once everybody has seen that a seat has no Magic ring to use."""
    return with_row(rows, seat, _exclude(rows[seat], RING))


def rob(rows: Rows, thief: int, victim: int, place: int) -> Rows:
    """Returns the rows after the thief's oldest Magic ring took a card of the victim's; the ring is discarded."""
    loot = rows[victim][place]
    if loot.kind == STATUE:
        left = _without_oldest(rows[victim], place)
    else:
        left = _exclude((*rows[victim][:place], *rows[victim][place + 1:]), STATUE)
    ring = place_of(rows[thief], RING)
    assert ring is not None, "only the holder of a Magic ring robs"
    return with_row(with_row(rows, victim, left), thief, (*_without_oldest(rows[thief], ring), loot.reveal()))


def _without_oldest(row: Row, place: int) -> Row:
    """Returns the row without the oldest card of a kind: those that came before it are of other kinds."""
    return (*_exclude(row[:place], row[place].kind), *row[place + 1:])


def _exclude(row: Row, kind: int) -> Row:
    return tuple(card if card.known else card._replace(excluded=card.excluded | {kind}) for card in row)


def most_rounds(points_to_win: int) -> int:
    """Returns a number of rounds after which some player has ``points_to_win`` points, whatever happens.

    Before the last round all have less, so that the cards drawn are worth little; a Magic ring may have been discarded.
    Every round at least two are drawn.
    """
    worth = sorted(0 if kind == RING else POINTS[kind] for kind in cards_of(DECK))
    drawn = sum(total <= PLAYERS * (points_to_win - 1) for total in accumulate(worth))
    return min(drawn // SMALLEST_TEAM + 1, len(worth) // SMALLEST_TEAM)
