"""Liar's dice: every seat's dice, those of others covered, and the bids in order."""

from collections.abc import Mapping
from itertools import product
from typing import Any

from adapters.boards._layout import BACK, HIDDEN, MARGIN, SIZE, make_canvas
from adapters.images.drawing import BLACK, WHITE, Canvas
from adapters.images.shapes import Point
from adapters.native.liars_dice import LIAR
from custom_games.framework.labels import numbered_name

DIE = 44  # pixels
STEP = 56
NAME = 70  # width of a seat's name
BIDS_A_LINE = 4
# Places of the pips on a die, in quarters of its side from its middle.
_CORNERS = tuple(product((-1, 1), (-1, 1)))
_DIAGONAL = ((-1, -1), (1, 1))
_SIDES = ((-1, 0), (1, 0))
PIPS: Mapping[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),), 2: _DIAGONAL, 3: (*_DIAGONAL, (0, 0)), 4: _CORNERS, 5: (*_CORNERS, (0, 0)), 6: (*_CORNERS, *_SIDES)}


def draw(obs: Mapping[str, Any], game: Mapping[str, Any]) -> Canvas:
    """Returns the board of a position."""
    dice = len(obs["your_dice"])
    canvas = make_canvas(NAME + dice * STEP, game["players"] * STEP, _write_lines(obs))
    for seat in range(game["players"]):
        y = MARGIN + (seat + 0.5) * STEP
        canvas.text((MARGIN, y), numbered_name(seat), SIZE, anchor="lm")
        for number in range(dice):
            face = obs["your_dice"][number] if seat == obs["seat"] else None
            _draw_die(canvas, (MARGIN + NAME + (number + 0.5) * STEP, y), face)
    return canvas


def _draw_die(canvas: Canvas, centre: Point, face: int | None) -> None:
    """Draws a die; ``None`` is one that is covered."""
    canvas.square(centre, DIE, BACK if face is None else WHITE, thickness=2)
    if face is None or face not in PIPS:
        canvas.text(centre, HIDDEN if face is None else str(face), DIE / 2)
        return
    for across, down in PIPS[face]:
        canvas.disc((centre[0] + across * DIE / 4, centre[1] + down * DIE / 4), DIE / 11, BLACK)


def _write_lines(obs: Mapping[str, Any]) -> list[str]:
    """Returns the bids in lines of a few, as quantity and face."""
    bids = [f"{numbered_name(move['player'])}: {_write_bid(move['move'])}" for move in obs["moves"]]
    return [",  ".join(bids[start:start + BIDS_A_LINE]) for start in range(0, len(bids), BIDS_A_LINE)] or ["No bid yet"]


def _write_bid(move: str) -> str:
    quantity, _, face = move.partition("-")
    return "liar!" if move == LIAR else f"{quantity} x {face}"
