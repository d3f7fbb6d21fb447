"""Gin rummy: both hands, of which the other one lies face down until a knock, the upcard and the melds."""

from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import Any

from adapters.boards._hands import draw_row, plain_cards, row_height
from adapters.boards._layout import BACK, CARD, HIDDEN, make_canvas
from adapters.boards.universal_poker import GAP, LONGEST
from adapters.images.drawing import Canvas
from custom_games.framework.labels import numbered_name

SIGNS = {"S": "♠", "C": "♣", "D": "♦", "H": "♥"}
SCALE = 0.8


def draw(obs: Mapping[str, Any], game: Mapping[str, Any]) -> Canvas:
    """Returns the board of a position."""
    seat = obs["seat"]
    hands = {seat: _show(obs["hand"]),
             1 - seat: _show(obs["opponent_hand"]) or [(HIDDEN, BACK)] * obs["opponent_cards"]}
    most = max(game["hand_size"] + 1, 4)
    canvas = make_canvas(most * SCALE * (CARD[0] + GAP), 3 * row_height(SCALE), _describe(obs))
    draw_row(canvas, 0, numbered_name(0), hands[0], scale=SCALE)
    piles = f"{'Upcard' if obs['upcard'] else 'No upcard'}, and {obs['stock']} cards in the stock"
    draw_row(canvas, 1, piles, _show(obs["upcard"]), scale=SCALE)
    draw_row(canvas, 2, numbered_name(1), hands[1], scale=SCALE)
    return canvas


def _show(cards: Sequence[str]) -> list[tuple[str, str]]:
    return plain_cards([_write(card) for card in cards])


def _write(card: str) -> str:
    return card[0].replace("T", "10") + SIGNS[card[1]]


def _describe(obs: Mapping[str, Any]) -> list[str]:
    """Returns the discard pile, or the melds once a player has knocked."""
    if obs["knocker"] is None:
        return wrap(f"Discarded: {' '.join(map(_write, obs['discards'])) or 'none'}", LONGEST)
    lines = [f"{numbered_name(obs['knocker'])} has knocked"]
    for seat, melds in enumerate(obs["melds"]):
        shown = ",  ".join(" ".join(map(_write, meld.split())) for meld in melds)
        lines += [f"{numbered_name(seat)} laid {shown}"] if melds else []
    return lines + ([f"Laid off: {' '.join(map(_write, obs['layoffs']))}"] if obs["layoffs"] else [])
