"""Hive: labelled hexagons with coordinates, on top of each other in stacks, and the reserves beside them."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

from adapters.images.captions import address
from adapters.images.drawing import LEVELS, WHITE, Canvas, height_of, ink, width_of
from adapters.images.shapes import Point
from adapters.native.hive import Cell, list_neighbours
from custom_games.hive_without_beetles.moves import COLOURS

LARGEST, SMALLEST = 46, 30  # radius of a hexagon in pixels
BOARD = (1300, 950)  # pixels that the hive should not exceed
MARGIN = 24
SIZE = 18  # of the lines beside the hive
RIM = 0.1  # of the radius, by which a piece is drawn smaller than the one below it
SIDES = (WHITE, LEVELS[-1])
FILLS = dict(zip("wb", SIDES, strict=True))
GROUND, EMPTY, GRID, FAINT = "#d9cdb4", "#eee7d8", "#b8ab8e", "#5c5443"
MARK = "#e02020"


class _Plane:
    """The places of cells on a picture."""

    def __init__(self, cells: Sequence[Cell]) -> None:
        across, down = [q + r / 2 for q, r in cells], [r for _, r in cells]
        width, height = max(across) - min(across) + 1, 1.5 * (max(down) - min(down)) + 2
        fitting = math.floor(min(BOARD[0] / (width * math.sqrt(3)), BOARD[1] / height))
        self.radius = max(SMALLEST, min(LARGEST, fitting))
        self.width, self.height = math.ceil(width * math.sqrt(3) * self.radius), math.ceil(height * self.radius)
        self._left, self._top = min(across), min(down)

    def point(self, cell: Cell) -> Point:
        """Returns the centre of a cell."""
        across, down = cell[0] + cell[1] / 2 - self._left, cell[1] - self._top
        return MARGIN + (across + 0.5) * math.sqrt(3) * self.radius, MARGIN + (1.5 * down + 1) * self.radius


def draw(obs: Mapping[str, Any], game: Mapping[str, Any]) -> Canvas:
    """Returns the picture of a position."""
    stacks = _read_stacks(obs)
    cells = sorted(stacks.keys() | {other for cell in stacks for _, other in list_neighbours(cell)}) or [(0, 0)]
    plane, lines = _Plane(cells), _write_lines(obs)
    left = plane.width + 2 * MARGIN
    height = max(plane.height, height_of(lines, SIZE)) + 2 * MARGIN
    canvas = Canvas(left + width_of(lines, SIZE) + MARGIN, height, GROUND)
    last = obs["last"] or {"from": None, "to": None}
    marks = {tuple(last[end]): thickness for end, thickness in (("from", 3), ("to", 6)) if last[end]}
    for cell in sorted(cells, key=lambda cell: (cell in marks, cell in stacks, cell)):
        _draw_cell(canvas, plane, cell, stacks.get(cell, []), marks.get(cell, 0))
    canvas.lines((left, MARGIN), lines, SIZE)
    return canvas


def _read_stacks(obs: Mapping[str, Any]) -> dict[Cell, list[str]]:
    """Returns the pieces of every cell, from bottom to top."""
    single = {tuple(each["cell"]): [each["piece"]] for colour in COLOURS for each in obs["pieces"][colour]}
    return single | {tuple(stack["cell"]): stack["pieces"] for stack in obs["stacks"]}


def _draw_cell(canvas: Canvas, plane: _Plane, cell: Cell, stack: Sequence[str], mark: int) -> None:
    """Draws an empty cell, or the pieces on it; ``mark`` is the thickness of its red edge, 0 for none."""
    centre, colour, top = plane.point(cell), FAINT, "".join(stack[-1:])
    if not stack:
        canvas.hexagon(centre, plane.radius, EMPTY, MARK if mark else GRID, mark or 1)
    for height, piece in enumerate(stack):
        radius, colour = plane.radius * (1 - RIM * height) - 2, ink(FILLS[piece[0]])
        is_marked = bool(mark) and height == len(stack) - 1
        canvas.hexagon(centre, radius, FILLS[piece[0]], MARK if is_marked else colour, mark if is_marked else 2)
    x, y = centre
    shrunk = plane.radius * (1 - RIM * max(len(stack) - 1, 0) / 2)
    canvas.text((x, y - 0.14 * shrunk), top, round(0.56 * shrunk), colour)
    canvas.text((x, y + (0.42 * shrunk if stack else 0)), f"{cell[0]},{cell[1]}", round(0.36 * shrunk), colour)


def _write_lines(obs: Mapping[str, Any]) -> list[str]:
    """Returns the lines beside the hive."""
    lines = [f"{obs['to_move'].capitalize()} is to move." if obs["to_move"] else "The game is over.",
             address(obs, f"You play {obs['you']}.", ""), f"Turn {obs['turn']} of {obs['turns']}", ""]
    for colour in COLOURS:
        lines += [f"In {colour}'s reserve:", *_write_kinds(obs["reserves"][colour]), ""]
    if obs["stacks"]:
        lines += ["Stacks, from bottom to top:"]
        lines += [*(f"    {_write_cell(stack['cell'])}: {', '.join(stack['pieces'])}" for stack in obs["stacks"]), ""]
    if obs["last"]:
        piece, origin, target = (obs["last"][key] for key in ("piece", "from", "to"))
        start = _write_cell(origin) if origin else "the reserve"
        lines += ["Last move, with red edges:", f"    {piece} from {start} to {_write_cell(target)}", ""]
    return [*lines, "Cells are q,r: one step", "east adds 1 to q, one step", "south-east adds 1 to r."]


def _write_kinds(pieces: Sequence[str]) -> list[str]:
    """Returns a line for each kind of piece."""
    kinds = dict.fromkeys(piece[1] for piece in pieces)
    return ["    " + ", ".join(piece for piece in pieces if piece[1] == kind) for kind in kinds] or ["    nothing"]


def _write_cell(cell: Sequence[int]) -> str:
    return f"({cell[0]},{cell[1]})"
