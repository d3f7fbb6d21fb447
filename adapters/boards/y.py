"""Y."""

from adapters.boards._grids import hexagons
from adapters.images.drawing import PLAYERS

draw = hexagons({"O": PLAYERS[0], "@": PLAYERS[1]})
