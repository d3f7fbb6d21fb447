"""Mancala: pits in two rows between two stores, with the number of seeds in each."""

from collections.abc import Mapping
from typing import Any

from adapters.boards._layout import LINE, MARGIN, SIZE, make_canvas
from adapters.images.drawing import LEVELS, SEAT_COLOURS, WHITE, Canvas
from adapters.images.shapes import Point
from adapters.native.mancala import PITS, STORES
from custom_games.framework.labels import numbered_name

CELL = 66  # pixels
RADIUS = 27
SEEDS = 24  # size of the numbers of seeds


def draw(obs: Mapping[str, Any], game: Mapping[str, Any]) -> Canvas:
    """Returns the board of a position: player 1 has the upper row and the store on the left."""
    canvas = make_canvas((len(PITS[0]) + 2) * CELL, 2 * CELL + 4 * LINE, [])
    seeds, top = obs["seeds"], MARGIN + 2 * LINE
    for seat, pits in enumerate(PITS):
        upper = seat == 1
        row = top + (0.5 if upper else 1.5) * CELL
        for number, pit in enumerate(reversed(pits) if upper else pits, start=1):
            centre = MARGIN + (number + 0.5) * CELL, row
            canvas.square(centre, CELL, WHITE, LEVELS[1], place=str(pit))
            canvas.disc(centre, RADIUS, WHITE, SEAT_COLOURS[seat], thickness=3)
            canvas.text(centre, str(seeds[pit]), SEEDS)
            canvas.text((centre[0], _beyond(top, upper, 0.5)), str(pit), SIZE)
        canvas.text((MARGIN + 4 * CELL, _beyond(top, upper, 1.5)), numbered_name(seat), SIZE)
        _draw_store(canvas, (MARGIN + (0.5 if upper else 7.5) * CELL, top + CELL), seat, seeds[STORES[seat]])
    return canvas


def _beyond(top: float, upper: bool, lines: float) -> float:
    """Returns the height of text so many lines above the upper row, or below the lower one."""
    return top - lines * LINE if upper else top + 2 * CELL + lines * LINE


def _draw_store(canvas: Canvas, centre: Point, seat: int, seeds: int) -> None:
    canvas.rectangle(centre, CELL - 10, 2 * CELL - 10, WHITE, SEAT_COLOURS[seat], thickness=3)
    canvas.text(centre, str(seeds), SEEDS)
    canvas.text((centre[0], centre[1] - CELL - 0.25 * LINE), "store", SIZE - 2)
