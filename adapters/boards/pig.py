"""Pig: a bar for the points of every seat."""

from collections.abc import Mapping
from typing import Any

from adapters.boards._layout import LINE, MARGIN, SIZE, make_canvas
from adapters.images.drawing import LEVELS, SEAT_COLOURS, WHITE, Canvas
from custom_games.framework.labels import numbered_name

NAME = 70  # width of a seat's name
BAR = 320  # width of the points that win


def draw(obs: Mapping[str, Any], game: Mapping[str, Any]) -> Canvas:
    """Returns the board of a position."""
    points = {other["player"]: other["score"] for other in obs["others"]} | {obs["seat"]: obs["your_score"]}
    wins, step = game["winscore"], 1.5 * LINE
    canvas = make_canvas(NAME + BAR + 50, len(points) * step, [
        f"Points at stake in this turn: {obs['turn_total']}", f"{wins} points win"])
    for seat, score in sorted(points.items()):
        y = MARGIN + (seat + 0.5) * step
        canvas.text((MARGIN, y), numbered_name(seat), SIZE, anchor="lm")
        _draw_bar(canvas, y, BAR, WHITE)
        _draw_bar(canvas, y, BAR * min(score / wins, 1), SEAT_COLOURS[seat % len(SEAT_COLOURS)])
        canvas.text((MARGIN + NAME + BAR + 10, y), str(score), SIZE, anchor="lm")
    return canvas


def _draw_bar(canvas: Canvas, y: float, width: float, fill: str) -> None:
    if width:
        canvas.rectangle((MARGIN + NAME + width / 2, y), width, LINE, fill, edge=LEVELS[2])
