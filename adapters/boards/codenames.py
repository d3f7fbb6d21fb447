"""Codenames: the grid of words; words are filled with the colour of their kind when they are revealed.

A spymaster sees the kinds of all words, as an edge and a letter.
"""

from collections.abc import Mapping
from typing import Any

from adapters.boards._layout import MARGIN, SIZE, make_canvas
from adapters.images.drawing import BLACK, LEVELS, WHITE, Canvas, ink, width_of
from adapters.images.shapes import Point

CELL = (118, 58)  # width and height
GAP = 6
COLOURS = {"Red": "#f2a09a", "Blue": "#1f5fa8", "neutral": "#e6dcc3", "assassin": LEVELS[-1]}
SIDES = (COLOURS["Red"], COLOURS["Blue"])
TURNS = 3  # that are told below the words


def draw(obs: Mapping[str, Any], game: Mapping[str, Any]) -> Canvas:
    """Returns the board of a position."""
    columns, rows = game["columns"], game["rows"]
    width, height = (size + GAP for size in CELL)
    canvas = make_canvas(columns * width, rows * height, _write_lines(obs))
    for place, cell in enumerate(obs["board"]):
        row, column = divmod(place, columns)
        _draw_word(canvas, (MARGIN + (column + 0.5) * width, MARGIN + (row + 0.5) * height), cell)
    return canvas


def _draw_word(canvas: Canvas, centre: Point, cell: Mapping[str, Any]) -> None:
    kind, (width, height) = cell["kind"], CELL
    fill = COLOURS[kind] if cell["revealed"] else WHITE
    edge, thickness = (COLOURS[kind], 5) if kind and not cell["revealed"] else (BLACK, 1)
    canvas.rectangle(centre, width - thickness, height - thickness, fill, edge, thickness, place=cell["word"])
    size = min(SIZE, SIZE * (width - 14) / max(width_of([cell["word"]], SIZE), 1))
    canvas.text((centre[0], centre[1] - 7), cell["word"], size, ink(fill))
    if kind:
        canvas.text((centre[0], centre[1] + 14), kind, SIZE - 5, ink(fill))


def _write_lines(obs: Mapping[str, Any]) -> list[str]:
    left = ", ".join(f"{number} {kind}" for kind, number in obs["left"].items())
    turns = [f"{turn['team']}: {turn['clue']} {turn['number']}"
             f"{''.join(' > ' + guess['word'] for guess in turn['guesses'])}" for turn in obs["turns"][-TURNS:]]
    return [f"Seen by the {obs['team']} {obs['role']}. Not revealed: {left}", *turns]
