"""Pentago."""

from adapters.boards._grids import squares
from adapters.images.drawing import PLAYERS

draw = squares({"O": PLAYERS[0], "@": PLAYERS[1]})
