"""A turn at sea: where ships get to that all move and then all shoot at the same time, and what it does to them."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from operator import ne
from typing import NamedTuple

STAY, LEFT, FORWARD, RIGHT = range(4)
PORT, STARBOARD = range(2)
ORDERS = 8  # an order is 2 * manoeuvre + side of the shot
RANGE = 3  # cells

# How many quarter turns to the left each manoeuvre makes; the second half of a turn is for those that make one.
_TURNS = (0, 1, 0, -1)
_TURNING = (LEFT, RIGHT)


class Waters(NamedTuple):
    """A grid whose outermost cells are all rocks.

    The cell at x and y has the number ``y * size + x``. ``steps`` is what a step to the east, north, west and south
    adds to it; these headings are numbered from 0, each a quarter turn to the left of the one before.
    """

    rocks: frozenset[int]
    steps: tuple[int, int, int, int]


class Turn(NamedTuple):
    """Ships after a turn, by their places in the lists that it was given.

    ``damage`` is the damage of each ship so far. ``rocks`` names ships once for each rock that they ran into, and
    ``collided`` those that took part in a collision of the first step. ``shots`` are pairs of a shooter and a target.
    """

    cells: Sequence[int]
    headings: Sequence[int]
    damage: Sequence[int]
    rocks: Sequence[int]
    collided: Collection[int]
    shots: Sequence[tuple[int, int]]


def waters(size: int, rocks: Collection[int]) -> Waters:
    """Returns a square grid with these rocks besides those along its border."""
    last = size - 1
    border = (y * size + x for y in range(size) for x in range(size) if x in (0, last) or y in (0, last))
    return Waters(frozenset((*border, *rocks)), (1, size, -1, -size))


def resolved(
    cells: Sequence[int], headings: Sequence[int], damage: Sequence[int], orders: Sequence[int], sea: Waters,
    sinking: int,
) -> Turn:
    """Returns the ships after a turn; those sunk are among them.

    First all ships that move take a step ahead, then those that turn do so and take another one. A rock costs 1, and a
    collision in the first step 1 for each ship in it. Ships with a damage of ``sinking`` are then out of the way, and
    all others shoot.
    """
    rocks, steps = sea
    manoeuvres = [order >> 1 for order in orders]
    ahead = [cell + steps[heading] if manoeuvre else cell
             for cell, heading, manoeuvre in zip(cells, headings, manoeuvres, strict=True)]
    cells, aground, collided = _stepped(cells, ahead, rocks)
    # Also where the first step has failed.
    headings = [(heading + _TURNS[manoeuvre]) % 4 for heading, manoeuvre in zip(headings, manoeuvres, strict=True)]
    ahead = [cell + steps[heading] if manoeuvre in _TURNING else cell
             for cell, heading, manoeuvre in zip(cells, headings, manoeuvres, strict=True)]
    cells, aground_again, _ = _stepped(cells, ahead, rocks)
    damage = list(damage)
    for ship in (*aground, *collided, *aground_again):
        damage[ship] += 1
    shots = _shots(cells, headings, [ship for ship, taken in enumerate(damage) if taken < sinking], orders, sea)
    for _, target in shots:
        damage[target] += 2
    return Turn(cells, headings, damage, (*aground, *aground_again), collided, shots)


def _stepped(
    cells: Sequence[int], ahead: Sequence[int], rocks: frozenset[int]
) -> tuple[Sequence[int], Sequence[int], Collection[int]]:
    """Returns where ships are after a step, those that ran into a rock, and those that collided.

    ``ahead`` is the cell that each ship claims: its own if it does not move. A rock stops a ship. Ships that claim one
    cell collide, and so do two that would change places; whoever moves among them is stopped. A ship that is stopped
    claims its own cell too, which may stop the next one.
    """
    moving = sum(map(ne, cells, ahead))
    if len({*cells, *ahead}) == len(cells) + moving and rocks.isdisjoint(ahead):
        return ahead, (), ()  # nobody is in anybody's way
    aground = [ship for ship, cell in enumerate(ahead) if cell in rocks]
    collided = _swapping(cells, ahead)
    while True:
        stopped = collided.union(aground)
        claims = defaultdict(set)
        for ship, (cell, claimed) in enumerate(zip(cells, ahead, strict=True)):
            claims[claimed].add(ship)
            if ship in stopped:
                claims[cell].add(ship)
        together = [ships for cell, ships in claims.items() if len(ships) > 1 and cell not in rocks]
        found = collided.union(*together)
        if found == collided:
            break
        collided = found
    kept = [cell if ship in stopped else claimed for ship, (cell, claimed) in enumerate(zip(cells, ahead, strict=True))]
    return kept, aground, collided


def _swapping(cells: Sequence[int], ahead: Sequence[int]) -> set[int]:
    """Returns the ships that would change places with another one."""
    moves = set(zip(cells, ahead, strict=True))
    return {ship for ship, (cell, claimed) in enumerate(zip(cells, ahead, strict=True))
            if cell != claimed and (claimed, cell) in moves}


def _shots(
    cells: Sequence[int], headings: Sequence[int], shooters: Sequence[int], orders: Sequence[int], sea: Waters
) -> Sequence[tuple[int, int]]:
    """Returns who hits whom, if all shooters shoot at once at right angles to their headings."""
    afloat = {cells[ship]: ship for ship in shooters}
    hits = []
    for cell, ship in afloat.items():
        step = sea.steps[(headings[ship] + (-1 if orders[ship] % 2 else 1)) % 4]
        for passed in range(cell + step, cell + (RANGE + 1) * step, step):
            if passed in sea.rocks:
                break
            if passed in afloat:
                hits.append((ship, afloat[passed]))
                break
    return hits
