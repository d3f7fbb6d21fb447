"""Leduc poker: every seat's card, chips and moves, and the public card; the cards of others lie face down."""

import re
from collections.abc import Mapping
from typing import Any

from adapters.boards._layout import CARD, COLUMN, LINE, draw_column, make_canvas
from adapters.images.drawing import Canvas
from custom_games.framework.labels import numbered_name

RANKS = "Cards 0 and 1 are of the lowest rank, 2 and 3 of the next."
MOVES = ("Fold", "Call", "Raise")


def draw(obs: Mapping[str, Any], game: Mapping[str, Any]) -> Canvas:
    """Returns the board of a position, from OpenSpiel's text in square brackets."""
    told = dict(re.findall(r"\[(\w+): ?([^\]]*)\]", f"{obs['text']} {obs['record']}"))
    seats, stakes = game["players"], told["Ante"].split()
    lines = [f"Round {number}: {_name_moves(told[f'Round{number}'])}" for number in (1, 2)]
    ranks = [] if game["suit_isomorphism"] else [RANKS]  # cards are told by their ranks then
    canvas = make_canvas(COLUMN * (seats + 1), CARD[1] + 3 * LINE, [*lines, *ranks])
    for seat in range(seats):
        card = told["Private"] if seat == obs["seat"] else None
        draw_column(canvas, seat, numbered_name(seat), card, [f"{stakes[seat]} in the pot"])
    draw_column(canvas, seats, "public", told.get("Public"), [""])
    return canvas


def _name_moves(numbers: str) -> str:
    return ", ".join(MOVES[int(number)] for number in numbers.split()) or "no move yet"
