"""Hex."""

from adapters.boards._grids import MARKS, hexagons

draw = hexagons(MARKS)
