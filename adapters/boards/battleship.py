"""Battleship: the player's own waters and, beside them, what shots have shown of the opponent's."""

from collections.abc import Mapping, Sequence
from typing import Any

from adapters.boards._layout import LINE, MARGIN, SIZE, make_canvas
from adapters.images.captions import address
from adapters.images.drawing import LEVELS, SEAT_COLOURS, Canvas
from adapters.native.battleship import SEA, SHIP, SINKING, SPLASH, STRUCK

SIDE = 300  # of each grid, at most
LARGEST = 30  # side of a cell
LABEL = 26  # width of the names of rows
GAP = 30  # between the grids
FILLS = {SEA: "#dbe8f4", SHIP: LEVELS[3], STRUCK: SEAT_COLOURS[1], SINKING: SEAT_COLOURS[1],
         SPLASH: "#ffffff"}


def draw(obs: Mapping[str, Any], game: Mapping[str, Any]) -> Canvas:
    """Returns the board of a position. Cells of the waters that the next move is about are places."""
    rows, columns = obs["rows"], obs["columns"]
    cell = min(LARGEST, SIDE // max(len(rows), len(columns)))
    width, height = LABEL + cell * len(columns), 2 * LINE + cell * len(rows)
    canvas = make_canvas(2 * width + GAP, height, _write_lines(obs))
    own = address(obs, "Your waters", "Waters of {}")
    _draw_grid(canvas, MARGIN, own, obs["own"], obs, cell, obs["placing"])
    _draw_grid(canvas, MARGIN + width + GAP, "Waters of the opponent", obs["other"], obs, cell, not obs["placing"])
    return canvas


def _draw_grid(
    canvas: Canvas, left: float, title: str, marks: Sequence[str], obs: Mapping[str, Any], cell: int, is_place: bool
) -> None:
    rows, columns = obs["rows"], obs["columns"]
    x, y = left + LABEL, MARGIN + 2 * LINE
    canvas.text((left, MARGIN + LINE / 2), title, SIZE, anchor="lm")
    font = min(SIZE - 2, 0.6 * cell)
    for column, name in enumerate(columns):
        canvas.text((x + (column + 0.5) * cell, y - LINE / 2), name, font)
    for row, name in enumerate(rows):
        canvas.text((x - LABEL / 2, y + (row + 0.5) * cell), name, font)
        for column, mark in enumerate(marks[row]):
            centre = x + (column + 0.5) * cell, y + (row + 0.5) * cell
            canvas.square(centre, cell, FILLS[mark], place=f"{name}{columns[column]}" if is_place else "")
            if mark in (STRUCK, SINKING, SPLASH):
                canvas.text(centre, mark, 0.6 * cell)


def _write_lines(obs: Mapping[str, Any]) -> list[str]:
    if obs["placing"]:
        return [f"Next ship: {obs['placed'] + 1} of {len(obs['sizes'])}, length {obs['sizes'][obs['placed']]}"]
    left, own = obs["shots_left"], address(obs, "you", "{}")
    lines = [f"Ships sunk: {obs['sunk']} of the opponent's, {len(obs['lost'])} of the own. "
             f"Shots left: {own} {left['you']}, opponent {left['opponent']}."]
    latest = [f"{own if shot['player'] == obs['seat'] else 'opponent'} at {shot['move']}, {shot['result']}"
              for shot in obs["moves"][-2:]]
    if latest:
        lines += [f"Latest shots: {'; '.join(latest)}", "X: hit, #: hit that sank a ship, o: miss"]
    return lines
