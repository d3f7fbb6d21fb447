"""The pieces of Hive, its plane of hexagons, and the position that a match's moves lead to.

A cell is ``(q, r)`` in axial coordinates, ``(0, 0)`` being that of the first piece: one step east adds 1 to q, and one
step south-east adds 1 to r. OpenSpiel moves its own coordinates when the hive drifts, so they are not used.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

Cell = tuple[int, int]

COLOURS = ("white", "black")
KINDS = {
    "Q": "queen bee", "A": "ant", "G": "grasshopper", "S": "spider", "B": "beetle",
    "M": "mosquito", "L": "ladybug", "P": "pillbug"}
_COPIES = {"A": 3, "G": 3, "S": 2, "B": 2}  # of each kind that has several, which are numbered from 1
_EXPANSIONS = {"M": "uses_mosquito", "L": "uses_ladybug", "P": "uses_pillbug"}
# Every piece of both players in the order of OpenSpiel's ids.
PIECES = tuple(
    colour[0] + kind + number
    for colour in COLOURS for kind in KINDS for number in ("123"[:_COPIES[kind]] if kind in _COPIES else ("",)))
# The directions in the order of OpenSpiel's ids; the seventh is on top.
STEPS: Mapping[str, Cell] = {
    "north-east": (1, -1), "east": (1, 0), "south-east": (0, 1),
    "south-west": (-1, 1), "west": (-1, 0), "north-west": (0, -1)}
_DIRECTIONS = tuple(STEPS)
ON_TOP = "on top"
PASS = len(PIECES) ** 2 * 7  # OpenSpiel's action: piece, reference and direction in mixed base, then the pass


class Described(NamedTuple):
    """A move as OpenSpiel describes it: a direction from another piece, or neither for the very first piece."""

    piece: str
    reference: str = ""
    direction: str = ""


class Step(NamedTuple):
    """A move on the plane; a piece that was placed comes from nowhere."""

    piece: str
    origin: Cell | None
    target: Cell


@dataclass(frozen=True)
class Position:
    """The pieces in play by cell, from bottom to top, and the last move, if it was no pass."""

    stacks: Mapping[Cell, tuple[str, ...]]
    last: Step | None

    @cached_property
    def cells(self) -> dict[str, Cell]:
        """The cell of every piece in play, in the order of :data:`PIECES`."""
        found = {piece: cell for cell, stack in self.stacks.items() for piece in stack}
        return {piece: found[piece] for piece in PIECES if piece in found}

    def reserve(self, parameters: Mapping[str, Any], colour: str) -> list[str]:
        """Returns the pieces of a colour that are not in play, by the game's parameters."""
        return [piece for piece in PIECES if piece[0] == colour[0] and piece not in self.cells and (
            piece[1] not in _EXPANSIONS or parameters[_EXPANSIONS[piece[1]]])]

    def target(self, move: Described) -> Cell:
        """Returns the cell to which a move leads."""
        if not move.reference:
            return (0, 0)
        cell = self.cells[move.reference]
        return cell if move.direction == ON_TOP else beside(cell, move.direction)


def without(position: Position, piece: str) -> Mapping[Cell, tuple[str, ...]]:
    """Returns the stacks of a position without a piece."""
    lifted = {cell: tuple(other for other in stack if other != piece) for cell, stack in position.stacks.items()}
    return {cell: stack for cell, stack in lifted.items() if stack}


def described(action: int) -> Described | None:
    """Returns the move that an action id of OpenSpiel's stands for; ``None`` for a pass."""
    if action == PASS:
        return None
    pair, direction = divmod(action, len(_DIRECTIONS) + 1)
    piece, reference = divmod(pair, len(PIECES))
    if piece == reference:
        return Described(PIECES[piece])
    return Described(PIECES[piece], PIECES[reference], (*_DIRECTIONS, ON_TOP)[direction])


def beside(cell: Cell, direction: str) -> Cell:
    """Returns the next cell in a direction."""
    east, south_east = STEPS[direction]
    return cell[0] + east, cell[1] + south_east


def around(cell: Cell) -> Iterator[tuple[str, Cell]]:
    """Yields the six neighbours of a cell with their directions."""
    return ((direction, beside(cell, direction)) for direction in STEPS)


@lru_cache(maxsize=256)
def after(actions: Sequence[int]) -> Position:
    """Returns the position after a match's actions so far, which have to be hashable."""
    stacks: dict[Cell, tuple[str, ...]] = {}
    cells: dict[str, Cell] = {}
    last = None
    for action in actions:
        move = described(action)
        last = None
        if move is None:
            continue
        origin, target = cells.get(move.piece), (0, 0)
        if move.reference:
            target = cells[move.reference]
            target = target if move.direction == ON_TOP else beside(target, move.direction)
        if origin is not None:
            below = stacks.pop(origin)[:-1]
            if below:
                stacks[origin] = below
        stacks[target] = (*stacks.get(target, ()), move.piece)
        cells[move.piece] = target
        last = Step(move.piece, origin, target)
    return Position(dict(sorted(stacks.items(), key=lambda item: (item[0][1], item[0][0]))), last)
