"""Views of Sea Battle: ships and what they did in a turn, as players are told of them."""

from collections.abc import Mapping, Sequence
from typing import Any

from custom_games.sea_battle.turns import HEADINGS, Report, Ship, order_name


def ship_name(seat: int) -> str:
    """Returns the name of a seat's ship."""
    return f"Ship {seat + 1}"


def coordinates(cell: int, size: int) -> list[int]:
    """Returns x and y of a cell, counted from 0 in the south-west corner, x to the east and y to the north."""
    return [cell % size, cell // size]


def ship_view(ship: Ship, size: int) -> Mapping[str, Any]:
    """Returns a ship afloat as all players see it, without its damage."""
    x, y = coordinates(ship.cell, size)
    return {"name": ship_name(ship.seat), "x": x, "y": y, "heading": HEADINGS[ship.heading or 0]}


def turn_view(reports: Sequence[Report], size: int, player: int) -> Mapping[str, Any]:
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
