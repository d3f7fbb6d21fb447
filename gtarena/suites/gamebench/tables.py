"""The tables of GameBench: ratings, average scores, and what every two agents did; and those beyond the paper."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from gtarena.metrics.ratings.bradley_terry import OVERALL
from gtarena.reports.tables import Cell, Table
from gtarena.suites.gamebench.aggregation import (
    AGENT,
    DIGITS,
    as_cell,
    categories,
    general_ability,
    rating_cell,
    without_games,
)
from gtarena.suites.gamebench.results import Results
from gtarena.suites.gamebench.scores import Scheme
from gtarena.suites.gamebench.taxonomy import CATEGORIES, code_of

_LEVEL = 0.9  # of intervals, as published
_PAIRS_PRINTED = 3


def all_tables(found: Results, scheme: Scheme) -> list[Table]:
    """Returns all tables that these matches allow, Tables 2 and 3 of the paper first."""
    if not found.games:
        return []
    return [
        _ratings(found, scheme), _balance(found), _averages(found, scheme), *_reasons(found, scheme),
        *categories(found, scheme), *general_ability(found, scheme), *without_games(found, scheme),
        *_matrices(found, scheme), *_pairs(found, scheme)]


def _columns(found: Results) -> tuple[str, ...]:
    return OVERALL, *map(code_of, found.games)


def _ratings(found: Results, scheme: Scheme) -> Table:
    """Returns the ratings with their 90 % intervals (Table 2)."""
    rows = tuple((agent, tuple(rating_cell(found.ratings[scheme][agent, game]) for game in (OVERALL, *found.games)))
                 for agent in found.agents(scheme))
    return Table("ratings", f"Ratings with 90 % intervals ({scheme})", _columns(found), rows, AGENT)


def _balance(found: Results) -> Table:
    """Returns the shares of wins of each game's sides, which tell how far ratings in it depend on who takes which."""
    shares = {game: found.sides[game] for game in found.games if game in found.sides}
    sides = max(map(len, shares.values()), default=0)
    rows = tuple((code_of(game), tuple(
        Cell(100 * own.share, low=100 * own.low, high=100 * own.high, count=own.matches, digits=0) for own in of_game)
        + (None,) * (sides - len(of_game))) for game, of_game in shares.items())
    return Table(
        "balance", "Wins of each side over all agents, in %, with 95 % intervals and numbers of matches",
        tuple(f"side {number}" for number in range(1, sides + 1)), rows,
        notes=("Side 1 is that of seat 0. Sides that tie share the win. Where a side wins more often, the ratings of "
               "agents that took it more often gain by that.",))


def _averages(found: Results, scheme: Scheme) -> Table:
    """Returns total scores divided by numbers of matches, with their 90 % bootstrap intervals (Table 3)."""
    rows = tuple((agent, tuple(_average(found, agent, game) for game in (OVERALL, *found.games)))
                 for agent in found.agents(scheme))
    title = "Average scores with 90 % intervals and numbers of matches"
    return Table("average scores", title, _columns(found), rows, AGENT)


def _average(found: Results, agent: str, game: str) -> Cell | None:
    if (agent, game) not in found.averages:
        return None
    average = found.averages[agent, game]
    low, high = average.interval(_LEVEL)
    return Cell(average.value, low=low, high=high, count=average.matches, digits=DIGITS)


def _reasons(found: Results, scheme: Scheme) -> Iterator[Table]:
    """Yields the agents without ratings or intervals, each with the games and the reason in the label of its row."""
    played = [category for category in CATEGORIES if found.games_in(category)]
    places: dict[tuple[str, str], list[str]] = {}
    for agent in found.agents(scheme):
        for ratings, listed in ((found.ratings[scheme], (OVERALL, *found.games)), (found.by_category[scheme], played)):
            for place in listed:
                if reason := ratings[agent, place].reason:
                    places.setdefault((agent, reason), []).append(code_of(place))
    rows = tuple((f"{agent}, {', '.join(codes)}: {reason}", (_count(len(codes)),))
                 for (agent, reason), codes in places.items())
    if rows:
        yield Table("missing ratings", f"Why ratings or intervals are missing ({scheme})", ("ratings",), rows, AGENT)


def _matrices(found: Results, scheme: Scheme) -> Iterator[Table]:
    """Yields matrices over all games: numbers of matches, total scores and probabilities to win (Appendix H)."""
    agents = found.agents(scheme)
    for name, title in (("matches", "Number of matches of every two agents"),
                        ("total scores", "Total score of the row against the column"),
                        ("win probabilities", f"Probability that the row beats the column, by rating ({scheme})")):
        yield Table(name, title, tuple(agents), tuple(
            (agent, tuple(_of_pair(found, scheme, OVERALL, agent, other)[name] for other in agents))
            for agent in agents), AGENT)


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
    return {"matches": _count(met.matches) if met else None, "total scores": as_cell(met.score) if met else None,
            "win probabilities": as_cell(chance)}


def _count(count: int) -> Cell:
    return Cell(count, digits=0)
