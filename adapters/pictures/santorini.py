"""Santorini: a darker cell is higher, and has as many frames as blocks; a complete one has a dome."""

from collections.abc import Mapping
from typing import Any

from adapters.images.captions import address
from adapters.images.drawing import BLACK, LEVELS, SEAT_COLOURS, Canvas, ink
from adapters.images.shapes import Point
from adapters.images.squares import EMPTY, Squares, draw_piece

CELL = 88  # pixels
FRAMES = 0.25  # the part of a cell's side that its frames take on each side
SIZE = 24  # of the levels


def draw(obs: Mapping[str, Any], game: Mapping[str, Any]) -> Canvas:
    """Returns the picture of a position."""
    numbers = [str(number + 1) for number in range(len(obs["board"]))]
    squares = Squares(numbers, numbers, _write_lines(obs), CELL, place="row {row}, column {column}")
    canvas = squares.draw_frame()
    colours = dict.fromkeys(obs["your_pawns"], SEAT_COLOURS[_find_seat(obs)])
    colours |= dict.fromkeys(obs["opponents_pawns"], SEAT_COLOURS[1 - _find_seat(obs)])
    for row, column, centre in squares.centres():
        cell = obs["board"][row][column]
        level, pawn = int(cell[:-1]), cell[-1]
        _draw_blocks(canvas, centre, level, game["win_level"] + 1, squares.name_place(row, column))
        if pawn != EMPTY:
            draw_piece(canvas, (centre[0] - 8, centre[1] - 7), pawn, colours[pawn], 18)
    return canvas


def _draw_blocks(canvas: Canvas, centre: Point, level: int, complete: int, place: str) -> None:
    x, y = centre
    fill = LEVELS[round(level * (len(LEVELS) - 1) / complete)]
    canvas.square(centre, CELL, fill, place=place)
    for block in range(level):
        canvas.square(centre, CELL * (1 - 2 * FRAMES * (block + 1) / complete), fill, edge=ink(fill))
    if level == complete:
        canvas.disc(centre, CELL * 0.22, BLACK, edge=ink(BLACK))
    canvas.text((x + 15, y + 14) if level < complete else centre, str(level), SIZE, ink(fill))


def _find_seat(obs: Mapping[str, Any]) -> int:
    return int(obs["your_pawns"][0] != "A")


def _write_lines(obs: Mapping[str, Any]) -> list[str]:
    task = {"place": f"Pawn {obs['pawn']} is to be placed.", "move": f"Pawn {obs['pawn']} is to move.",
            "over": "The game is over."}
    return [
        f"{address(obs, 'Your pawns', 'Pawns of {}')}: {', '.join(obs['your_pawns'])}",
        f"{address(obs, 'Your opponent', 'The opponent')}'s pawns: {', '.join(obs['opponents_pawns'])}",
        task[obs["stage"]]]
