"""Spider plots of the categories of reasoning, from the ratings over their games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from math import exp, isnan
from textwrap import wrap
from typing import TYPE_CHECKING, Literal

from gtarena.reports.figures import radar, style
from gtarena.reports.sections import Figure
from gtarena.suites.gamebench.results import Results
from gtarena.suites.gamebench.scores import Scheme
from gtarena.suites.gamebench.taxonomy import CATEGORIES

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Drawing

_WIDTH, _HEIGHT = 7.4, 4.4  # inches
_LEAST = 3  # corners without which an agent has no polygon
_CORNER_LETTERS, _NOTE_LETTERS = 14, 110
_BESIDE: Sequence[Literal["left", "right"]] = ("left", "right")  # of the right half and of the left one


def figures(found: Results, scheme: Scheme) -> Iterator[Figure]:
    """Yields the chances to beat an average agent by category, of agents with a rating in at least three of them."""
    chances = average_chances(found, scheme)
    polygons = {agent: values for agent, values in chances.items()
                if sum(not isnan(value) for value in values) >= _LEAST}
    if polygons:
        yield Figure(f"reasoning categories {scheme}",
                     f"Probability to beat an average agent, in %, by category of reasoning ({scheme})",
                     partial(_draw, polygons, [agent for agent in chances if agent not in polygons]))


def average_chances(found: Results, scheme: Scheme) -> dict[str, list[float]]:
    """Returns for every agent the probabilities, in per cent, to beat an agent rated 0 in a category."""
    return {agent: [100 / (1 + exp(-found.by_category[scheme][agent, category].rating)) for category in CATEGORIES]
            for agent in found.agents(scheme)}


def _draw(polygons: Mapping[str, Sequence[float]], left_out: Sequence[str]) -> Drawing:
    drawing = style.canvas(_WIDTH, _HEIGHT)
    places = drawing.add_gridspec(1, 2, width_ratios=(2, 1))
    corners = ["\n".join(wrap(category.capitalize(), _CORNER_LETTERS)) for category in CATEGORIES]
    chart = radar.chart(drawing, places[0, 0], radar.Panel(polygons, corners))
    for place, label in enumerate(chart.get_xticklabels()):  # beside the chart, clear of the marks at its corners
        half, at_pole = divmod(2 * place, len(corners))
        label.set_horizontalalignment(_BESIDE[half] if at_pole else "center")
    beside = drawing.add_subplot(places[0, 1], frameon=False, xticks=[], yticks=[])
    beside.legend(*chart.get_legend_handles_labels(), loc="center left", fontsize=style.SMALL, frameon=False,
                  handlelength=3.5)
    drawing.supxlabel("\n".join(wrap(_note(polygons, left_out), _NOTE_LETTERS)), fontsize=style.SMALL)
    return drawing


def _note(polygons: Mapping[str, Sequence[float]], left_out: Sequence[str]) -> str:
    notes = []
    if any(map(isnan, (value for values in polygons.values() for value in values))):
        notes.append(
            "A gap means that the category has no games among these, or that the agent has no rating in it.")
    if left_out:
        notes.append(f"Left out, with ratings in fewer than three categories: {', '.join(left_out)}.")
    return " ".join(notes)
