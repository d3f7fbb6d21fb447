"""Phantom Tic-Tac-Toe, as far as the player has seen it."""

from adapters.boards._grids import MARKS, squares

draw = squares(MARKS)
