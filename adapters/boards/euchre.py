"""Euchre: the table with the bids, the card that was turned up, trumps, and the player's own hand."""

from collections.abc import Mapping
from typing import Any

from adapters.boards._card_table import draw_table
from adapters.images.captions import address
from adapters.images.drawing import Canvas
from adapters.native._cards import SEATS, list_hand

WIDEST = 8  # cards in a row, so that the table is not too narrow


def draw(obs: Mapping[str, Any], game: Mapping[str, Any]) -> Canvas:
    """Returns the board of a position."""
    own = address(obs, f"Your hand ({SEATS[obs['seat']]})", "Hand of {}")
    lines = [f"Turned up: {obs['upcard']}. Trumps: {obs['trump'] or 'not chosen yet'}.",
             f"Tricks: North and South {obs['taken'][0]}, East and West {obs['taken'][1]}."]
    notes = [_note(obs, name) for name in SEATS]
    return draw_table(obs, notes, [(own, list_hand(obs["hand"]))], lines, WIDEST)


def _note(obs: Mapping[str, Any], name: str) -> str:
    bids = [bid["move"] for bid in obs["bids"] if SEATS[bid["player"]] == name]
    roles = [role for role, is_so in (
        ("dealer", name == obs["dealer"]), ("maker", name == obs["maker"]), ("alone", name in obs["alone"]),
        ("sits out", name in obs["idle"])) if is_so]
    return ", ".join([*roles, *bids])
