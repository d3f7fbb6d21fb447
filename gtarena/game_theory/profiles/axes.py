"""Axes of measures: the places of all agents' dots on the one scale that their findings share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gtarena.formatting import format_number
from gtarena.game_theory.profiles.findings import Finding
from gtarena.reports.forest import ForestRow, plot_ratings

COLOURS = 7  # of agents, as on the page of a report
SHAPES = 5  # of dots: one for the first agents of each colour, another for the next
LANES = 16  # one above the other, in which agents' dots stand by turns
_LANE, _EDGE, _LABELS = 11, 9, 15  # pixels: between lanes, above the first and below the last, and for the ticks


@dataclass(frozen=True)
class Dot:
    """Dot of an agent, with its place, its ``height`` in pixels from above, and the numbers of its colour and shape.

    ``own`` is true for the agent that the axis is about, and for all of them where it is about no single one.
    """

    place: ForestRow
    height: int
    colour: int
    shape: int
    title: str
    own: bool


@dataclass(frozen=True)
class Axis:
    """Dots, ticks with their labels, and the pixels from above at which the dots end and the labels stand."""

    dots: Sequence[Dot]
    ticks: Sequence[tuple[float, str]]
    floor: int

    @property
    def height(self) -> int:
        """The height of the drawing in pixels."""
        return self.floor + _LABELS


def look_of(number: int) -> tuple[int, int]:
    """Returns the numbers of the colour and of the shape of an agent's dots, by its number among all agents."""
    return number % COLOURS, number // COLOURS % SHAPES


def draw_axis(scale: Sequence[Finding], agents: Sequence[str], own: str | None = None) -> Axis | None:
    """Returns the axis of a scale; ``None`` if no number on it is known.

    Args:
        scale: the findings, one for each agent that has one, of one measure.
        agents: all agents of the page, in the order that gives them their colours.
        own: the agent that the axis is about, drawn with its interval in front of all others; by default every agent
            has its interval, and a lane of its own.
    """
    scale = sorted(scale, key=lambda each: agents.index(each.agent))
    forest = plot_ratings([{"rating": each.value, "low_95": each.low, "high_95": each.high} for each in scale],
                          _show_share if scale[0].about.share else format_number)
    if forest is None:
        return None
    dots = []
    for number, (each, place) in enumerate(zip(scale, forest.rows, strict=True)):
        lane = number % LANES if own is None else 0
        dots.append(Dot(place, _EDGE + lane * _LANE, *look_of(agents.index(each.agent)),
                        f"{each.agent}: {each.shown}", own in (None, each.agent)))
    floor = max(dot.height for dot in dots) + _EDGE
    return Axis(sorted(dots, key=lambda dot: dot.own), forest.ticks, floor)


def _show_share(share: float) -> str:
    return f"{format_number(100 * share)}%"
