"""Colonel Blotto: the coins of every seat on each field, which all see when everybody has chosen."""

from collections.abc import Mapping
from typing import Any

from adapters.boards._layout import HIDDEN, LINE, MARGIN, SIZE, make_canvas
from adapters.images.drawing import SEAT_COLOURS, WHITE, Canvas, ink
from custom_games.framework.labels import numbered_name

NAME = 80  # width of a seat's name
CELL = 44


def draw(obs: Mapping[str, Any], game: Mapping[str, Any]) -> Canvas:
    """Returns the board of a position."""
    seats, fields = game["players"], game["fields"]
    placed = [made["move"].strip("[]").split(", ") for made in obs["moves"]] or [[HIDDEN] * fields] * seats
    canvas = make_canvas(NAME + fields * CELL, LINE + seats * CELL, [f"{game['coins']} coins for each player"])
    for field in range(fields):
        x = MARGIN + NAME + (field + 0.5) * CELL
        canvas.text((x, MARGIN + LINE / 2), str(field + 1), SIZE)
        best = _find_winner([row[field] for row in placed])
        for seat, row in enumerate(placed):
            fill = SEAT_COLOURS[seat % len(SEAT_COLOURS)] if seat == best else WHITE
            y = MARGIN + LINE + (seat + 0.5) * CELL
            canvas.square((x, y), CELL, fill)
            canvas.text((x, y), row[field], SIZE, ink(fill))
    for seat in range(seats):
        canvas.text((MARGIN, MARGIN + LINE + (seat + 0.5) * CELL), numbered_name(seat), SIZE, anchor="lm")
    return canvas


def _find_winner(coins: list[str]) -> int | None:
    """Returns the seat that has won a field; ``None`` for a tie, or if the coins are hidden."""
    if HIDDEN in coins:
        return None
    numbers = list(map(int, coins))
    return numbers.index(max(numbers)) if numbers.count(max(numbers)) == 1 else None
