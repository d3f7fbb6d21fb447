"""Cards and columns of seats, and the measures that boards have in common."""

from collections.abc import Sequence

from adapters.images.drawing import LEVELS, WHITE, Canvas, height_of, width_of
from adapters.images.shapes import Point

MARGIN = 20  # pixels
SIZE = 16  # of the font
LINE = 1.5 * SIZE
CARD = (54, 76)  # width and height
BACK = LEVELS[2]
HIDDEN = "?"
WIDER = 1.08  # than Pillow's font is the font of a browser at most


def framed(width: float, height: float, lines: Sequence[str]) -> Canvas:
    """Returns a canvas for a drawing of this size inside margins, with lines of text below it."""
    across = max(width, WIDER * width_of(lines, SIZE)) + 2 * MARGIN
    canvas = Canvas(round(across), round(height + height_of(lines, SIZE) + (2.5 if lines else 2) * MARGIN))
    canvas.lines((MARGIN, height + 1.5 * MARGIN), lines, SIZE)
    return canvas


def draw_card(canvas: Canvas, centre: Point, name: str | None, size: float = 28) -> None:
    """Draws a playing card; ``None`` is one that lies face down."""
    canvas.rectangle(centre, *CARD, fill=BACK if name is None else WHITE, thickness=2)
    canvas.text(centre, HIDDEN if name is None else name, size)
