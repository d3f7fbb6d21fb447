"""Kuhn poker: every seat's card, chips and moves; the cards of others lie face down."""

from collections.abc import Mapping
from typing import Any

from adapters.boards._cards import CARD, LINE, MARGIN, SIZE, draw_card, framed
from adapters.images.drawing import Canvas
from adapters.native.kuhn_poker import ANTE, BET

WIDTH = 110  # of a seat's column


def draw(obs: Mapping[str, Any], game: Mapping[str, Any]) -> Canvas:
    """Returns the board of a position."""
    made = [[move["move"] for move in obs["moves"] if move["player"] == seat] for seat in range(game["players"])]
    rows = max(map(len, made))
    lines = [f"Pot: {obs['pot']} chips", f"Cards, lowest first: {', '.join(obs['cards'])}"]
    canvas = framed(WIDTH * game["players"], CARD[1] + (3 + rows) * LINE, lines)
    for seat, moves in enumerate(made):
        x, top = MARGIN + (seat + 0.5) * WIDTH, MARGIN + 0.5 * LINE
        canvas.text((x, top), f"seat {seat}", SIZE)
        draw_card(canvas, (x, top + LINE + CARD[1] / 2), obs["your_card"] if seat == obs["seat"] else None)
        below = top + 1.75 * LINE + CARD[1]
        chips = ANTE + moves.count(BET)
        canvas.text((x, below), f"{chips} chip{'s' if chips > 1 else ''}", SIZE)
        for row, move in enumerate(moves):
            canvas.text((x, below + (row + 1) * LINE), move, SIZE)
    return canvas
