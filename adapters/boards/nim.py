"""Nim: piles side by side, with empty rings for the objects that were taken."""

from collections.abc import Mapping
from typing import Any

from adapters.boards._layout import LINE, MARGIN, SIZE, make_canvas
from adapters.images.drawing import LEVELS, WHITE, Canvas

RADIUS = 12  # pixels
STEP = 30
MOST = 20  # objects of a pile that are drawn one by one


def draw(obs: Mapping[str, Any], game: Mapping[str, Any]) -> Canvas:
    """Returns the board of a position."""
    piles, started = obs["piles"], [int(size) for size in game["pile_sizes"].split(";")]
    highest, width = min(max(started), MOST), max(60, 2 * STEP)
    floor = MARGIN + highest * STEP
    canvas = make_canvas(len(piles) * width, highest * STEP + 2 * LINE, [])
    for number, (left, full) in enumerate(zip(piles, started, strict=True)):
        x = MARGIN + (number + 0.5) * width
        for place in range(min(full, MOST)):
            there = place < left
            canvas.disc((x, floor - (place + 0.5) * STEP), RADIUS, LEVELS[3] if there else WHITE,
                        edge=LEVELS[3] if there else LEVELS[2], thickness=2 if there else 1)
        canvas.text((x, floor + 0.5 * LINE), str(left), SIZE + 4)
        canvas.text((x, floor + 1.5 * LINE), f"pile {number + 1}", SIZE)
    return canvas
