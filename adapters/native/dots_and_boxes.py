"""Dots and Boxes: a move names the two dots that a line joins, as a1-b1; rows of dots are counted from the top."""

from collections.abc import Mapping, Sequence
from typing import Any

import pyspiel

from adapters.native._native_view import NativeView, name_column

# In OpenSpiel's drawing a box is four characters wide and two lines high.
WIDTH = 4
HEIGHT = 2
NOBODY = " "
OWNERS = {"1": "0", "2": "1"}  # OpenSpiel counts players from 1 there


class DotsAndBoxesView(NativeView):
    def observe(self, state: pyspiel.State, player: int) -> Mapping[str, Any]:
        lines, moves = str(state).splitlines(), self.moves(state)
        columns, rows = len(lines[0]) // WIDTH, len(lines) // HEIGHT
        middles = range(WIDTH // 2, WIDTH * columns, WIDTH)
        owners = ["".join(OWNERS.get(line[middle], NOBODY) for middle in middles) for line in lines[1::HEIGHT]]
        across = [[line[middle] != " " for middle in middles] for line in lines[::HEIGHT]]
        down = [[line[dot] != " " for dot in range(0, WIDTH * columns + 1, WIDTH)] for line in lines[1::HEIGHT]]
        return {
            "columns": [name_column(column) for column in range(columns + 1)],
            "rows": rows + 1,
            "across": across,
            "down": down,
            "owners": owners,
            "drawing": _draw(across, down, owners),
            "boxes": [sum(row.count(owner) for row in owners) for owner in OWNERS.values()],
            "lines_left": len(state.legal_actions()),
            "moves": moves,
            "again": bool(moves) and moves[-1]["player"] == state.current_player(),
        }

    def name(self, game: pyspiel.Game, action: int) -> str:
        return "-".join(_list_dots(game, action))

    def names(self, state: pyspiel.State, player: int, action: int) -> Sequence[str]:
        first, second = _list_dots(state.get_game(), action)
        by_dots = (f"{first}-{second}", f"{second}-{first}", f"{first}{second}", f"{second}{first}")
        return *by_dots, state.action_to_string(player, action)


def _list_dots(game: pyspiel.Game, action: int) -> tuple[str, str]:
    """Returns the two dots that a line joins: the left and the right one, or the upper and the lower one."""
    parameters = game.get_parameters()
    width = parameters["num_cols"]
    vertical = action - (parameters["num_rows"] + 1) * width  # these actions come after the horizontal lines
    row, column = divmod(action, width) if vertical < 0 else divmod(vertical, width + 1)
    end = (row, column + 1) if vertical < 0 else (row + 1, column)
    return _name_dot(row, column), _name_dot(*end)


def _name_dot(row: int, column: int) -> str:
    return f"{name_column(column)}{row + 1}"


def _draw(across: Sequence[Sequence[bool]], down: Sequence[Sequence[bool]], owners: Sequence[str]) -> str:
    """Returns the board with a letter above every column of dots and a number before every row of dots."""
    margin = len(str(len(across)))
    text = [" " * (margin + 1) + "   ".join(map(name_column, range(len(across[0]) + 1)))]
    for number, lines in enumerate(across):
        text.append(f"{number + 1:>{margin}} +" + "".join(f"{'---' if line else '   '}+" for line in lines))
        if number < len(down):
            boxes = [f" {owner} " for owner in owners[number]]
            sides = ["|" if line else " " for line in down[number]]
            cells = "".join(f"{side}{box}" for side, box in zip(sides, [*boxes, ""], strict=True))
            text.append(" " * (margin + 1) + cells)
    return "\n".join(line.rstrip() for line in text)


VIEW = DotsAndBoxesView()
