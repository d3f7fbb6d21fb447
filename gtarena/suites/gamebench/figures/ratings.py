"""Figures of ratings: by game relative to the best, over all games, and by game with intervals (Figure 1, App. H)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from math import ceil, exp, isfinite, isinf, isnan, nan
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from gtarena.metrics.ratings.bradley_terry import OVERALL
from gtarena.reports.figures import style
from gtarena.reports.figures.dot_plots import ONLY, Dot, DotPanel, Plot, Scale
from gtarena.reports.sections import Figure
from gtarena.suites.gamebench.results import Rated, Results
from gtarena.suites.gamebench.scores import Scheme
from gtarena.suites.gamebench.taxonomy import code_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Drawing

_GAME_WIDTH, _HEIGHT, _MIN_WIDTH = 0.8, 3.2, 4.5  # inches
_SPREAD = 0.76  # of the distance between two games, over which its marks are spread
_GAME_LETTERS = 12
_ACROSS = 5  # panels side by side
_ARROW = 12.0  # points
_ARROW_ROOM = 1.12  # top of the vertical axis, above arrows from 1
_HOLLOW = "Hollow: won or lost everything, at the rating at which that is as likely as not. Arrows: no bound."
_HOLLOW_STRENGTH = ("Hollow, with an arrow: won or lost everything, at the rating at which that is as likely as not, "
                    "or at the top if that is above the best rated.")


def figures(found: Results, scheme: Scheme) -> Iterator[Figure]:
    """Yields the strengths by game (Figure 1a), the overall ratings (1b), and the ratings by game (Appendix H)."""
    strengths = relative_strengths(found, scheme)
    if strengths:
        yield Figure(f"strengths by game {scheme}",
                     f"exp(rating) relative to the best rated agent of each game ({scheme})",
                     partial(_draw_strengths, strengths, place_unrated(found, scheme), found.agents(scheme)))
    for name, title, games in ((f"ratings overall {scheme}", "Overall ratings", (OVERALL,)),
                               (f"ratings by game {scheme}", "Ratings by game", found.games)):
        plot = _plot(found, scheme, games)
        if not plot.empty:
            yield Figure(name, f"{title}, with 90 % intervals ({scheme})", plot.draw)


def relative_strengths(found: Results, scheme: Scheme) -> dict[str, dict[str, float]]:
    """Returns exp(rating) divided by the largest of the game, by game and agent; without agents that have no rating."""
    strengths = {}
    for game in found.games:
        ratings = {agent: found.ratings[scheme][agent, game].rating for agent in found.agents(scheme)}
        known = {agent: rating for agent, rating in ratings.items() if not isnan(rating)}
        if known:
            strengths[game] = {agent: exp(rating - max(known.values())) for agent, rating in known.items()}
    return strengths


def place_unrated(found: Results, scheme: Scheme) -> dict[tuple[str, str], tuple[float, float]]:
    """Returns where agents that won or lost everything in a game stand in Figure 1a, by game and agent.

    Each has the strength at its place, at most 1, and 1 if it has no upper bound, or -1 if it has no lower one.
    """
    places = {}
    for game in found.games:
        rated = {agent: found.ratings[scheme][agent, game] for agent in found.agents(scheme)}
        best = max((each.rating for each in rated.values() if not isnan(each.rating)), default=nan)
        for agent, each in rated.items():
            if isnan(each.rating) and not isnan(each.place):
                places[game, agent] = min(exp(each.place - best), 1.0), -1.0 if isinf(each.low) else 1.0
    return places


def _draw_strengths(strengths: Mapping[str, Mapping[str, float]],
                    unrated: Mapping[tuple[str, str], tuple[float, float]], agents: Sequence[str]) -> Drawing:
    """Draws a column of marks for each game, beside each other in the order of the agents."""
    drawing = style.canvas(max(_GAME_WIDTH * len(strengths) + 0.8, _MIN_WIDTH), _HEIGHT)
    axes = drawing.add_subplot()
    style.line_panel(axes, "exp(rating), relative to the best rated", (0, 1))
    games = list(strengths)
    for place, (agent, label, look) in enumerate(zip(
            agents, style.labels(agents), style.marker_styles(agents), strict=True)):
        beside = _SPREAD * ((place + 0.5) / len(agents) - 0.5)
        found = [(at + beside, strengths[game][agent]) for at, game in enumerate(games) if agent in strengths[game]]
        if found:
            axes.plot(*zip(*found, strict=True), linestyle="none", label=label, markersize=5, clip_on=False, **look)
        _draw_unrated(axes, [(at + beside, *unrated[game, agent]) for at, game in enumerate(games)
                             if (game, agent) in unrated], label, look)
    for band in range(0, len(games), 2):
        axes.axvspan(band - 0.5, band + 0.5, color=style.BAND, linewidth=0, zorder=0)
    axes.set_xlim(-0.5, len(games) - 0.5)
    axes.set_xticks(range(len(games)), style.wrapped_labels([code_of(game) for game in games], _GAME_LETTERS),
                    fontsize=style.SMALL)
    axes.tick_params(axis="x", length=0)
    style.legend(drawing, style.legend_handles(drawing))
    if unrated:
        axes.set_ylim(top=_ARROW_ROOM)
        axes.set_xlabel("\n".join(wrap(_HOLLOW_STRENGTH, int(0.8 * drawing.get_figwidth() / style.LETTER))),
                        fontsize=style.SMALL)
    return drawing


def _draw_unrated(axes: Axes, marks: Sequence[tuple[float, float, float]], label: str, look: Mapping[str, Any]) -> None:
    """Draws a hollow mark with an arrow up or down for each place from left to right, strength and direction."""
    for at, strength, direction in marks:
        axes.annotate("", (at, strength), (0, direction * _ARROW), textcoords="offset points",
                      arrowprops={"arrowstyle": "<-", "color": look["color"], "shrinkA": 0, "shrinkB": 0})
        axes.plot([at], [strength], linestyle="none", label=label, markersize=5, clip_on=False,
                  **{**look, "markerfacecolor": "white"})


def _plot(found: Results, scheme: Scheme, games: Sequence[str]) -> Plot:
    agents = found.agents(scheme)
    panels = [DotPanel("" if game == OVERALL else code_of(game), {
        (agent, ONLY): _dot(rated) for agent in agents
        if not isnan((rated := found.ratings[scheme][agent, game]).place)}) for game in games]
    panels = [panel for panel in panels if panel.dots]
    dots = [dot for panel in panels for dot in panel.dots.values()]
    ends = [end for dot in dots for end in (dot.low, dot.place, dot.high) if isfinite(end)]
    low, high = (min(ends), max(ends)) if ends else (0.0, 0.0)
    across = ceil(len(panels) / ceil(len(panels) / _ACROSS)) if panels else 1
    blocks = [panels[at:at + across] for at in range(0, len(panels), across)]
    marked = any(isnan(dot.value) or isinf(dot.low) or isinf(dot.high) for dot in dots)
    return Plot(Scale("rating", (min(low, -1.0), max(high, 1.0))), blocks, agents, note=_HOLLOW if marked else "")


def _dot(rated: Rated) -> Dot:
    """Returns a rating, or a place, with its interval, which is a point if nothing is known about it."""
    low, high = (rated.place, rated.place) if isnan(rated.low) else (rated.low, rated.high)
    return Dot(rated.rating, low, high, rated.place)
