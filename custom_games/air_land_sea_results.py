"""Results of Air, Land & Sea battles: who controls which theater, and what withdrawals cost."""

from typing import NamedTuple

from custom_games.air_land_sea_battle import AREAS, Battle

CONQUEST = 6  # victory points for a battle that is fought out
# Points for a withdrawal, by the number of cards left in the hand of the one who withdraws; the last for more cards.
FIRST_WITHDRAWS = (6, 4, 3, 3, 2)
SECOND_WITHDRAWS = (6, 6, 4, 3, 3, 2)


class Result(NamedTuple):
    """A battle that is over; ``withdrew`` is the seat that withdrew, with ``left`` cards in its hand.

    ``totals`` and ``controllers`` are in the order of the theaters from left to right, the totals of seat 0 first. They
    are empty after a withdrawal.
    """

    first: int
    winner: int
    points: int
    withdrew: int | None = None
    left: int = 0
    order: tuple[int, ...] = ()
    totals: tuple[tuple[int, int], ...] = ()
    controllers: tuple[int, ...] = ()


def withdrawal_points(is_first: bool, left: int) -> int:
    """Returns what the opponent gets if the first or the second player withdraws with so many cards left."""
    table = FIRST_WITHDRAWS if is_first else SECOND_WITHDRAWS
    return table[min(left, len(table) - 1)]


def withdrawn(battle: Battle) -> Result:
    """Returns the result if the player whose turn it is withdraws."""
    assert battle.first is not None, "chance has not drawn who is first"
    seat = battle.turn
    left = len(battle.hands[seat])
    points = withdrawal_points(seat == battle.first, left)
    return Result(battle.first, 1 - seat, points, seat, left)


def fought_out(battle: Battle) -> Result:
    """Returns the result of a battle in which all cards have been played."""
    assert battle.first is not None, "chance has not drawn who is first"
    controllers = tuple(map(battle.controller, battle.order))
    totals = tuple((battle.total(0, theater), battle.total(1, theater)) for theater in battle.order)
    winner = int(2 * sum(controllers) > len(AREAS))
    return Result(
        battle.first, winner, CONQUEST, order=battle.order, totals=totals, controllers=controllers)
