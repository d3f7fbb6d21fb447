"""Sea Battle a second time: turns resolved ship by ship on coordinates.

Nothing of it is shared with the rules: a ship is a dictionary, headings are vectors, and conflicts are found by
comparing every two ships until nothing changes.
"""

from collections.abc import Collection
from typing import Any

Cell = tuple[int, int]
VECTORS = ((1, 0), (0, 1), (-1, 0), (0, -1))  # east, north, west, south
MANOEUVRES = ("stay", "left", "forward", "right")


def ahead(cell: Cell, vector: Cell, distance: int = 1) -> Cell:
    return cell[0] + distance * vector[0], cell[1] + distance * vector[1]


def turned(vector: Cell, manoeuvre: str) -> Cell:
    x, y = vector
    return {"left": (-y, x), "right": (y, -x)}.get(manoeuvre, vector)


def is_rock(cell: Cell, size: int, rocks: Collection[Cell]) -> bool:
    return cell in rocks or not (0 < cell[0] < size - 1 and 0 < cell[1] < size - 1)


def step(ships: list[dict[str, Any]], movers: list[dict[str, Any]], size: int, rocks: Collection[Cell]) -> set[int]:
    """Moves ships one cell, damages those that meet a rock, and returns the places of those that collide."""
    goals = {ships.index(ship): ahead(ship["cell"], ship["vector"]) for ship in movers}
    going, hurt = {}, set()
    for place, goal in goals.items():
        if is_rock(goal, size, rocks):
            ships[place]["damage"] += 1
        else:
            going[place] = goal
    changed = True
    while changed:
        changed = False
        for one, goal in list(going.items()):
            for other, ship in enumerate(ships):
                if other == one:
                    continue
                swaps = goal == ship["cell"] and goals.get(other) == ships[one]["cell"]
                blocked = goal == ship["cell"] and other not in going
                # One who was stopped elsewhere does not give back what both have claimed.
                rivals = goals.get(other) == goal
                if swaps or blocked or rivals:
                    hurt |= {one, other}
                    changed |= going.pop(one, None) is not None
    for place, goal in going.items():
        ships[place]["cell"] = goal
    return hurt


def resolve(ships: list[dict[str, Any]], size: int, rocks: Collection[Cell], sinking: int) -> list[dict[str, Any]]:
    """Plays a turn: returns the ships, each with ``cell``, ``vector``, ``damage`` and ``order``, those sunk included.

    An order is a pair of a manoeuvre and a side.
    """
    ships = [dict(ship) for ship in ships]
    for place in step(ships, [ship for ship in ships if ship["order"][0] != "stay"], size, rocks):
        ships[place]["damage"] += 1
    turning = [ship for ship in ships if ship["order"][0] in ("left", "right")]
    for ship in turning:
        ship["vector"] = turned(ship["vector"], ship["order"][0])
    step(ships, turning, size, rocks)
    afloat = [ship for ship in ships if ship["damage"] < sinking]
    targets = [target(ship, afloat, size, rocks) for ship in afloat]
    for hit in targets:
        if hit is not None:
            hit["damage"] += 2
    return ships


def target(
    shooter: dict[str, Any], afloat: list[dict[str, Any]], size: int, rocks: Collection[Cell]) -> dict[str, Any] | None:
    vector = turned(shooter["vector"], shooter["order"][1])
    for distance in (1, 2, 3):
        cell = ahead(shooter["cell"], vector, distance)
        if is_rock(cell, size, rocks):
            return None
        for ship in afloat:
            if ship["cell"] == cell:
                return ship
    return None
