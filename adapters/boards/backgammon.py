"""Backgammon: two rows of points as player 0 counts them, with the bar between their halves."""

from collections.abc import Mapping, Sequence
from typing import Any

from adapters.boards._layout import MARGIN, SIZE, make_canvas
from adapters.boards._text_boards import list_sides
from adapters.images.drawing import LEVELS, SEAT_COLOURS, Canvas
from adapters.images.shapes import Point
from adapters.images.squares import draw_piece

RADIUS = 16  # of a checker in pixels
WIDTH = 2 * RADIUS + 4  # of a point
HIGHEST = 5  # checkers that lie one upon another; the outermost of more has their number
HALF = 6  # points
_DEPTH = HIGHEST * 2 * RADIUS  # of a point
_HEIGHT = 2 * _DEPTH + 3 * RADIUS
_ACROSS = (2 * HALF + 1) * WIDTH
_TOP = MARGIN + SIZE


def draw(obs: Mapping[str, Any], game: Mapping[str, Any]) -> Canvas:
    """Returns the board of a position with the checkers off the board and the dice told below."""
    sides, seats = obs["sides"], obs["seats"]
    off = ", ".join(f"{seat} {side['off']}" for seat, side in zip(seats, sides, strict=True))
    dice = ", ".join(map(str, obs["dice"])) if any(obs["dice"]) else "not rolled"
    lines = [*list_sides(obs), "Points as Player 0 counts them", f"Off the board: {off}", f"Dice: {dice}"]
    canvas = make_canvas(_ACROSS, _HEIGHT + 2.5 * SIZE, lines)
    canvas.rectangle((MARGIN + _ACROSS / 2, _TOP + _HEIGHT / 2), _ACROSS, _HEIGHT, LEVELS[0], thickness=2)
    for point in range(1, 4 * HALF + 1):
        _draw_point(canvas, point)
    middle = MARGIN + (HALF + 0.5) * WIDTH
    canvas.rectangle((middle, _TOP + _HEIGHT / 2), WIDTH, _HEIGHT, LEVELS[1], thickness=2)
    for seat, side in enumerate(sides):
        for each in side["points"]:
            x, edge, inward = _find_point(each["point"])
            _draw_stack(canvas, (x, edge), inward, each["checkers"], seat, seats)
        # Player 0's checkers come in at the top, where its highest points are.
        _draw_stack(canvas, (middle, _TOP if seat == 0 else _TOP + _HEIGHT), 1 - 2 * seat, side["bar"], seat, seats)
    return canvas


def _find_point(point: int) -> tuple[float, float, int]:
    """Returns where the middle and the edge of a point are, and 1 if it goes down from there or -1 if up."""
    upper = point > 2 * HALF
    column = point - 2 * HALF - 1 if upper else 2 * HALF - point
    x = MARGIN + (column + (column >= HALF) + 0.5) * WIDTH
    return (x, _TOP, 1) if upper else (x, _TOP + _HEIGHT, -1)


def _draw_point(canvas: Canvas, point: int) -> None:
    x, edge, inward = _find_point(point)
    corners = ((x - WIDTH / 2, edge), (x + WIDTH / 2, edge), (x, edge + inward * _DEPTH))
    canvas.polygon(corners, LEVELS[1 + point % 2])
    canvas.text((x, edge - inward * SIZE), str(point), 0.8 * SIZE)


def _draw_stack(canvas: Canvas, start: Point, inward: int, checkers: int, seat: int, names: Sequence[str]) -> None:
    """Draws checkers one upon another from the edge of the board."""
    for place in range(min(checkers, HIGHEST)):
        centre = start[0], start[1] + inward * (2 * place + 1) * RADIUS
        outermost = checkers > HIGHEST and place == HIGHEST - 1
        draw_piece(canvas, centre, str(checkers) if outermost else names[seat], SEAT_COLOURS[seat], RADIUS)
