"""Leduc poker: every seat's card, chips and moves, and the public card; the cards of others lie face down."""

import re
from collections.abc import Mapping
from typing import Any

from adapters.boards._cards import CARD, LINE, MARGIN, SIZE, draw_card, framed
from adapters.images.drawing import Canvas

WIDTH = 110  # of a seat's column
RANKS = "Cards 0 and 1 are of the lowest rank, 2 and 3 of the next."
MOVES = ("Fold", "Call", "Raise")


def draw(obs: Mapping[str, Any], game: Mapping[str, Any]) -> Canvas:
    """Returns the board of a position, from OpenSpiel's text in square brackets."""
    told = dict(re.findall(r"\[(\w+): ?([^\]]*)\]", f"{obs['text']} {obs['record']}"))
    seats, stakes = game["players"], told["Ante"].split()
    lines = [f"Round {number}: {_moves(told[f'Round{number}'])}" for number in (1, 2)]
    ranks = [] if game["suit_isomorphism"] else [RANKS]  # cards are told by their ranks then
    canvas = framed(WIDTH * (seats + 1), CARD[1] + 3 * LINE, [*lines, *ranks])
    for column in range(seats + 1):
        name, card, below = "public", told.get("Public"), ""
        if column < seats:
            name, card = f"seat {column}", told["Private"] if column == obs["seat"] else None
            below = f"{stakes[column]} in the pot"
        x, top = MARGIN + (column + 0.5) * WIDTH, MARGIN + 0.5 * LINE
        canvas.text((x, top), name, SIZE)
        draw_card(canvas, (x, top + LINE + CARD[1] / 2), card)
        canvas.text((x, top + 1.75 * LINE + CARD[1]), below, SIZE)
    return canvas


def _moves(numbers: str) -> str:
    return ", ".join(MOVES[int(number)] for number in numbers.split()) or "no move yet"
