"""Hive by its published rules, written for tests from the rules alone: positions from UHP moves, and their legal moves.

A cell is ``(column, row)`` in doubled coordinates: neighbours in a row are two columns apart, and cells of the next row
one column to either side. Nothing here comes from OpenSpiel or from the view under test.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

Cell = tuple[int, int]
Move = tuple[str, Cell]

# By the sign of the notation and whether it stands in front of the reference.
BESIDE = {("/", False): (1, -1), ("-", False): (2, 0), ("\\", False): (1, 1),
          ("/", True): (-1, 1), ("-", True): (-2, 0), ("\\", True): (-1, -1)}
STEPS = tuple(BESIDE.values())
BASE_SET = ("Q", "A1", "A2", "A3", "G1", "G2", "G3", "S1", "S2", "B1", "B2")
LAST_TURN_FOR_QUEEN = 4
_REFERENCE = re.compile(r"([/\\-]?)([wb][A-Z]\d?)([/\\-]?)")


@dataclass(frozen=True)
class Hive:
    """A position: the stacks from bottom to top, and the number of moves made, passes included."""

    stacks: Mapping[Cell, tuple[str, ...]] = field(default_factory=dict)
    made: int = 0

    @property
    def mover(self) -> str:
        return "wb"[self.made % 2]

    def where(self, piece: str) -> Cell | None:
        return next((cell for cell, stack in self.stacks.items() if piece in stack), None)

    def height(self, cell: Cell) -> int:
        return len(self.stacks.get(cell, ()))

    def moved(self, piece: str, target: Cell) -> "Hive":
        stacks = dict(self.without(piece).stacks)
        stacks[target] = (*stacks.get(target, ()), piece)
        return replace(self, stacks=stacks, made=self.made + 1)

    def without(self, piece: str) -> "Hive":
        """The position with a piece lifted off, which has to be the top of its stack."""
        cell = self.where(piece)
        if cell is None:
            return self
        *below, top = self.stacks[cell]
        assert top == piece, "a covered piece cannot move"
        rest = {other: stack for other, stack in self.stacks.items() if other != cell}
        return replace(self, stacks=rest | ({cell: tuple(below)} if below else {}))

    def is_connected(self) -> bool:
        """Returns whether all pieces hang together, found by walking from one of them."""
        reached: set[Cell] = set()
        open_cells = list(self.stacks)[:1]
        while open_cells:
            cell = open_cells.pop()
            if cell not in reached:
                reached.add(cell)
                open_cells += [other for other in around(cell) if other in self.stacks]
        return len(reached) == len(self.stacks)


def around(cell: Cell) -> list[Cell]:
    return [(cell[0] + column, cell[1] + row) for column, row in STEPS]


def after(moves: Iterable[str]) -> Hive:
    """The position after moves in UHP notation."""
    hive = Hive()
    for move in moves:
        hive = replace(hive, made=hive.made + 1) if move == "pass" else hive.moved(*named(hive, move))
    return hive


def named(hive: Hive, move: str) -> Move:
    """The piece and the cell of a move in UHP notation."""
    piece, _, where = move.partition(" ")
    if not where:
        return piece, (0, 0)
    found = _REFERENCE.fullmatch(where)
    assert found, move
    column, row = hive.where(found[2])
    if not found[1] and not found[3]:
        return piece, (column, row)
    east, south = BESIDE[found[1] or found[3], bool(found[1])]
    return piece, (column + east, row + south)


def legal_moves(hive: Hive) -> set[Move]:
    """All placements and moves of the player to move in the base game; none means a pass."""
    moves = set(placements(hive))
    if hive.where(f"{hive.mover}Q") is not None:
        for stack in hive.stacks.values():
            if stack[-1][0] == hive.mover:
                moves |= {(stack[-1], target) for target in movements(hive, stack[-1])}
    return moves


def placements(hive: Hive) -> Iterator[Move]:
    reserve = [hive.mover + piece for piece in BASE_SET if hive.where(hive.mover + piece) is None]
    queen, turn = f"{hive.mover}Q", hive.made // 2 + 1
    if turn == 1:
        reserve.remove(queen)  # the tournament rule, which OpenSpiel plays by
    elif turn == LAST_TURN_FOR_QUEEN and queen in reserve:
        reserve = [queen]
    return ((piece, cell) for piece in reserve for cell in places(hive))


def places(hive: Hive) -> set[Cell]:
    """The cells on which the player to move may place a piece."""
    if hive.made == 0:
        return {(0, 0)}
    beside = {other for cell in hive.stacks for other in around(cell)} - hive.stacks.keys()
    if hive.made == 1:
        return beside
    return {cell for cell in beside
            if {hive.stacks[other][-1][0] for other in around(cell) if other in hive.stacks} == {hive.mover}}


def movements(hive: Hive, piece: str) -> set[Cell]:
    """The cells to which a piece on top of its stack may go."""
    start, rest = hive.where(piece), hive.without(piece)
    assert start is not None
    if not rest.is_connected():
        return set()
    if piece[1] == "G":
        return jumps(rest, start)
    if piece[1] == "B":
        return climbs(rest, start)
    if piece[1] == "S":
        return {way[-1] for way in ways(rest, (start,), 3)}
    if piece[1] == "Q":
        return set(slides(rest, start))
    return wandering(rest, start)


def slides(rest: Hive, cell: Cell) -> Iterator[Cell]:
    """The empty cells that a piece reaches by one slide on the ground; the hive is the one without it.

    Exactly one of the two cells beside its way has to be occupied: with both there is no room, with none no contact.
    """
    for other in around(cell):
        flanks = set(around(cell)) & set(around(other))
        if other not in rest.stacks and sum(flank in rest.stacks for flank in flanks) == 1:
            yield other


def ways(rest: Hive, way: tuple[Cell, ...], steps: int) -> Iterator[tuple[Cell, ...]]:
    """The ways of so many slides that visit no cell twice."""
    if not steps:
        yield way
        return
    for cell in slides(rest, way[-1]):
        if cell not in way:
            yield from ways(rest, (*way, cell), steps - 1)


def wandering(rest: Hive, start: Cell) -> set[Cell]:
    reached: set[Cell] = set()
    open_cells = [start]
    while open_cells:
        for cell in slides(rest, open_cells.pop()):
            if cell not in reached:
                reached.add(cell)
                open_cells.append(cell)
    return reached - {start}


def jumps(rest: Hive, start: Cell) -> set[Cell]:
    landings = set()
    for column, row in STEPS:
        cell, jumped = (start[0] + column, start[1] + row), 0
        while cell in rest.stacks:
            cell, jumped = (cell[0] + column, cell[1] + row), jumped + 1
        if jumped:
            landings.add(cell)
    return landings


def climbs(rest: Hive, start: Cell) -> set[Cell]:
    """The cells that a beetle enters: on the ground by a slide, otherwise unless two higher stacks leave no room."""
    entered = set(slides(rest, start)) if not rest.height(start) else set()
    for other in around(start):
        flanks = set(around(start)) & set(around(other))
        ends = max(rest.height(start), rest.height(other))
        if ends and min(map(rest.height, flanks)) <= ends:
            entered.add(other)
    return entered
