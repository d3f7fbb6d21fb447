"""Hanabi: the piles, and the hands as the player sees them, with what hints tell of the player's own cards."""

from collections.abc import Mapping
from typing import Any

from adapters.boards._hands import ROW, STEP, draw_row
from adapters.boards._layout import BACK, HIDDEN, make_canvas
from adapters.images.captions import address
from adapters.images.drawing import WHITE, Canvas
from custom_games.framework.labels import numbered_name

FILLS = {"R": "#c94b42", "Y": "#e3c13c", "G": "#4a9a55", "W": WHITE, "B": "#3f78bd"}
MOST_DISCARDS = 20  # cards in a line of text


def draw(obs: Mapping[str, Any], game: Mapping[str, Any]) -> Canvas:
    """Returns the board of a position."""
    hands, piles = obs["hands"], obs["fireworks"]
    widest = max(len(piles), *(len(hand["cards"]) for hand in hands))
    canvas = make_canvas(widest * STEP, ROW * (len(hands) + 1), _write_lines(obs))
    draw_row(canvas, 0, "Piles", [(f"{pile['letter']}{pile['rank'] or ''}", FILLS[pile["letter"]]) for pile in piles])
    for row, hand in enumerate(hands, start=1):
        own = hand["player"] == obs["seat"]
        name = numbered_name(hand["player"]) + (address(obs, " (you)", "") if own else "")
        draw_row(canvas, row, name, [_show_card(card) for card in hand["cards"]])
    return canvas


def _show_card(card: Mapping[str, Any]) -> tuple[str, str]:
    """Returns the text on a card, with a question mark for what is unknown, and its color."""
    if card["card"]:
        return card["card"], FILLS[card["card"][0]]
    letter = card["colors"][0] if len(card["colors"]) == 1 else ""
    rank = str(card["ranks"][0]) if len(card["ranks"]) == 1 else HIDDEN
    return f"{letter or HIDDEN}{rank}" if letter or rank != HIDDEN else HIDDEN, FILLS.get(letter, BACK)


def _write_lines(obs: Mapping[str, Any]) -> list[str]:
    gone = obs["discards"]
    lines = [f"Lives: {obs['lives']}, hint tokens: {obs['tokens']}, cards in the deck: {obs['deck']}"]
    parts = [gone[at:at + MOST_DISCARDS] for at in range(0, len(gone), MOST_DISCARDS)]
    lines += [f"{'Discarded: ' if number == 0 else ''}{' '.join(part)}" for number, part in enumerate(parts)]
    last = obs["moves"][-1] if obs["moves"] else None
    return lines + ([f"Last move, of player {last['player']}: {last['move']}"] if last else [])
