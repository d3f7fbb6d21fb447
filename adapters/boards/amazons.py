"""Amazons, with black discs for arrows."""

from adapters.boards._grids import squares
from adapters.images.drawing import BLACK, PLAYERS

draw = squares({"X": PLAYERS[0], "O": PLAYERS[1], "#": BLACK}, first=1)
