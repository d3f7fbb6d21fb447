"""Kuhn poker: every seat's card, chips and moves; the cards of others lie face down."""

from collections.abc import Mapping
from typing import Any

from adapters.boards._layout import CARD, COLUMN, LINE, draw_column, make_canvas
from adapters.images.drawing import Canvas
from adapters.native.kuhn_poker import ANTE, BET
from custom_games.framework.labels import numbered_name


def draw(obs: Mapping[str, Any], game: Mapping[str, Any]) -> Canvas:
    """Returns the board of a position."""
    made = [[move["move"] for move in obs["moves"] if move["player"] == seat] for seat in range(game["players"])]
    lines = [f"Pot: {obs['pot']} chips", f"Cards, lowest first: {', '.join(obs['cards'])}"]
    canvas = make_canvas(COLUMN * game["players"], CARD[1] + (3 + max(map(len, made))) * LINE, lines)
    for seat, moves in enumerate(made):
        chips = ANTE + moves.count(BET)
        card = obs["your_card"] if seat == obs["seat"] else None
        draw_column(canvas, seat, numbered_name(seat), card, [f"{chips} chip{'s' if chips > 1 else ''}", *moves])
    return canvas
