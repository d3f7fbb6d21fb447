"""Heat maps: numbers of matches by agent and game (Figure 2), and the matrices of every two agents (Appendix H)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from gtarena.metrics.ratings.bradley_terry import OVERALL
from gtarena.reports.figures import heat_maps
from gtarena.reports.figures.heat_maps import HeatMap, Shades
from gtarena.reports.sections import Figure
from gtarena.suites.gamebench import SCHEMES
from gtarena.suites.gamebench.results import Met, Results
from gtarena.suites.gamebench.scores import Scheme
from gtarena.suites.gamebench.taxonomy import code_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Drawing

_AMOUNTS, _CHANCES = "Blues", "cividis"  # from light to dark and from dark to light, in grey too

Cells = Mapping[tuple[str, str], tuple[float, str]]


def figures(found: Results) -> Iterator[Figure]:
    """Yields the numbers of matches, and the numbers of matches and total scores of every two agents."""
    yield Figure("number of matches", "Number of matches by agent and game", partial(_draw_counts, found))
    readers: Sequence[tuple[str, str, str, Callable[[Met], tuple[float, str]]]] = (
        ("matches", "Number of matches of every two agents{}", "matches", lambda met: (met.matches, f"{met.matches}")),
        ("total scores", "Total scores of every two agents{}", "total score of the row",
         lambda met: (met.score, f"{met.score:.3g}")))
    for name, title, label, read in readers:
        cells = {game: {(who, other): read(met) for (where, who, other), met in found.met.items() if where == game}
                 for game in (OVERALL, *found.games)}
        yield from _matrices(found, SCHEMES[0], cells, (name, title, label))


def chances(found: Results, scheme: Scheme) -> Iterator[Figure]:
    """Yields the probabilities to win of every two agents, over all games and by game."""
    cells = {game: {(who, other): (chance, f"{chance:.2f}")
                    for (where, who, other), chance in found.chances[scheme].items() if where == game}
             for game in (OVERALL, *found.games)}
    title = f"Win probabilities of every two agents{{}} ({scheme})"
    heads = f"win probabilities {scheme}", title, "the row beats the column"
    yield from _matrices(found, scheme, cells, heads, 1.0)


def _matrices(found: Results, scheme: Scheme, cells: Mapping[str, Cells], heads: tuple[str, str, str],
              highest: float | None = None) -> Iterator[Figure]:
    """Yields a matrix over all games and one with a map for each game, if there are any cells.

    Args:
        found: the results.
        scheme: by whose ratings agents are ordered.
        cells: values and annotations by game.
        heads: name, title and the label of the colours.
        highest: end of the colours, by default the largest value.
    """
    name, title, label = heads
    for suffix, games in (("", (OVERALL,)), (" by game", found.games)):
        maps = [HeatMap("" if game == OVERALL else code_of(game), cells[game]) for game in games if cells[game]]
        if maps:
            largest = highest or max(value for each in maps for value, _ in each.cells.values())
            shades = Shades(label, _AMOUNTS if highest is None else _CHANCES, 0, largest or 1)
            agents = found.agents(scheme)
            yield Figure(name + suffix, title.format(suffix), partial(heat_maps.draw, maps, agents, agents, shades))


def _draw_counts(found: Results) -> Drawing:
    agents, games = found.agents(SCHEMES[0]), (OVERALL, *found.games)
    counts = {(agent, code_of(game)): average.matches for (agent, game), average in found.averages.items()}
    cells: Cells = {key: (float(number), f"{number}") for key, number in counts.items()}
    most = max(number for (_, game), number in counts.items() if game != OVERALL)
    codes = [code_of(game) for game in games]
    return heat_maps.draw([HeatMap("", cells)], agents, codes, Shades("matches in a game", _AMOUNTS, 0, most), codes)
