"""The tables of GameBench: ratings, average scores, reasoning categories, and what every two agents did."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import isnan

from gtarena.metrics.bradley_terry import OVERALL
from gtarena.reports.tables import Cell, Table
from gtarena.suites.gamebench.results import Results
from gtarena.suites.gamebench.scores import Scheme
from gtarena.suites.gamebench.taxonomy import CATEGORIES, GAMES, categories_of, code_of

_DIGITS = 2
_LEVEL = 0.9  # of intervals, as published
_AGENT = "agent"
_PAIRS_PRINTED = 3


def all_tables(found: Results, scheme: Scheme) -> list[Table]:
    """Returns all tables that these matches allow, Tables 2 and 3 of the paper first."""
    if not found.games:
        return []
    return [
        _ratings(found, scheme), _averages(found, scheme), *_reasons(found, scheme), *_categories(found, scheme),
        *_matrices(found, scheme), *_pairs(found, scheme)]


def _columns(found: Results) -> tuple[str, ...]:
    return OVERALL, *map(code_of, found.games)


def _ratings(found: Results, scheme: Scheme) -> Table:
    """Returns the ratings with their 90 % intervals (Table 2)."""
    rows = tuple((agent, tuple(_rating(found, scheme, agent, game) for game in (OVERALL, *found.games)))
                 for agent in found.agents(scheme))
    return Table("ratings", f"Ratings with 90 % intervals ({scheme})", _columns(found), rows, _AGENT)


def _rating(found: Results, scheme: Scheme, agent: str, game: str) -> Cell | None:
    rated = found.ratings[scheme][agent, game]
    if isnan(rated.rating):
        return None
    if isnan(rated.low):
        return _cell(rated.rating)
    return Cell(rated.rating, low=rated.low, high=rated.high, digits=_DIGITS)


def _averages(found: Results, scheme: Scheme) -> Table:
    """Returns total scores divided by numbers of matches, with their 90 % bootstrap intervals (Table 3)."""
    rows = tuple((agent, tuple(_average(found, agent, game) for game in (OVERALL, *found.games)))
                 for agent in found.agents(scheme))
    title = "Average scores with 90 % intervals and numbers of matches"
    return Table("average scores", title, _columns(found), rows, _AGENT)


def _average(found: Results, agent: str, game: str) -> Cell | None:
    if (agent, game) not in found.averages:
        return None
    average = found.averages[agent, game]
    if average.matches == 1:
        return _cell(average.value, 1)
    low, high = average.interval(_LEVEL)
    return Cell(average.value, low=low, high=high, count=average.matches, digits=_DIGITS)


def _reasons(found: Results, scheme: Scheme) -> Iterator[Table]:
    """Yields the agents without a rating or an interval, each with the reason in the label of its row."""
    rows = tuple(
        (f"{agent}, {code_of(game)}: {rated.reason}", (Cell(rated.matches, digits=0),))
        for agent in found.agents(scheme) for game in (OVERALL, *found.games)
        if (rated := found.ratings[scheme][agent, game]).reason)
    if rows:
        yield Table("missing ratings", f"Why ratings or intervals are missing ({scheme})", ("matches",), rows, _AGENT)


def _categories(found: Results, scheme: Scheme) -> Iterator[Table]:
    """Yields the games of each category of reasoning (Table 1), and the agents' mean ratings in those played."""
    yield Table(
        "reasoning categories", "Games by category of reasoning", ("games", "played"), tuple(
            (f"{category}: {', '.join(game.code for game in GAMES.values() if category in game.categories)}",
             (_count(sum(category in game.categories for game in GAMES.values())), _count(_played(found, category))))
            for category in CATEGORIES), "category")
    rows = tuple(
        (agent, tuple(_cell(found.category_rating(scheme, agent, category)) for category in CATEGORIES))
        for agent in found.agents(scheme))
    title = f"Mean ratings in the games of each category ({scheme})"
    yield Table("ratings by category", title, CATEGORIES, rows, _AGENT)


def _played(found: Results, category: str) -> int:
    return sum(category in categories_of(game) for game in found.games)


def _matrices(found: Results, scheme: Scheme) -> Iterator[Table]:
    """Yields matrices over all games: numbers of matches, total scores and probabilities to win (Appendix H)."""
    agents = found.agents(scheme)
    for name, title in (("matches", "Number of matches of every two agents"),
                        ("total scores", "Total score of the row against the column"),
                        ("win probabilities", f"Probability that the row beats the column, by rating ({scheme})")):
        yield Table(name, title, tuple(agents), tuple(
            (agent, tuple(_of_pair(found, scheme, OVERALL, agent, other)[name] for other in agents))
            for agent in agents), _AGENT)


def _pairs(found: Results, scheme: Scheme) -> Iterator[Table]:
    """Yields the same numbers game by game, in a row for every two agents that met, the better rated first.

    The other agent has the rest: of the matches, or of 1.
    """
    pairs = [pair for pair in combinations(found.agents(scheme), 2) if (OVERALL, *pair) in found.met]
    for name, title in (("matches", "Number of matches by game"), ("total scores", "Total score of the first by game"),
                        ("win probabilities", f"Probability that the first wins, by game ({scheme})")):
        yield Table(f"{name} by game", title, _columns(found), tuple(
            (f"{agent} against {other}", tuple(
                _of_pair(found, scheme, game, agent, other)[name] for game in (OVERALL, *found.games)))
            for agent, other in pairs), "pair", _PAIRS_PRINTED)


def _of_pair(found: Results, scheme: Scheme, game: str, agent: str, other: str) -> dict[str, Cell | None]:
    met = found.met.get((game, agent, other))
    chance = found.chances[scheme].get((game, agent, other), float("nan"))
    return {"matches": _count(met.matches) if met else None, "total scores": _cell(met.score) if met else None,
            "win probabilities": _cell(chance)}


def _count(number: int) -> Cell:
    return Cell(number, digits=0)


def _cell(value: float, count: int | None = None) -> Cell | None:
    return None if isnan(value) else Cell(float(value), count=count, digits=_DIGITS)
