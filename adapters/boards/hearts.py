"""Hearts: the table with everybody's points, and the player's own hand."""

from collections.abc import Mapping
from typing import Any

from adapters.boards._card_table import draw_table
from adapters.images.captions import address
from adapters.images.drawing import Canvas
from adapters.native._cards import SEATS, list_hand


def draw(obs: Mapping[str, Any], game: Mapping[str, Any]) -> Canvas:
    """Returns the board of a position."""
    notes = [f"{points} points" for points in obs["points"]]
    own = address(obs, f"Your hand ({SEATS[obs['seat']]})", "Hand of {}")
    hands = [(own, list_hand(obs["hand"]))]
    if obs["passed"]:
        hands.append((f"Passed to {obs['pass_to']}", obs["passed"]))
    return draw_table(obs, notes, hands)
