"""Rows of cards below each other, each with a name above it: hands, piles, the cards on the table."""

from collections.abc import Sequence

from adapters.boards._layout import CARD, LINE, MARGIN, SIZE
from adapters.images.drawing import LEVELS, WHITE, Canvas, ink

GAP = 8  # between cards, in pixels
STEP = CARD[0] + GAP
ROW = CARD[1] + LINE + GAP
LARGEST = 24  # size of the font on a card


def draw_row(
    canvas: Canvas, row: int, name: str, cards: Sequence[tuple[str, str]], size: float = LARGEST, scale: float = 1
) -> None:
    """Draws a row, counted from the top, of cards with their texts and colours; ``scale`` is for smaller cards."""
    top = MARGIN + row * row_height(scale)
    canvas.text((MARGIN, top + LINE / 2), name, SIZE, anchor="lm")
    for place, (text, fill) in enumerate(cards):
        centre = MARGIN + (place + 0.5) * scale * STEP, top + LINE + scale * CARD[1] / 2
        canvas.rectangle(centre, scale * CARD[0], scale * CARD[1], fill=fill, edge=LEVELS[-1], thickness=2)
        canvas.text(centre, text, scale * size, ink(fill))


def row_height(scale: float = 1) -> float:
    """Returns the height of a row in pixels."""
    return scale * CARD[1] + LINE + GAP


def plain_cards(texts: Sequence[object]) -> list[tuple[str, str]]:
    """Returns white cards with these texts."""
    return [(str(text), WHITE) for text in texts]
