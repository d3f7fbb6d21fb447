"""Y."""

from adapters.boards._grids import hexagons
from adapters.drawing import PLAYERS

draw = hexagons({"O": PLAYERS[0], "@": PLAYERS[1]})
