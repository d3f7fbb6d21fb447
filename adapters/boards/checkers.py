"""Checkers: capital letters, and the star of ``+``, are crowned."""

from adapters.boards._grids import squares
from adapters.images.drawing import BLACK, WHITE

draw = squares({"o": WHITE, "8": WHITE, "+": BLACK, "*": BLACK})
