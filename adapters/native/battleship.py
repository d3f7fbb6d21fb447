"""Battleship: a cell is named by the letter of its row and the number of its column, a ship by its first cell.

What a player knows is read from its information state, which lists its own ships, its shots with what they met, and the
shots of the opponent.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pyspiel

from adapters.native._native_view import NativeView
from custom_games.action_specs.patterns import Pattern, fold_numbers

WAYS = ("", "Across ", "Down ")  # before the cell of a shot, and of the two ways to place a ship
MISS, HIT, SUNK = "miss", "hit", "sunk"
RESULTS = {"W": MISS, "H": HIT, "S": SUNK}
SEA, SHIP, STRUCK, SINKING, SPLASH = ".", "S", "X", "#", "o"  # marks of cells
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_STEP = re.compile(r"/(h|v|shot|oppshot)_(\d+)_(\d+)(?::(\w))?")

Cell = tuple[int, int]  # row and column, counted from 0


@dataclass
class Sight:
    """Knowledge that a player has of both waters."""

    player: int
    sizes: Sequence[int]
    ships: list[list[Cell]] = field(default_factory=list)
    shots: list[dict[str, Any]] = field(default_factory=list)  # of both players
    struck: set[Cell] = field(default_factory=set)  # cells at which the opponent shot
    tried: dict[Cell, str] = field(default_factory=dict)  # the player's own shots, and what they met first

    def read(self, text: str) -> "Sight":
        """Returns what an information state tells."""
        for kind, row, column, result in _STEP.findall(text):
            cell = int(row), int(column)
            if kind in "hv":
                down = kind == "v"
                size = self.sizes[len(self.ships)]
                self.ships.append([(cell[0] + down * at, cell[1] + (not down) * at) for at in range(size)])
            else:
                self.note(cell, RESULTS.get(result))
        return self

    def note(self, cell: Cell, result: str | None) -> None:
        """Notes a shot of the player, or one of the opponent's, whose result the player sees on its own ships."""
        own = result is not None
        if own:
            self.tried.setdefault(cell, result or "")
        else:
            self.struck.add(cell)
            ship = next((ship for ship in self.ships if cell in ship), None)
            result = MISS if ship is None else SUNK if self.struck.issuperset(ship) else HIT
        shooter = self.player if own else 1 - self.player
        self.shots.append({"player": shooter, "move": name_cell(cell), "result": result})

    def lost(self) -> list[int]:
        """Returns the numbers, from 0, of the player's ships that are sunk."""
        return [number for number, ship in enumerate(self.ships) if self.struck.issuperset(ship)]

    def mark_own(self, cell: Cell) -> str:
        """Returns the mark of a cell of the player's own waters."""
        if any(cell in ship for ship in self.ships):
            return STRUCK if cell in self.struck else SHIP
        return SPLASH if cell in self.struck else SEA

    def mark_other(self, cell: Cell) -> str:
        """Returns the mark of a cell of the opponent's waters, as far as the player knows them."""
        if cell not in self.tried:
            return SEA
        return {MISS: SPLASH, SUNK: SINKING}.get(self.tried[cell], STRUCK)


class BattleshipView(NativeView):
    def observe(self, state: pyspiel.State, player: int) -> Mapping[str, Any]:
        parameters = state.get_game().get_parameters()
        height, width = parameters["board_height"], parameters["board_width"]
        sizes, worths = ([float(number) for number in parameters[name].strip("[]").split(";")]
                         for name in ("ship_sizes", "ship_values"))
        sight = Sight(player, [int(size) for size in sizes]).read(state.information_state_string(player))
        cells = [[(row, column) for column in range(width)] for row in range(height)]
        own = sum(shot["player"] == player for shot in sight.shots)
        return {
            "sizes": sight.sizes, "worths": worths, "rows": list(map(name_row, range(height))),
            "columns": [str(column) for column in range(1, width + 1)], "placed": len(sight.ships),
            "placing": len(sight.ships) < len(sizes), "moves": sight.shots,
            "shots_left": {"you": parameters["num_shots"] - own,
                           "opponent": parameters["num_shots"] - len(sight.shots) + own},
            "lost": sight.lost(), "sunk": sum(result == SUNK for result in sight.tried.values()),
            "own": ["".join(map(sight.mark_own, row)) for row in cells],
            "other": ["".join(map(sight.mark_other, row)) for row in cells]}

    def name(self, game: pyspiel.Game, action: int) -> str:
        parameters = game.get_parameters()
        width = parameters["board_width"]
        way, cell = divmod(action, parameters["board_height"] * width)
        return WAYS[way] + name_cell(divmod(cell, width))

    def patterns(self, state: pyspiel.State, player: int) -> Sequence[Pattern]:
        game = state.get_game()
        return fold_numbers(self.name(game, action) for action in state.legal_actions(player))

    def moves(self, state: pyspiel.State) -> list[dict[str, Any]]:
        raise NotImplementedError("the opponent's ships are hidden")


def name_row(row: int) -> str:
    """Returns A to Z, then AA, AB and so on."""
    return "".join(_spell(row))


def name_cell(cell: Cell) -> str:
    """Returns a name such as B5, for the second row and the fifth column."""
    return f"{name_row(cell[0])}{cell[1] + 1}"


def _spell(row: int) -> Iterator[str]:
    if row >= len(LETTERS):
        yield from _spell(row // len(LETTERS) - 1)
    yield LETTERS[row % len(LETTERS)]


VIEW = BattleshipView()
