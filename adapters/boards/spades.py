"""Spades: the table with everybody's bid and tricks, and the player's own hand."""

from collections.abc import Mapping
from typing import Any

from adapters.boards._card_table import draw_table
from adapters.images.captions import address
from adapters.images.drawing import Canvas
from adapters.native._cards import SEATS, list_hand


def draw(obs: Mapping[str, Any], game: Mapping[str, Any]) -> Canvas:
    """Returns the board of a position."""
    own = address(obs, f"Your hand ({SEATS[obs['seat']]})", "Hand of {}")
    return draw_table(obs, [_note(obs, seat) for seat in range(len(SEATS))], [(own, list_hand(obs["hand"]))])


def _note(obs: Mapping[str, Any], seat: int) -> str:
    if seat >= len(obs["bids"]):
        return ""
    return f"bid {obs['bids'][seat] or 'nil'}, took {obs['taken'][seat]}"
