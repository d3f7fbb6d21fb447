"""Moves of backgammon as people write them, from OpenSpiel's actions: ``24/20 13/7*``.

A player counts the points from where its checkers leave the board: they move from the bar, and point 24, down to point
1. One action moves two checkers, or one checker twice.
"""

from collections.abc import Callable
from dataclasses import dataclass

POINTS = 24
BAR = 25
_BAR_DIGIT, _PASS_DIGIT = 24, 25
_BASE = 26  # of the two digits of an action: where the checkers start
_LOW_FIRST = _BASE ** 2  # is added to the actions in which the first checker moves by the lower die


@dataclass(frozen=True)
class Step:
    """One checker's way from a point to another, which is 0 off the board; it is a hit if a checker stands there."""

    start: int
    end: int
    hits: bool

    def __str__(self) -> str:
        return f"{'bar' if self.start == BAR else self.start}/{name_end(self)}"


def name_end(step: Step) -> str:
    """Returns where a step ends, with a star if it hits."""
    return f"{step.end or 'off'}{'*' * step.hits}"


def read_steps(
    action: int, dice: tuple[int, int], count: Callable[[int], int], number: Callable[[int], int]
) -> list[Step]:
    """Returns the steps of an action in the order in which they are made.

    ``count`` tells how many checkers the opponent has on a point of the player's counting, ``number`` the point for one
    of OpenSpiel's places.
    """
    rest = action % _LOW_FIRST
    ways = sorted(dice, reverse=action < _LOW_FIRST)
    steps = []
    for digit, way in zip((rest % _BASE, rest // _BASE), ways, strict=True):
        if digit != _PASS_DIGIT:
            start = BAR if digit == _BAR_DIGIT else number(digit)
            end = max(0, start - way)
            steps.append(Step(start, end, end > 0 and count(end) == 1))
    return steps


def name_steps(steps: list[Step]) -> list[str]:
    """Returns the names of a move: the usual one, which only moves to the same position share, and then others.

    A point where one checker lands on its way is named only if it hits there.
    """
    if not steps:
        return ["pass"]
    if len(steps) == 1:
        return [str(steps[0])]
    first, second = sorted(steps, key=lambda step: (-step.start, step.end))
    if first.end == second.start:
        return _name_way(steps, first, second)
    again = first.end == second.end and first.hits
    second = Step(second.start, second.end, second.hits and not again)
    if (first.start, first.end) == (second.start, second.end):
        return [f"{first}(2)", f"{first} {second}"]
    return [f"{first} {second}", f"{second} {first}"]


def _name_way(steps: list[Step], first: Step, second: Step) -> list[str]:
    """Returns the names of two steps of which the second goes on where the first ends."""
    # Where the lower step is made before, a checker of the player's own has stood on the point between.
    hits = first.hits and steps[0] == first
    through = Step(first.start, first.end, hits)
    whole = f"{through}/{name_end(second)}"
    shown = whole if hits else str(Step(first.start, second.end, second.hits))
    return list(dict.fromkeys([shown, whole, f"{through} {second}"]))
