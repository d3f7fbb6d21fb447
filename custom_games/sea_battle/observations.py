"""Ships of a sea battle and reports on what they did, as they are kept and as players are told of them."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from custom_games.sea_battle.turns import order_name

HEADINGS = ("east", "north", "west", "south")  # each a quarter turn to the left of the one before


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


def ship_name(seat: int) -> str:
    """Returns the name of a seat's ship."""
    return f"Ship {seat + 1}"


def coordinates(cell: int, size: int) -> list[int]:
    """Returns x and y of a cell, counted from 0 in the south-west corner, x to the east and y to the north."""
    return [cell % size, cell // size]


def told_ship(ship: Ship, size: int, *, with_damage: bool) -> Mapping[str, Any]:
    """Returns a ship afloat as a player is told of it."""
    x, y = coordinates(ship.cell, size)
    damage = {"damage": ship.damage} if with_damage else {}
    return {"name": ship_name(ship.seat), "x": x, "y": y, "heading": HEADINGS[ship.heading or 0], **damage}


def told_turn(reports: Sequence[Report], size: int, player: int) -> Mapping[str, Any]:
    """Returns what everybody saw in a turn, and what happened to the player's own ship if it was afloat."""
    own = next((report for report in reports if report.seat == player), None)
    return {
        "own": own and {
            "order": order_name(own.order), "rocks": own.rocks, "collided": own.collided,
            "hit": None if own.target is None else ship_name(own.target), "hit_by": list(map(ship_name, own.shooters))},
        "moves": [
            {"name": ship_name(report.seat), "from": coordinates(report.before[0], size),
             "to": coordinates(report.after[0], size), "heading": HEADINGS[report.after[1]], "sunk": report.sunk}
            for report in reports],
    }
