"""Shogi: the position, which OpenSpiel tells in one line, is drawn, and the pieces in the hands are named."""

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pyspiel

from adapters.generic.generic_view import GenericView
from adapters.images.squares import EMPTY
from adapters.native._fen_boards import draw_grid, tell_pieces

COLUMNS, ROWS = "987654321", "abcdefghi"
PIECES = {"r": "rook", "b": "bishop", "g": "gold", "s": "silver", "n": "knight", "l": "lance", "p": "pawn"}
_CELL = re.compile(r"\+?[A-Za-z]|\d")
_HELD = re.compile(r"(\d*)([A-Za-z])")


class ShogiView(GenericView):
    def observe(self, state: pyspiel.State, player: int) -> Mapping[str, Any]:
        board, turn, hands, number = state.observation_string(player).split()
        black, white = (_tell_hand(hands, capital) for capital in (True, False))
        text = "\n".join([
            draw_grid([_read_row(row) for row in board.split("/")], COLUMNS, ROWS),
            f"In Black's hand: {black}.", f"In White's hand: {white}.",
            f"Round {number}, {'Black' if turn == 'b' else 'White'} to move."])
        return {**super().observe(state, player), "text": text}


def _read_row(row: str) -> list[str]:
    """Returns the squares of a row; a promoted piece has a plus."""
    cells: list[str] = []
    for cell in _CELL.findall(row):
        cells += [EMPTY] * int(cell) if cell.isdigit() else [cell]
    return cells


def _tell_hand(hands: str, capital: bool) -> str:
    """Returns the pieces in the hand of the player whose letters are capital or not."""
    held: Counter[str] = Counter()
    for number, letter in _HELD.findall(hands):
        held[letter.lower()] += int(number or 1) if letter.isupper() == capital else 0
    return tell_pieces(held, PIECES)


VIEW = ShogiView()
