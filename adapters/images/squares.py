"""Boards of square cells, with the names of rows and columns at their edges and lines of text below them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from adapters.images.drawing import LEVELS, SEAT_COLOURS, Canvas, height_of, ink, width_of
from adapters.images.shapes import Point

CELL = 72  # pixels
MARGIN = 40
SIZE = 20  # of the font
EMPTY = "."
MARKS = {"x": SEAT_COLOURS[0], "o": SEAT_COLOURS[1]}  # the marks of seats 0 and 1 in several games


@dataclass(frozen=True)
class Squares:
    """A board with these names of rows, from the top, and of columns, and with these lines below it.

    ``place`` is how moves name a cell, from the names of its ``{row}`` and ``{column}``.
    """

    rows: Sequence[str]
    columns: Sequence[str]
    lines: Sequence[str]
    cell: int = CELL
    place: str = "{column}{row}"

    def draw_frame(self) -> Canvas:
        """Returns a canvas with the names of rows and columns and the lines, and without cells."""
        right, bottom = MARGIN + len(self.columns) * self.cell, MARGIN + len(self.rows) * self.cell
        width = max(right, MARGIN // 2 + width_of(self.lines, SIZE)) + MARGIN // 2
        canvas = Canvas(width, bottom + MARGIN + height_of(self.lines, SIZE))
        for column, name in enumerate(self.columns):
            canvas.text((self.centre(0, column)[0], MARGIN / 2), name, SIZE)
        for row, name in enumerate(self.rows):
            canvas.text((MARGIN / 2, self.centre(row, 0)[1]), name, SIZE)
        canvas.lines((MARGIN / 2, bottom + MARGIN / 2), self.lines, SIZE)
        return canvas

    def centre(self, row: int, column: int) -> Point:
        """Returns the middle of a cell; both numbers count from 0."""
        return MARGIN + (column + 0.5) * self.cell, MARGIN + (row + 0.5) * self.cell

    def centres(self) -> Iterator[tuple[int, int, Point]]:
        """Yields row, column and middle of every cell."""
        for row in range(len(self.rows)):
            for column in range(len(self.columns)):
                yield row, column, self.centre(row, column)

    def name_place(self, row: int, column: int) -> str:
        """Returns the name of a cell in moves; both numbers count from 0."""
        return self.place.format(row=self.rows[row], column=self.columns[column])

    def draw(self, board: Sequence[str], colours: Mapping[str, str]) -> Canvas:
        """Returns the board with all cells and on them discs with its characters, in their colours."""
        canvas, cells = self.draw_frame(), list(self.centres())
        for shade in (0, 1):  # one after the other, because SVG tells shapes of one style at once
            for row, column, centre in cells:
                if (row + column) % 2 == shade:
                    canvas.square(centre, self.cell, LEVELS[shade], place=self.name_place(row, column))
        for row, column, centre in cells:
            if board[row][column] != EMPTY:
                draw_piece(canvas, centre, board[row][column], colours[board[row][column]], self.cell * 0.38)
        return canvas


def draw_piece(canvas: Canvas, centre: Point, name: str, colour: str, radius: float) -> None:
    """Draws a disc with the name of a piece on it."""
    canvas.disc(centre, radius, colour, thickness=2)
    canvas.text(centre, name, radius, ink(colour))
