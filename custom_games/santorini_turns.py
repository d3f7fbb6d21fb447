"""The choices of Santorini: where to place a pawn, and where to move it and to build, by all their names."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import Any

from custom_games.action_specs import Choice

DIRECTIONS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
# "Move A north, build east", "pawn A: north, east": the pawn, and what it does
_PAWN = re.compile(r"\s*(?:moves?\s+)?(?:pawn\s+)?([abxy])\b\s*[:,]?\s*(?:moves?\b\s*:?\s*)?(.*)", re.IGNORECASE)
FRAMES = ("I {}.", "I will {}.")

# Other words for the same placement or turn.
_CELLS = (
    *((rf"\b{word}\b", str(number)) for number, word in enumerate(("one", "two", "three", "four", "five"), start=1)),
    (r"\bcol\b\.?", "column"), (r"^(place )?(?:my |the )?pawn ", r"\1"),
    (r"\brow (\d+),? (?:and )?(?=column)", r"row \1, "),
    (r"\bcolumn (\d+),? (?:and )?row (\d+)$", r"row \2, column \1"))
_TURNS = (
    (r"\bthen\b|;", ","), (r"\b(move|build)s\b", r"\1"), (r"\b(move|build) (?:to the|to|on the|in the) ", r"\1 "),
    (r"\s*(?:,\s*)*\b(?:and\b[\s,]*)?build\b", ", build"), (r"(?:\s*,)+\s*", ", "),
    (r"(, build)(?:, build)+", r"\1"))

Aliases = tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class _Turn(Choice):
    """A choice among some turns of a table, in which no two turns that are possible at once share a name."""

    pawn: str = ""

    def __post_init__(self) -> None:
        # A search asks for the turns of thousands of positions, and checking all names takes longer than the turn.
        pass

    def read(self, struct: Mapping[str, Any]) -> list[int]:
        """Returns the turn that a JSON object states.

        Raises:
            ValueError: no possible turn is stated, or one of another pawn.
        """
        return super().read(self._without_pawn(struct))

    def _without_pawn(self, struct: Mapping[str, Any]) -> Mapping[str, Any]:
        """Returns the object with a turn that does not begin with the name of the pawn."""
        stated = struct.get(self.key)
        pawn = _PAWN.match(stated) if isinstance(stated, str) else None
        if pawn is None:
            return struct
        if pawn[1].upper() != self.pawn:
            raise ValueError(f'"{self.key}" is a turn of {pawn[1].upper()}, but it is the turn of {self.pawn}: '
                             f'it must be {" or ".join(self.options)}')
        return {**struct, self.key: f"Move {pawn[2]}"}


def placement(pawn: str, size: int, cells: tuple[int, ...]) -> Choice:
    """Returns the choice of one of these cells for a pawn; cells count row by row from 0."""
    names = tuple(placement_name(pawn, size, cell) for cell in cells)
    aliases = tuple((name, cell) for cell in cells for name in _other_cells(pawn, cell // size + 1, cell % size + 1))
    return Choice("move", names, cells, aliases, FRAMES, ("row {row}, column {column}",), _CELLS)


def placement_name(pawn: str, size: int, cell: int) -> str:
    """Returns the name of a placement; rows and columns count from 1."""
    return f"Place {pawn} on row {cell // size + 1}, column {cell % size + 1}"


def turn(pawn: str, cells: int, actions: tuple[int, ...]) -> Choice:
    """Returns the choice among these turns of a pawn, on a board with that number of cells."""
    names, aliases = _turns(cells)
    options = tuple([names[action - cells] for action in actions])
    others = tuple(chain.from_iterable([aliases[action - cells] for action in actions]))
    return _Turn("move", options, actions, others, FRAMES, ("{move}, build {build}",), _TURNS, pawn)


def turn_name(cells: int, action: int) -> str:
    """Returns the name of a turn."""
    return _turns(cells)[0][action - cells]


def _other_cells(pawn: str, row: int, column: int) -> tuple[str, ...]:
    """Returns how players may name a placement besides its name."""
    cell, pair = f"row {row}, column {column}", f"{row}, {column}"
    return (cell, f"row {row} column {column}", f"row {row} and column {column}", f"r{row}c{column}",
            pair, f"({pair})", *(f"{place}{pawn} {at} {where}" for place in ("", "Place ", "Place pawn ")
                                 for at in ("on", "at", "in") for where in (cell, f"({pair})")
                                 if (place, at, where) != ("Place ", "on", cell)))


@cache
def _turns(cells: int) -> tuple[tuple[str, ...], tuple[Aliases, ...]]:
    """Returns the names of all turns, first those with a build, and their other names with their actions."""
    names: list[str] = []
    others: list[tuple[str, ...]] = []
    for move in DIRECTIONS:
        names += [f"Move {move}, build {build}" for build in DIRECTIONS]
        others += [_other_turns(move, build) for build in DIRECTIONS]
    for number, move in enumerate(DIRECTIONS):
        # A player may still say what it would build.
        builds = range(8 * number, 8 * number + 8)
        longer = [name for place in builds for name in (names[place], *others[place])]
        names.append(f"Move {move}")
        others.append((*_other_moves(move), *longer))
    aliases = tuple(tuple((name, cells + place) for name in known) for place, known in enumerate(others))
    return tuple(names), aliases


def _other_turns(move: str, build: str) -> tuple[str, ...]:
    """Returns how players may name a turn besides its name."""
    known = {f"Move {move}, build {build}".casefold()}
    spelled = []
    for spell in (str, _joined, _abbreviation):
        to, at = spell(move), spell(build)
        spelled += [f"{moving}{joint}{at}" for moving, joints in (
            (f"Move {to}", (", build ", " and build ", ", then build ", " and then build ", " then build ", "; build ",
                            " build ", ", ", " and builds ")),
            (f"Move to the {to}", (", build to the ", " and build to the ")),
            (f"Move: {to}", (", build: ",)),
            (to, (", build: ", ", build ", " and build ", ", ", "/"))) for joint in joints]
    return tuple(name for name in dict.fromkeys(spelled) if name.casefold() not in known)


def _other_moves(move: str) -> tuple[str, ...]:
    """Returns how players may name a winning move besides its name."""
    spelled = dict.fromkeys(
        form.format(spell(move)) for spell in (str, _joined, _abbreviation)
        for form in ("Move to the {}", "Move {} and win", "{}", "Move {}"))
    return tuple(name for name in spelled if name != f"Move {move}")


def _joined(direction: str) -> str:
    return direction.replace("-", "")


def _abbreviation(direction: str) -> str:
    return "".join(word[0] for word in direction.split("-")).upper()
