"""The measures that boards have in common, lines of text below them, and cards in columns of seats."""

from collections.abc import Sequence

from adapters.images.drawing import LEVELS, WHITE, Canvas, height_of, width_of
from adapters.images.shapes import Point

MARGIN = 20  # pixels
SIZE = 16  # of the font
LINE = 1.5 * SIZE
CARD = (54, 76)  # width and height
COLUMN = 110  # width of a seat's column
BACK = LEVELS[2]
HIDDEN = "?"
WIDER = 1.08  # than Pillow's font is the font of a browser at most


def make_canvas(width: float, height: float, lines: Sequence[str]) -> Canvas:
    """Returns a canvas for a drawing of this size inside margins, with lines of text below it."""
    across = max(width, WIDER * width_of(lines, SIZE)) + 2 * MARGIN
    canvas = Canvas(round(across), round(height + height_of(lines, SIZE) + (2.5 if lines else 2) * MARGIN))
    canvas.lines((MARGIN, height + 1.5 * MARGIN), lines, SIZE)
    return canvas


def draw_card(canvas: Canvas, centre: Point, name: str | None, size: float = 28) -> None:
    """Draws a playing card; ``None`` is one that lies face down."""
    canvas.rectangle(centre, *CARD, fill=BACK if name is None else WHITE, thickness=2)
    canvas.text(centre, HIDDEN if name is None else name, size)


def draw_column(canvas: Canvas, number: int, name: str, card: str | None, lines: Sequence[str]) -> None:
    """Draws one of several columns side by side: a name, a card (``None`` lies face down), and lines of text below."""
    x, top = MARGIN + (number + 0.5) * COLUMN, MARGIN + 0.5 * LINE
    canvas.text((x, top), name, SIZE)
    draw_card(canvas, (x, top + LINE + CARD[1] / 2), card)
    for row, line in enumerate(lines):
        canvas.text((x, top + (1.75 + row) * LINE + CARD[1]), line, SIZE)
