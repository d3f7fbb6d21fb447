"""Bargaining: a table of the items, the player's own values and all offers."""

from collections.abc import Mapping
from typing import Any

from adapters.boards._layout import LINE, MARGIN, SIZE, make_canvas
from adapters.images.drawing import SEAT_COLOURS, WHITE, Canvas, ink
from custom_games.framework.labels import numbered_name

NAME = 150  # width of the name of a row
CELL = (105, 32)  # width and height


def draw(obs: Mapping[str, Any], game: Mapping[str, Any]) -> Canvas | None:
    """Returns the board of a position; ``None`` while nobody sees the items."""
    if not obs["pool"]:
        return None
    offers = [made for made in obs["moves"] if made["move"][-1].isdecimal()]
    rows = [("In the pool", obs["pool"], WHITE), (f"Values of {numbered_name(obs['seat'])}", obs["your_values"], WHITE)]
    rows += [(f"{numbered_name(made['player'])} takes", [entry.split()[1] for entry in made["move"].split(", ")],
              SEAT_COLOURS[made["player"]]) for made in offers]
    agreed = [f"{numbered_name(made['player'])} agrees" for made in obs["moves"][len(offers):]]
    canvas = make_canvas(NAME + len(obs["kinds"]) * CELL[0], LINE + len(rows) * CELL[1], agreed)
    for column, item in enumerate(obs["kinds"]):
        canvas.text((MARGIN + NAME + (column + 0.5) * CELL[0], MARGIN + LINE / 2), item, SIZE)
    for row, (name, numbers, fill) in enumerate(rows):
        y = MARGIN + LINE + (row + 0.5) * CELL[1]
        canvas.text((MARGIN, y), name, SIZE, anchor="lm")
        for column, number in enumerate(numbers):
            centre = MARGIN + NAME + (column + 0.5) * CELL[0], y
            canvas.rectangle(centre, *CELL, fill=fill)
            canvas.text(centre, str(number), SIZE, ink(fill))
    return canvas
