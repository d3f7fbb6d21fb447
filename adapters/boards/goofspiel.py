"""Goofspiel: the point card, the point cards to come, and the hands that the player knows."""

from collections.abc import Mapping
from typing import Any

from adapters.boards._hands import STEP, draw_row, plain_cards, row_height
from adapters.boards._layout import make_canvas
from adapters.images.drawing import Canvas
from custom_games.framework.labels import numbered_name

SCALE = 0.75
LATEST = 6  # rounds that are told


def draw(obs: Mapping[str, Any], game: Mapping[str, Any]) -> Canvas:
    """Returns the board of a position."""
    hands = obs["hands"]
    rows = [("Point card", [] if obs["card"] is None else [obs["card"]]), ("Point cards to come", obs["next_cards"])]
    for seat, points in enumerate(obs["points"]):
        rows.append((f"{numbered_name(seat)}: {points} points", hands[seat] or []))
    canvas = make_canvas(game["num_cards"] * STEP * SCALE, len(rows) * row_height(SCALE), _write_lines(obs))
    for row, (name, cards) in enumerate(rows):
        draw_row(canvas, row, name, plain_cards(cards), scale=SCALE)
    return canvas


def _write_lines(obs: Mapping[str, Any]) -> list[str]:
    told = []
    for past in obs["rounds"][-LATEST:]:
        bids = ", ".join(f"player {seat} bid {bid}" for seat, bid in enumerate(past["bids"])
                         if bid is not None)
        taker = "nobody" if past["winner"] is None else f"player {past['winner']}"
        told.append(f"Point card {past['card']}: {bids}; taken by {taker}")
    return [f"Round {min(obs['round'], obs['turns'])} of {obs['turns']}", *told]
