"""Tables beyond the paper: reasoning categories, general ability, and what depends on a single game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import isnan
from typing import TYPE_CHECKING, Any

from gtarena.metrics.ratings.bradley_terry import OVERALL
from gtarena.metrics.ratings.sensitivity import NOTHING, reversals
from gtarena.reports.tables import Cell, Table
from gtarena.suites.gamebench.results import Rated, Results
from gtarena.suites.gamebench.scores import Scheme
from gtarena.suites.gamebench.taxonomy import CATEGORIES, GAMES, code_of, in_order

if TYPE_CHECKING:
    import pandas as pd

DIGITS = 2
AGENT = "agent"


def as_cell(value: float, low: float = float("nan"), high: float = float("nan"), digits: int = DIGITS) -> Cell | None:
    """Returns a cell with a number and its interval, which is left out if it is NaN; no cell if both are."""
    if isnan(low):
        return None if isnan(value) else Cell(float(value), digits=digits)
    return Cell(float(value), low=float(low), high=float(high), digits=digits)


def rows_of(frame: pd.DataFrame) -> Iterator[Any]:
    """Yields the rows of a frame, with a column as an attribute each."""
    yield from frame.itertuples(index=False)


def rating_cell(rated: Rated) -> Cell | None:
    """Returns a rating with its interval, or the bound of one; no cell if there is neither."""
    return as_cell(rated.rating, rated.low, rated.high)


def categories(found: Results, scheme: Scheme) -> Iterator[Table]:
    """Yields the games of each category of reasoning (Table 1), and the agents' ratings over those played."""
    yield Table(
        "reasoning categories", "Games by category of reasoning", ("games", "played"), tuple(
            (f"{category}: {', '.join(game.code for game in GAMES.values() if category in game.categories)}",
             (as_cell(sum(category in game.categories for game in GAMES.values()), digits=0),
              as_cell(len(found.games_in(category)), digits=0)))
            for category in CATEGORIES), "category")
    rows = tuple((agent, tuple(rating_cell(found.by_category[scheme][agent, category]) for category in CATEGORIES))
                 for agent in found.agents(scheme))
    title = f"Ratings over the games of each category, with 90 % intervals ({scheme})"
    yield Table("ratings by category", title, CATEGORIES, rows, AGENT)


def general_ability(found: Results, scheme: Scheme) -> Iterator[Table]:
    """Yields the factor scores of the agents, what the factor explains in each game, and why numbers are missing."""
    factor = found.factors[scheme]
    scored = factor.agents.sort_values(["score", "agent"], ascending=[False, True])
    if not factor.reason:
        title = f"General ability by factor analysis of the ratings by game, with 90 % intervals ({scheme})"
        yield Table("general ability", title, ("score", "rating", "games"), tuple(
            (row.agent, (as_cell(row.score, row.low, row.high), rating_cell(found.ratings[scheme][row.agent, OVERALL]),
                         as_cell(row.games, digits=0)))
            for row in rows_of(scored)), AGENT)
    if not isnan(factor.explained):
        yield _of_games(found, scheme)
    agents, games = factor.agents, factor.games
    of_all: list[tuple[str, tuple[Cell | None, ...]]] = [(factor.reason, (None,))] if factor.reason else []
    missing = (*of_all, *((f"{label}: {reason}", (as_cell(count, digits=0),)) for label, count, reason in (
        *zip(agents["agent"], agents["games"], agents["reason"], strict=True),
        *zip(map(code_of, games["game"]), games["agents"], games["reason"], strict=True))
        if reason not in ("", factor.reason)))
    if missing:
        title = f"What general ability leaves out, and why ({scheme})"
        yield Table("missing general ability", title, ("ratings used",), missing, "agent or game")


def _of_games(found: Results, scheme: Scheme) -> Table:
    factor = found.factors[scheme]
    rows: dict[str, tuple[Cell | None, ...]] = {
        row.game: (as_cell(row.loading), as_cell(100 * row.explained, digits=0), as_cell(100 * row.weight, digits=0),
                   as_cell(100 * row.weight_in_mean, digits=0), as_cell(row.agents, digits=0))
        for row in rows_of(factor.games)}
    return Table(
        "general ability by game", f"What general ability explains of the ratings in each game ({scheme})",
        ("loading", "% explained", "% weight", "% weight in the mean", "agents"), (
            *((code_of(game), rows[game]) for game in in_order(rows)),
            ("all", (None, as_cell(100 * factor.explained, digits=0), None, None, None)),
            ("by chance up to", (None, as_cell(100 * factor.by_chance, digits=0), None, None, None))))


def without_games(found: Results, scheme: Scheme) -> Iterator[Table]:
    """Yields ratings over all games without each in turn, and the differences whose sign depends on a game."""
    if len(found.games) < 2:  # without the only one nothing is left
        return
    frame = found.without[scheme]
    left_out = (NOTHING, *found.games)
    columns = ("all games", *(f"without {code_of(game)}" for game in found.games))
    cells: Mapping[tuple[str, str], Any] = {(row.agent, row.left_out): row for row in rows_of(frame)}
    agents = found.agents(scheme)
    yield Table("ratings without a game", f"Ratings without each game, with 90 % intervals ({scheme})", columns, tuple(
        (agent, tuple(as_cell(row.rating, row.low, row.high) for game in left_out for row in [cells[agent, game]]))
        for agent in agents), AGENT)
    rows = _reversals(frame, found.games)
    if rows:
        title = f"Differences of two ratings whose sign depends on one game ({scheme})"
        yield Table("signs that depend on a game", title, ("all games", "without it"), rows, "difference",
                    notes=("These are no orders of agents: the differences may be noise.",))


def _reversals(frame: pd.DataFrame, games: Sequence[str]) -> tuple[tuple[str, tuple[Cell | None, ...]], ...]:
    found = reversals(frame)
    # Terminals cut long labels at their end.
    return tuple((f"{code_of(game)}: {row.above} less {row.below}",
                  (as_cell(row.lead), as_cell(row.lead_without)))
                 for game in games for row in rows_of(found[found["left_out"] == game]))
