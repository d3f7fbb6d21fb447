"""Dialogues: what was said in a match, from top to bottom, with matrices of beliefs beside it.

The words were written by models. They are drawn as they stand, without formulas, and wrapped to the page; characters
that are invisible, or that the font lacks, become their code.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import ceil
from textwrap import wrap
from typing import TYPE_CHECKING

import numpy as np

from gtarena.formatting import one_line
from gtarena.reports.figures import style

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Drawing

FONT = "DejaVu Sans Mono"  # comes with matplotlib; every letter is as wide as the others, so that lines can be counted

_SIZE, _LINE, _LETTERS = 6.5, 0.13, 92  # points; inches from one line to the next; letters of a line
_LETTER = 0.602 * _SIZE / 72  # inches
_EDGE, _GAP, _SEAM = 0.15, 0.07, 0.02  # inches around the page, below a block, and white between two shaded ones
_CELL, _NAMES, _TITLE = 0.34, 0.62, 0.2  # inches: a cell of a matrix, and the names and the title beside it
_ACROSS = 2  # matrices side by side
_MOST = 480  # letters of one text
_DARK = 0.5  # share of the range of numbers above which text is white


@dataclass(frozen=True)
class Spoken:
    """Words, with the name of whoever said them; ``aside`` words are set in italics."""

    who: str
    words: str
    aside: bool = False


@dataclass(frozen=True)
class Beliefs:
    """Square matrix of numbers with the same names for its rows and columns."""

    title: str
    numbers: Sequence[Sequence[float]]
    names: Sequence[str]

    @property
    def size(self) -> float:
        """Width and height in inches."""
        return _CELL * len(self.numbers)


@dataclass(frozen=True)
class Block:
    """Lines that belong together, with matrices beside them; a ``secret`` block is shaded."""

    lines: Sequence[Spoken]
    matrices: Sequence[Beliefs] = ()
    secret: bool = False

    @property
    def height(self) -> float:
        """Height in inches, with the gap below."""
        tall = max((matrix.size for matrix in self.matrices), default=0.0) + _TITLE
        lines = sum(len(_wrapped(line)) for line in self.lines)
        return max(lines * _LINE, ceil(len(self.matrices) / _ACROSS) * tall) + _GAP


def draw(blocks: Sequence[Block]) -> Drawing:
    """Draws blocks one below the other, on a page as long as they are.

    The cells of all matrices are shaded from the lowest to the highest number on the page, and the largest numbers of a
    row are bold unless all are equal.
    """
    widest = max((matrix.size for block in blocks for matrix in block.matrices), default=0.0) + _NAMES
    across = max(min(len(block.matrices), _ACROSS) for block in blocks)
    beside = _EDGE + _LETTER * _LETTERS
    page = _Page(beside + across * widest + _EDGE, sum(block.height for block in blocks) + 2 * _EDGE)
    numbers = [number for block in blocks for matrix in block.matrices for row in matrix.numbers for number in row]
    ends = min(numbers, default=0.0), max(numbers, default=1.0)
    top = _EDGE
    for block in blocks:
        if block.secret:
            page.shade(top - _GAP / 2, block.height)
        page.write(top, [words for line in block.lines for words in _wrapped(line)])
        for number, matrix in enumerate(block.matrices):
            row, column = divmod(number, _ACROSS)
            at = beside + column * widest + _NAMES
            _fill(page.square(at, top + row * (matrix.size + _TITLE) + _TITLE, matrix.size), matrix, ends)
        top += block.height
    return page.drawing


class _Page:
    """Drawing on which places are told in inches from its left and from its top."""

    def __init__(self, width: float, height: float) -> None:
        self._width, self._height = width, height
        self.drawing = style.canvas(width, height)
        self.drawing.set_layout_engine("none")

    def shade(self, top: float, height: float) -> None:
        from matplotlib.patches import Rectangle

        corner = _EDGE / 2 / self._width, 1 - (top + height - _SEAM) / self._height
        self.drawing.add_artist(Rectangle(
            corner, 1 - _EDGE / self._width, (height - _SEAM) / self._height, color=style.BAND, linewidth=0, zorder=0))

    def write(self, top: float, lines: Sequence[tuple[str, str]]) -> None:
        for number, (words, slant) in enumerate(lines):
            self.drawing.text(
                _EDGE / self._width, 1 - (top + number * _LINE) / self._height, words, parse_math=False, family=FONT,
                fontsize=_SIZE, style=slant, va="top")

    def square(self, left: float, top: float, size: float) -> Axes:
        corner = left / self._width, 1 - (top + size) / self._height
        return self.drawing.add_axes((*corner, size / self._width, size / self._height))


def _fill(axes: Axes, matrix: Beliefs, ends: tuple[float, float]) -> None:
    low, high = ends
    values = np.array(matrix.numbers, dtype=np.float64)
    axes.imshow(values, cmap="Blues", vmin=low, vmax=high if high > low else low + 1, aspect="auto")
    for (row, column), value in np.ndenumerate(values):
        axes.text(column, row, f"{value:.3f}", ha="center", va="center", fontsize=style.TINY,
                  weight="bold" if value == values[row].max() > values[row].min() else "normal",
                  color="white" if value - low > _DARK * (high - low) else "black")
    axes.set_title(matrix.title, fontsize=style.TINY, pad=2, parse_math=False)
    places = range(len(matrix.names))
    axes.set_yticks(places, matrix.names, fontsize=style.TINY)
    axes.set_xticks(places, [""] * len(matrix.names))
    axes.set_xticks([place + 0.5 for place in places[:-1]], minor=True)
    axes.set_yticks([place + 0.5 for place in places[:-1]], minor=True)
    axes.grid(which="minor", color="white", linewidth=1)
    axes.tick_params(which="both", length=0, pad=2)
    axes.spines[:].set_visible(False)


def _wrapped(line: Spoken) -> list[tuple[str, str]]:
    """Returns the lines of the page on which words stand, each with its slant."""
    words = drawable(f"{line.who}: {line.words}" if line.who else line.words, _MOST)
    slant = "italic" if line.aside else "normal"
    return [(part, slant) for part in wrap(words, _LETTERS, subsequent_indent="    ")]


def drawable(text: str, limit: int) -> str:
    """Returns text on one line, shortened, in which characters that the font lacks are their codes."""
    known = _characters()
    return one_line("".join(each if ord(each) in known else f"<U+{ord(each):04X}>" for each in one_line(text, limit)))


@cache
def _characters() -> frozenset[int]:
    from matplotlib.font_manager import findfont, get_font

    return frozenset(get_font(findfont(FONT)).get_charmap())
