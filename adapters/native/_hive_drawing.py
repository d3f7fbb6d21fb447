"""The picture of a Hive position: the pieces on hexagons with coordinates, and beside them what else is to know."""

import math
from collections.abc import Mapping, Sequence

from adapters.drawing import BLACK, LEVELS, WHITE, Canvas, Point, height_of, ink, width_of
from adapters.native._hive_board import Cell, Position, Step, around

LARGEST, SMALLEST = 44, 28  # radius of a hexagon in pixels
BOARD = (1300, 950)  # pixels that the hive should not exceed
MARGIN = 24
FILLS = {"w": WHITE, "b": LEVELS[-1]}
TABLE, EMPTY, FAINT = "#e8e0d0", "#f1ebdf", "#6b6455"
MARK = "#d02020"
TEXT = 17
LIFT = 5  # pixels by which a piece is drawn above the one below it


class _Plane:
    """Where cells are on a picture."""

    def __init__(self, cells: Sequence[Cell]) -> None:
        across, down = [q + r / 2 for q, r in cells], [r for _, r in cells]
        width, height = max(across) - min(across) + 1, 1.5 * (max(down) - min(down)) + 2
        fitting = min(BOARD[0] / (width * math.sqrt(3)), BOARD[1] / height)
        self.radius = max(SMALLEST, min(LARGEST, math.floor(fitting)))
        self.size = math.ceil(width * math.sqrt(3) * self.radius), math.ceil(height * self.radius)
        self._left, self._top = min(across), min(down)

    def point(self, cell: Cell) -> Point:
        """Returns the centre of a cell."""
        across, down = cell[0] + cell[1] / 2 - self._left, cell[1] - self._top
        return (MARGIN + (across + 0.5) * math.sqrt(3) * self.radius, MARGIN + (1.5 * down + 1) * self.radius)


def drawn(position: Position, reserves: Mapping[str, Sequence[str]], lines: Sequence[str]) -> bytes:
    """Returns the picture as a PNG file; ``lines`` say whose turn it is."""
    free = {other for cell in position.stacks for _, other in around(cell)} or {(0, 0)}
    cells = sorted(free | position.stacks.keys())
    plane, told = _Plane(cells), [*lines, "", *_told(position, reserves)]
    left = plane.size[0] + 2 * MARGIN
    canvas = Canvas(
        left + width_of(told, TEXT) + MARGIN, max(plane.size[1], height_of(told, TEXT)) + 2 * MARGIN, TABLE)
    for cell in cells:
        if cell not in position.stacks:
            canvas.hexagon(plane.point(cell), plane.radius, EMPTY, "#c9bfa9")
            _label(canvas, plane, plane.point(cell), "", cell, FAINT)
    for cell, stack in position.stacks.items():
        _draw_stack(canvas, plane, cell, stack)
    if position.last:
        _draw_last(canvas, plane, position)
    canvas.lines((left, MARGIN), told, TEXT)
    return canvas.png()


def _draw_stack(canvas: Canvas, plane: _Plane, cell: Cell, stack: Sequence[str]) -> None:
    for height, piece in enumerate(stack):
        point = _lifted(plane.point(cell), height)
        canvas.hexagon(point, plane.radius - 2, FILLS[piece[0]], BLACK if piece[0] == "w" else FAINT, 2)
    _label(canvas, plane, _lifted(plane.point(cell), len(stack) - 1), _name(stack), cell, ink(FILLS[stack[-1][0]]))


def _draw_last(canvas: Canvas, plane: _Plane, position: Position) -> None:
    """Marks the piece that was moved last, and where it came from."""
    assert position.last
    piece, origin, cell = position.last
    stack = position.stacks[cell]
    target = _lifted(plane.point(cell), len(stack) - 1)
    canvas.hexagon(target, plane.radius - 2, FILLS[piece[0]], MARK, 6)
    _label(canvas, plane, target, _name(stack), cell, ink(FILLS[piece[0]]))
    if origin is not None:
        away = math.dist(plane.point(origin), target)
        end = tuple(at + (start - at) * 0.8 * plane.radius / away
                    for at, start in zip(target, plane.point(origin), strict=True))
        canvas.arrow(plane.point(origin), (end[0], end[1]), MARK, 3)


def _name(stack: Sequence[str]) -> str:
    return stack[-1] if len(stack) == 1 else f"{stack[-1]} +{len(stack) - 1}"


def _label(canvas: Canvas, plane: _Plane, point: Point, name: str, cell: Cell, colour: str) -> None:
    x, y = point
    canvas.text((x, y - 0.15 * plane.radius), name, round(0.52 * plane.radius), colour)
    canvas.text((x, y + (0.42 if name else 0) * plane.radius), f"{cell[0]},{cell[1]}", round(0.34 * plane.radius), colour)


def _lifted(point: Point, height: int) -> Point:
    return point[0] - LIFT * height, point[1] - LIFT * height


def _told(position: Position, reserves: Mapping[str, Sequence[str]]) -> list[str]:
    """Returns the lines beside the hive."""
    told = []
    for colour, pieces in reserves.items():
        told += [f"{colour.capitalize()}'s reserve:", *_wrapped(pieces)]
    stacks = [(cell, stack) for cell, stack in position.stacks.items() if len(stack) > 1]
    if stacks:
        told += ["", "Stacks, from bottom to top:"]
    told += [f"    ({q},{r}): {', '.join(stack)}" for (q, r), stack in stacks]
    return [*told, "", *_last(position.last), "", "A cell is q,r:", "one step east adds 1 to q,",
            "one step south-east adds 1 to r."]


def _wrapped(pieces: Sequence[str]) -> list[str]:
    """Returns pieces in lines, one for each kind."""
    kinds = list(dict.fromkeys(piece[1] for piece in pieces))
    return ["    " + ", ".join(piece for piece in pieces if piece[1] == kind) for kind in kinds] or ["    empty"]


def _last(last: Step | None) -> list[str]:
    if last is None:
        return []
    q, r = last.target
    start = "in from the reserve" if last.origin is None else f"from ({last.origin[0]},{last.origin[1]})"
    return ["Last move (marked):", f"    {last.piece} {start} to ({q},{r})"]
