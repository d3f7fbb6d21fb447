"""Turns of Sea Battle: all ships move at once and then shoot at once, by orders that have names."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from operator import ne
from typing import NamedTuple

from custom_games.action_specs import Choice

STAY, LEFT, FORWARD, RIGHT = range(4)
PORT, STARBOARD = range(2)
MANOEUVRES = ("Stay", "Turn left", "Forward", "Turn right")
SIDES = ("left", "right")
ORDERS = 8  # an order is 2 * manoeuvre + side of the shot
RANGE = 3  # cells
HEADINGS = ("east", "north", "west", "south")  # each a quarter turn to the left of the one before
# How many quarter turns to the left each manoeuvre makes.
_TURNS = (0, 1, 0, -1)


class Ship(NamedTuple):
    """A ship afloat; ``heading`` is ``None`` until it is drawn."""

    seat: int
    cell: int
    heading: int | None = None
    damage: int = 0


class Report(NamedTuple):
    """Deeds of a ship in a turn, and its fate.

    ``before`` and ``after`` are its cell and heading, ``rocks`` the number of rocks that it ran into, ``target`` the
    seat of the ship that it hit, and ``shooters`` are the seats of those that hit it.
    """

    seat: int
    order: int
    before: tuple[int, int]
    after: tuple[int, int]
    rocks: int
    collided: bool
    target: int | None
    shooters: tuple[int, ...]
    sunk: bool


class Plan(NamedTuple):
    """An order to a ship with some heading: what its steps and a cell of its shot add to the number of a cell."""

    first: int
    heading: int
    second: int
    shot: int


class Waters(NamedTuple):
    """A grid whose outermost cells are all rocks.

    The cell at x and y has the number ``y * size + x``. Headings are numbered from 0: east, north, west and south, each
    a quarter turn to the left of the one before. ``plans`` has what each order means to a ship, by its heading.
    """

    rocks: frozenset[int]
    plans: tuple[tuple[Plan, ...], ...]


def play_turn(
    ships: Sequence[Ship], orders: Sequence[int], sea: Waters, sinking: int
) -> tuple[tuple[Ship, ...], tuple[Report, ...]]:
    """Returns the ships after a turn, those sunk among them, and a report on each.

    First all ships that move take a step ahead, then those that turn do so and take another one. A rock costs 1, and a
    collision in the first step 1 for each ship in it. Ships with a damage of ``sinking`` are then out of the way, and
    all others shoot.
    """
    rocks, plans = sea
    seats, start, headings, before = zip(*ships, strict=True)
    planned = [plans[heading][order] for heading, order in zip(headings, orders, strict=True)]
    ahead = [cell + plan[0] for cell, plan in zip(start, planned, strict=True)]
    halfway, aground, collided = _step(start, ahead, rocks)
    # Also where the first step has failed, the ship turns and takes the second.
    ahead = [cell + plan[2] for cell, plan in zip(halfway, planned, strict=True)]
    cells, aground_again, _ = _step(halfway, ahead, rocks)
    aground = (*aground, *aground_again)
    damage = list(before)
    for ship in (*aground, *collided):
        damage[ship] += 1
    hits = _hits(cells, planned, [ship for ship, taken in enumerate(damage) if taken < sinking], rocks)
    for _, target in hits:
        damage[target] += 2
    turned = [plan[1] for plan in planned]
    targets = {shooter: seats[target] for shooter, target in hits}
    reports = tuple([
        Report(seat, orders[ship], (start[ship], headings[ship]), (cells[ship], turned[ship]), aground.count(ship),
               ship in collided, targets.get(ship), tuple([seats[shooter] for shooter, hit in hits if hit == ship]),
               damage[ship] >= sinking)
        for ship, seat in enumerate(seats)])
    return tuple(map(Ship, seats, cells, turned, damage)), reports


def _step(
    cells: Sequence[int], ahead: Sequence[int], rocks: frozenset[int]
) -> tuple[Sequence[int], Sequence[int], Collection[int]]:
    """Returns where ships are after a step, those that ran into a rock, and those that collided.

    ``ahead`` is the cell that each ship claims: its own if it does not move. A rock stops a ship. Ships that claim one
    cell collide, and so do two that would change places; whoever moves among them is stopped. A ship that is stopped
    claims its own cell too, which may stop the next one.
    """
    moving = sum(map(ne, cells, ahead))
    apart = len({*cells, *ahead}) == len(cells) + moving  # nobody is in anybody's way
    if apart and rocks.isdisjoint(ahead):
        return ahead, (), ()
    aground = [ship for ship, cell in enumerate(ahead) if cell in rocks]
    if apart:
        return [cell if claimed in rocks else claimed for cell, claimed in zip(cells, ahead, strict=True)], aground, ()
    collided = _swapping_ships(cells, ahead)
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


def _swapping_ships(cells: Sequence[int], ahead: Sequence[int]) -> set[int]:
    """Returns the ships that would change places with another one."""
    moves = set(zip(cells, ahead, strict=True))
    return {ship for ship, (cell, claimed) in enumerate(zip(cells, ahead, strict=True))
            if cell != claimed and (claimed, cell) in moves}


def _hits(
    cells: Sequence[int], planned: Sequence[Plan], shooters: Sequence[int], rocks: frozenset[int]
) -> Sequence[tuple[int, int]]:
    """Returns who hits whom, if all shooters shoot at once at right angles to their headings."""
    afloat = {cells[ship]: ship for ship in shooters}
    hits = []
    for cell, ship in afloat.items():
        step = planned[ship][3]
        line = range(cell + step, cell + (RANGE + 1) * step, step)
        if afloat.keys().isdisjoint(line):
            continue  # which is so of most shots
        for passed in line:
            if passed in rocks:
                break
            if passed in afloat:
                hits.append((ship, afloat[passed]))
                break
    return hits


def waters(size: int, rocks: Collection[int]) -> Waters:
    """Returns a square grid with these rocks besides those along its border."""
    last = size - 1
    border = (y * size + x for y in range(size) for x in range(size) if x in (0, last) or y in (0, last))
    steps = (1, size, -1, -size)
    plans = tuple(tuple(_plan(heading, order, steps) for order in range(ORDERS)) for heading in range(4))
    return Waters(frozenset((*border, *rocks)), plans)


def _plan(heading: int, order: int, steps: Sequence[int]) -> Plan:
    manoeuvre, side = divmod(order, 2)
    after = (heading + _TURNS[manoeuvre]) % 4
    first = 0 if manoeuvre == STAY else steps[heading]
    second = steps[after] if manoeuvre in (LEFT, RIGHT) else 0
    return Plan(first, after, second, steps[(after + (1 if side == PORT else -1)) % 4])


def order_name(order: int) -> str:
    """Returns the name of an order, such as ``Turn left, shoot right``."""
    return f"{MANOEUVRES[order // 2]}, shoot {SIDES[order % 2]}"


ORDER = Choice("order", tuple(map(order_name, range(ORDERS))))
