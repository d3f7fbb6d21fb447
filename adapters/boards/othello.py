"""Othello."""

from adapters.boards._grids import squares
from adapters.images.drawing import BLACK, WHITE

draw = squares({"x": BLACK, "o": WHITE}, empty="-")
