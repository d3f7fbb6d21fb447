"""Blackjack: the player's and the dealer's cards, of which one lies face down at first."""

from collections.abc import Mapping
from typing import Any

from adapters.boards._hands import ROW, STEP, draw_row, plain_cards
from adapters.boards._layout import BACK, HIDDEN, make_canvas
from adapters.boards.universal_poker import shorten
from adapters.images.drawing import Canvas
from custom_games.framework.labels import numbered_name


def draw(obs: Mapping[str, Any], game: Mapping[str, Any]) -> Canvas:
    """Returns the board of a position."""
    own, dealer = (plain_cards(list(map(shorten, obs[key]))) for key in ("your_cards", "dealer_cards"))
    hidden = [(HIDDEN, BACK)] if obs["dealer_hides"] else []
    canvas = make_canvas(max(len(own), len(dealer) + 1, 4) * STEP, 2 * ROW, [f"Points: {obs['your_total']}"])
    draw_row(canvas, 0, "Dealer", [*hidden, *dealer])
    draw_row(canvas, 1, numbered_name(0), own)
    return canvas
