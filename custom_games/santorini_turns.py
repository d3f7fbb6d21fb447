"""The choices of Santorini: where to place a pawn, and where to move it and to build."""

from collections.abc import Callable
from functools import cache, partial

from custom_games.action_specs import NamedActions

DIRECTIONS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")


def placement(pawn: str, size: int, cells: tuple[int, ...]) -> NamedActions:
    """Returns the choice of one of these cells for a pawn; cells count row by row from 0."""
    return NamedActions("move", cells, _placements(pawn, size))


def turn(cells: int, actions: tuple[int, ...]) -> NamedActions:
    """Returns the choice among these turns, on a board with that number of cells."""
    return NamedActions("move", actions, _turns(cells))


# Both are kept, so that equal decisions compare as equal.
@cache
def _placements(pawn: str, size: int) -> Callable[[int], str]:
    return partial(placement_name, pawn, size)


@cache
def _turns(cells: int) -> Callable[[int], str]:
    return partial(turn_name, cells)


def placement_name(pawn: str, size: int, cell: int) -> str:
    """Returns the name of a placement; rows and columns count from 1."""
    return f"Place {pawn} on row {cell // size + 1}, column {cell % size + 1}"


def turn_name(cells: int, action: int) -> str:
    """Returns the name of a turn."""
    move, build = divmod(action - cells, 8)
    if move == len(DIRECTIONS):  # a winning move, without a build
        return f"Move {DIRECTIONS[build]}"
    return f"Move {DIRECTIONS[move]}, build {DIRECTIONS[build]}"
