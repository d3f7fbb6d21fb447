"""Sea Battle: ships are triangles of the colour of their fleet that point where they head; the player's has an edge."""

from collections.abc import Mapping, Sequence
from typing import Any

from adapters.images.captions import address
from adapters.images.drawing import BLACK, LEVELS, SEAT_COLOURS, Canvas, ink
from adapters.images.shapes import Point
from adapters.images.squares import Squares

CELL = 36  # pixels
SIZE = 14  # of the ships' numbers
WATER = "#dcecf8"
SIDES = SEAT_COLOURS[:2]
NAMES = ("Blue", "Orange")  # of these colours
HEADINGS = {"east": (1, 0), "north": (0, -1), "west": (-1, 0), "south": (0, 1)}  # on the picture, y downwards


def draw(obs: Mapping[str, Any], game: Mapping[str, Any]) -> Canvas:
    """Returns the picture of a position."""
    columns = range(game["size"])
    rows = columns[::-1]  # y counts from the south
    squares = Squares([*map(str, rows)], [*map(str, columns)], _write_lines(obs, game), CELL)
    canvas = squares.draw_frame()
    edge = (0, game["size"] - 1)
    for row, column, centre in squares.centres():
        rock = row in edge or column in edge or [column, rows[row]] in obs["rocks"]
        canvas.square(centre, CELL, LEVELS[-1] if rock else WATER, edge=LEVELS[2])
    for ship, colour, thickness in _list_ships(obs, *_order_sides(obs, game, SIDES)):
        _draw_ship(canvas, squares.centre(rows.index(ship["y"]), ship["x"]), ship, colour, thickness)
    return canvas


def _order_sides(obs: Mapping[str, Any], game: Mapping[str, Any], sides: Sequence[str]) -> Sequence[str]:
    """Returns the player's side and the enemy's; the first ships are of the first side."""
    return sides if int(obs["you"].split()[-1]) <= game["ships"] else sides[::-1]


def _list_ships(obs: Mapping[str, Any], own: str, enemies: str) -> list[tuple[Mapping[str, Any], str, int]]:
    """Returns all ships afloat, each with the colour of its side and the thickness of its edge."""
    return [*((ship, own, 3) for ship in _list_own(obs)), *((ship, own, 0) for ship in obs["partners"]),
            *((ship, enemies, 0) for ship in obs["enemies"])]


def _list_own(obs: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Returns the player's own ship; nothing if it is sunk."""
    return [obs["ship"]] if obs["ship"] else []


def _draw_ship(canvas: Canvas, centre: Point, ship: Mapping[str, Any], colour: str, thickness: int) -> None:
    (x, y), (right, down) = centre, HEADINGS[ship["heading"]]
    length, width = 0.48 * CELL, 0.46 * CELL
    stern = x - length * right, y - length * down
    corners = ((x + length * right, y + length * down), (stern[0] + width * down, stern[1] + width * right),
               (stern[0] - width * down, stern[1] - width * right))
    canvas.polygon(corners, colour, BLACK, thickness)
    canvas.text((x - 0.15 * CELL * right, y - 0.15 * CELL * down), ship["name"].split()[-1], SIZE, ink(colour))


def _write_lines(obs: Mapping[str, Any], game: Mapping[str, Any]) -> list[str]:
    damaged = [f"{ship['name']}: damage {ship['damage']}"
               for ship in (*_list_own(obs), *obs["partners"]) if "damage" in ship]
    lost = [f"Sunk: {', '.join(names)} ({side})" for side, names in (
        (address(obs, "yours", "partners"), obs["sunk"]["partners"]), ("the enemy's", obs["sunk"]["enemies"])) if names]
    own, enemies = _order_sides(obs, game, NAMES)
    return [
        f"Turn {obs['turn']} of {game['max_turns']}. North is up; x on top, y on the left. Black cells are rocks.",
        f"{own} with a black edge: {obs['you']}{address(obs, ', yours', '')}. "
        f"{own}: {address(obs, 'your', 'its')} partners. {enemies}: enemies.",
        "; ".join(damaged), *lost]
