"""Go: a move names the point that gets a stone, as D4 (there is no column I), or says Pass."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from math import isqrt
from typing import Any

import pyspiel

from adapters.native._native_view import NativeView
from custom_games.action_specs.patterns import Pattern, fold_numbers

COLUMNS = "ABCDEFGHJKLMNOPQRST"
SIDES = ("Black", "White")
STONES = "XO"
EMPTY = "."
SKIP = "Pass"
LEAST_HANDICAP = 2  # a smaller one changes nothing
_ROW = re.compile(r"^ ?\d+ ([XO+]+)$", re.MULTILINE)


class GoView(NativeView):
    def observe(self, state: pyspiel.State, player: int) -> Mapping[str, Any]:
        game, board = state.get_game(), read_board(state)
        size, history = len(board), state.history()
        return {
            "board": board,
            "columns": COLUMNS[:size],
            "seats": [f"{side} ({stone})" for side, stone in zip(SIDES, STONES, strict=True)],
            "first": SIDES[game.get_parameters()["handicap"] >= LEAST_HANDICAP],
            "handicap_stones": list(_list_handicap_stones(game)),
            "moves": self.moves(state),
            "moves_made": len(history),
            "passed": bool(history) and history[-1] == size * size,
            "ko": _find_ko(board, state),
        }

    def seat_name(self, state: pyspiel.State, player: int) -> str:
        return SIDES[player]

    def name(self, game: pyspiel.Game, action: int) -> str:
        return _name_point(isqrt(game.num_distinct_actions()), action)

    def names(self, state: pyspiel.State, player: int, action: int) -> Sequence[str]:
        name = self.name(state.get_game(), action)
        openspiels = "PASS" if name == SKIP else name.lower()
        return name, f"{SIDES[player][0]} {openspiels}", f"{SIDES[player]} {name}"

    def patterns(self, state: pyspiel.State, player: int) -> Sequence[Pattern]:
        game = state.get_game()
        size = isqrt(game.num_distinct_actions())
        by_column = sorted(state.legal_actions(player), key=lambda action: (action % size, action))
        return fold_numbers(self.name(game, action) for action in by_column)


def read_board(state: pyspiel.State) -> list[str]:
    """Returns the rows from the top, with a character for every point."""
    return [row.replace("+", EMPTY) for row in _ROW.findall(str(state))]


def _name_point(size: int, action: int) -> str:
    row, column = divmod(action, size)
    return SKIP if row == size else f"{COLUMNS[column]}{row + 1}"


def _list_handicap_stones(game: pyspiel.Game) -> Sequence[str]:
    """Returns the points that have black stones at the start."""
    return _find_first_stones(str(game)) if game.get_parameters()["handicap"] >= LEAST_HANDICAP else ()


@cache
def _find_first_stones(game_string: str) -> Sequence[str]:
    board = read_board(pyspiel.load_game(game_string).new_initial_state())
    size = len(board)
    return [_name_point(size, size * (size - 1 - row) + column)
            for row in range(size) for column in range(size) if board[row][column] != EMPTY]


def _find_ko(board: Sequence[str], state: pyspiel.State) -> str | None:
    """Returns the point where the stone just placed may not be taken back, if there is one."""
    history, size = state.history(), len(board)
    if not history or history[-1] == size * size or state.is_terminal():
        return None
    row, column = divmod(history[-1], size)
    top = size - 1 - row  # rows are drawn from the top
    # A stone that took another in a ko stands alone, and its one liberty is the point that it emptied.
    around = list(_list_neighbours(size, top, column))
    free = [(down, right) for down, right in around if board[down][right] == EMPTY]
    if len(free) != 1 or any(board[down][right] == board[top][column] for down, right in around):
        return None
    down, right = free[0]
    action = size * (size - 1 - down) + right
    return None if action in state.legal_actions() else _name_point(size, action)


def _list_neighbours(size: int, row: int, column: int) -> Iterator[tuple[int, int]]:
    for down, right in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
        if 0 <= down < size and 0 <= right < size:
            yield down, right


VIEW = GoView()
