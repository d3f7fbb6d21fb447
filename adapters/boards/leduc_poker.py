"""Leduc poker: every seat's card, chips and moves, and the public card; the cards of others lie face down."""

from collections.abc import Mapping
from typing import Any

from adapters.boards._layout import CARD, COLUMN, LINE, draw_column, make_canvas
from adapters.boards.universal_poker import list_moves, shorten
from adapters.images.drawing import Canvas
from custom_games.framework.labels import numbered_name


def draw(obs: Mapping[str, Any], game: Mapping[str, Any]) -> Canvas:
    """Returns the board of a position."""
    seats = obs["seats"]
    lines = [f"Round {number}, {list_moves(obs, number)}" for number in (1, 2)]
    canvas = make_canvas(COLUMN * (len(seats) + 1), CARD[1] + 4 * LINE, lines)
    for seat in seats:
        card = shorten(obs["your_card"]) if seat["player"] == obs["seat"] else None
        told = [f"{seat['put_in']} in the pot", *["folded"] * seat["folded"]]
        draw_column(canvas, seat["player"], numbered_name(seat["player"]), card, told)
    draw_column(canvas, len(seats), "public", shorten(obs["public_card"]), [""])
    return canvas
