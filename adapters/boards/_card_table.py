"""A card table: North, East, South and West with the cards of the trick in the middle, and open hands below."""

from collections.abc import Mapping, Sequence
from typing import Any

from adapters.boards._hands import STEP, row_height
from adapters.boards._layout import CARD, LINE, MARGIN, SIZE, make_canvas
from adapters.images.drawing import BLACK, LEVELS, WHITE, Canvas
from adapters.images.shapes import Point
from adapters.native._cards import SEATS

RED = "#b3261e"
SCALE = 0.75  # of cards in hands
MIDDLE = (2 * STEP, 1.1 * CARD[1])  # of the table, from the edge of its cards to its centre
PLACES = ((0, -1), (1, 0), (0, 1), (-1, 0))  # of the seats, right and down from the centre
FULL_HAND = 13
LATEST = 3  # tricks that are told in words

Hand = tuple[str, Sequence[str]]


def draw_table(
    obs: Mapping[str, Any], notes: Sequence[str], hands: Sequence[Hand], lines: Sequence[str] = (),
    widest: int = FULL_HAND,
) -> Canvas:
    """Returns the table with a note at every seat and a card that it has played, and named hands and lines below."""
    width = max(widest * STEP * SCALE, 2 * (MIDDLE[0] + STEP) + 60)
    height = 2 * MIDDLE[1] + CARD[1] + 2.5 * LINE
    canvas = make_canvas(width, height + len(hands) * row_height(SCALE), [*lines, *tell_tricks(obs["tricks"])])
    centre = MARGIN + width / 2, MARGIN + LINE + MIDDLE[1] + CARD[1] / 2
    shown = {made["player"]: made["card"] for made in obs["table"]}
    for seat, (right, down) in enumerate(PLACES):
        at = centre[0] + right * MIDDLE[0], centre[1] + down * 0.8 * MIDDLE[1]
        if seat in shown:
            draw_card(canvas, at, shown[seat])
        edge = at[1] + (CARD[1] / 2 + LINE / 2) * (down if down else -1)
        canvas.text((at[0], edge), f"{SEATS[seat]}{f': {notes[seat]}' if notes[seat] else ''}", SIZE)
    for row, (name, cards) in enumerate(hands):
        top = MARGIN + height + row * row_height(SCALE)
        canvas.text((MARGIN, top + LINE / 2), name, SIZE, anchor="lm")
        for place, card in enumerate(cards):
            draw_card(canvas, (MARGIN + (place + 0.5) * SCALE * STEP, top + LINE + SCALE * CARD[1] / 2), card, SCALE)
    return canvas


def draw_card(canvas: Canvas, centre: Point, card: str, scale: float = 1) -> None:
    """Draws a card that lies face up, with red letters for the red suits."""
    canvas.rectangle(centre, scale * CARD[0], scale * CARD[1], fill=WHITE, edge=LEVELS[-1], thickness=2)
    canvas.text(centre, card, 24 * scale, RED if card[1] in "DH" else BLACK)


def tell_tricks(tricks: Sequence[Mapping[str, Any]]) -> list[str]:
    """Returns a line on each of the latest tricks."""
    return [f"Trick {number}: {', '.join(_tell(made) for made in trick['cards'])}; taken by {SEATS[trick['winner']]}"
            for number, trick in enumerate(tricks, start=1)][-LATEST:]


def _tell(made: Mapping[str, Any]) -> str:
    return f"{SEATS[made['player']]} {made['card']}"
