"""The scoring of Pit: corners, what they pay, what the Bull and the Bear cost, and the teams' shares of all points."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

SEATS = range(4)  # of which the first two are a team, and the last two
ORDER = (0, 2, 1, 3)  # of turns; each hand is opened by the next
PENALTY = 20
BULL, BEAR = -2, -1  # places of these cards among the counts of a player's cards


class Hand(NamedTuple):
    """A finished hand: by how much the seats' points changed, and who cornered which kind, both -1 if nobody did."""

    changes: tuple[int, ...] = (0,) * len(SEATS)
    seat: int = -1
    kind: int = -1


@dataclass(frozen=True)
class Scoring:
    """The number of cards that make a corner, and the value of each commodity."""

    corner_size: int
    values: tuple[int, ...]

    def corner(self, held: Sequence[int]) -> tuple[int, int]:
        """Returns what the dearest corner among a player's cards pays and its kind; 0 and -1 without a corner."""
        if held[BEAR]:
            return 0, -1
        bull = held[BULL]
        best, cornered = 0, -1
        for kind, value in enumerate(self.values):
            if held[kind] + bull >= self.corner_size:
                paid = 2 * value if bull and held[kind] >= self.corner_size else value
                if paid > best:
                    best, cornered = paid, kind
        return best, cornered

    def cornered_hand(self, cards: Sequence[Sequence[int]], first: int) -> Hand | None:
        """Returns the hand that ends with a corner among the seats' cards, if there is one.

        ``first`` is the place in the order of the seat whose corner comes first; places count on from hand to hand.
        """
        for place in range(first, first + len(ORDER)):
            seat = ORDER[place % len(ORDER)]
            paid, kind = self.corner(cards[seat])
            if paid:
                lost = [-PENALTY * (cards[other][BULL] + cards[other][BEAR]) for other in SEATS]
                return Hand((*lost[:seat], paid, *lost[seat + 1:]), seat, kind)
        return None


def add_hand(points: Sequence[int], hand: Hand) -> tuple[int, ...]:
    """Returns the seats' points after a hand."""
    return tuple([before + change for before, change in zip(points, hand.changes, strict=True)])


def team_points(points: Sequence[int]) -> tuple[int, int]:
    """Returns the points of both teams."""
    return points[0] + points[1], points[2] + points[3]


def team_shares(points: Sequence[int]) -> list[float]:
    """Returns for each seat its team's share of all points; a team below 0 counts as 0, and 0.5 is a share of none."""
    one, other = (max(0, team) for team in team_points(points))
    share = one / (one + other) if one + other else 0.5
    return [share, share, 1 - share, 1 - share]
