"""Checkers: a move is a step ``a3-b4`` or a jump ``a3xc5`` of one piece, and several jumps are as many moves."""

from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Any

import pyspiel

from adapters.native._native_view import NativeView, name_column

SEATS = ("White", "Black")
# OpenSpiel's marks of men and kings; prompts have the initials of the sides, which are capital for kings.
_MARKS = str.maketrans("o8+*", "wWbB")
# OpenSpiel encodes row (from the top), column, direction, and step or jump in mixed base.
_DIRECTIONS = ((-1, -1), (-1, 1), (1, 1), (1, -1))
_KINDS = ("-", "x")


class CheckersView(NativeView):
    def seat_name(self, state: pyspiel.State, player: int) -> str:
        return SEATS[player]

    def observe(self, state: pyspiel.State, player: int) -> Mapping[str, Any]:
        *rows, files = state.observation_string(player).splitlines()
        first = len(files) - len(files.strip())  # after the number of a row, behind which a king looks like a digit
        moves = self.moves(state)
        return {
            "you": SEATS[player], "opponent": SEATS[1 - player],
            "seats": [f"{side} ({side[0].lower()})" for side in SEATS],
            "board": [row[first:].translate(_MARKS) for row in rows], "files": list(files.strip()),
            "ranks": [str(number) for number in range(len(rows), 0, -1)],
            "quiet": len(list(takewhile(_is_step, reversed(moves)))), "goes_on": _find_jumper(moves, player),
            "moves": moves}

    def name(self, game: pyspiel.Game, action: int) -> str:
        start, end = _find_squares(game, action)
        return f"{start}{_KINDS[action % len(_KINDS)]}{end}"

    def names(self, state: pyspiel.State, player: int, action: int) -> Sequence[str]:
        game = state.get_game()
        start, end = _find_squares(game, action)
        either = [f"{start}{sign}{end}" for sign in ("", *_KINDS)]
        if action % len(_KINDS):
            taken = _find_middle(start, end)
            either += [f"{start}x{taken}", f"{start}x{taken}x{end}"]
        return tuple(dict.fromkeys([self.name(game, action), *either]))


def _find_squares(game: pyspiel.Game, action: int) -> tuple[str, str]:
    """Returns the squares that a move leaves and enters."""
    parameters = game.get_parameters()
    way, kind = divmod(action, len(_KINDS))
    square, direction = divmod(way, len(_DIRECTIONS))
    row, column = divmod(square, parameters["columns"])
    down, right = (step * (1 + kind) for step in _DIRECTIONS[direction])
    height = parameters["rows"] - row
    return f"{name_column(column)}{height}", f"{name_column(column + right)}{height - down}"


def _find_middle(start: str, end: str) -> str:
    """Returns the square of the piece that a jump passes over."""
    return f"{chr((ord(start[0]) + ord(end[0])) // 2)}{(int(start[1:]) + int(end[1:])) // 2}"


def _is_step(made: Mapping[str, Any]) -> bool:
    """Returns whether a move captures nothing."""
    return _KINDS[0] in made["move"]


def _find_jumper(moves: Sequence[Mapping[str, Any]], player: int) -> str:
    """Returns the square of the piece that has to jump on, as the player has just moved; "" if there is none."""
    return moves[-1]["move"].partition(_KINDS[1])[2] if moves and moves[-1]["player"] == player else ""


VIEW = CheckersView()
