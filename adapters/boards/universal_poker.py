"""Universal poker: every seat's cards and chips, and the shared cards; the cards of others lie face down."""

from collections.abc import Mapping
from textwrap import wrap
from typing import Any

from adapters.boards._layout import CARD, LINE, MARGIN, SIZE, draw_card, make_canvas
from adapters.images.drawing import Canvas
from custom_games.framework.labels import numbered_name

GAP = 8  # between cards
LETTERS = {"jack": "J", "queen": "Q", "king": "K", "ace": "A"}
SIGNS = {"clubs": "♣", "diamonds": "♦", "hearts": "♥", "spades": "♠"}
ACROSS = 3  # seats in a row
LONGEST = 70  # characters of a line


def draw(obs: Mapping[str, Any], game: Mapping[str, Any]) -> Canvas:
    """Returns the board of a position."""
    seats, cards = obs["seats"], obs["table"]["hole_cards"]
    wide = max(cards * (CARD[0] + GAP), 150) + MARGIN
    high = CARD[1] + 3.5 * LINE
    across, down = min(len(seats), ACROSS), -(-len(seats) // ACROSS)
    shared = obs["table"]["cards"] - cards
    top = CARD[1] + LINE if shared else 0
    rounds = [f"Round {made['number']}, {list_moves(obs, made['number'])}" for made in obs["rounds"]]
    lines = [line for told in rounds for line in wrap(told, LONGEST)]
    canvas = make_canvas(
        max(across * wide, shared * (CARD[0] + GAP)), top + down * high, [f"Pot: {obs['pot']} chips", *lines])
    _draw_cards(canvas, MARGIN, MARGIN + CARD[1] / 2, [*obs["board"], *[""] * (shared - len(obs["board"]))])
    for seat in seats:
        row, column = divmod(seat["player"], ACROSS)
        _draw_seat(canvas, (MARGIN + column * wide, MARGIN + top + row * high), seat, obs, cards)
    return canvas


def _draw_seat(
    canvas: Canvas, corner: tuple[float, float], seat: Mapping[str, Any], obs: Mapping[str, Any], cards: int
) -> None:
    left, top = corner
    canvas.text((left, top + LINE / 2), numbered_name(seat["player"]), SIZE, anchor="lm")
    own = seat["player"] == obs["seat"]
    _draw_cards(canvas, left, top + LINE + CARD[1] / 2, obs["your_cards"] if own else [None] * cards)
    chips = f"{seat['put_in']} in the pot"
    left_over = "folded" if seat["folded"] else "all in" if seat["all_in"] else (
        "" if seat["left"] is None else f"{seat['left']} left")
    for line, text in enumerate(filter(None, [chips, left_over])):
        canvas.text((left, top + (1.6 + 0.8 * line) * LINE + CARD[1]), text, SIZE, anchor="lm")


def _draw_cards(canvas: Canvas, left: float, middle: float, cards: list[str | None]) -> None:
    """Draws cards side by side; ``None`` lies face down, and an empty name is a place for a card."""
    for number, card in enumerate(cards):
        draw_card(canvas, (left + CARD[0] / 2 + number * (CARD[0] + GAP), middle), shorten(card), 24)


def shorten(card: str | None) -> str | None:
    """Returns a card as it is written on it: ``10♥`` for the 10 of hearts, ``K`` for a king of no suit."""
    if not card:
        return card
    rank, _, suit = card.partition(" of ")
    return LETTERS.get(rank, rank) + SIGNS.get(suit, "")


def list_moves(obs: Mapping[str, Any], number: int) -> str:
    """Returns the moves of a round, each with its seat."""
    made = [f"player {move['player']}: {move['move'].lower()}" for move in obs["moves"] if move["round"] == number]
    return "; ".join(made) or "no move yet"
