"""Tables of different agents: returns and welfare by composition, and what a member could gain by being another."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from gtarena.game_theory.populations.cells import known_cell, rows_of
from gtarena.metrics.compositions import name_composition, returns_by_composition, returns_by_others, table_returns
from gtarena.metrics.welfare import switches, welfare
from gtarena.reports.tables import Cell, Table

if TYPE_CHECKING:
    import pandas as pd


def mixed_tables(seats: pd.DataFrame) -> list[Table]:
    """Returns the tables of each game in which the same agents met at several compositions of a table.

    These are games of more than two teams, or such in which an agent met itself and another one.

    Args:
        seats: a frame of :func:`gtarena.metrics.frames.seats_frame`.
    """
    return [table for game, played in table_returns(seats).groupby("game") if _is_mixed(played)
            for table in _tables_of(str(game), played)]


def _is_mixed(played: pd.DataFrame) -> bool:
    compositions = set(played["composition"])
    repeated = any(1 < len(set(composition)) < len(composition) for composition in compositions)
    alone = any(len(set(composition)) == 1 for composition in compositions)
    return len(compositions) > 1 and (repeated or alone)


def _tables_of(game: str, played: pd.DataFrame) -> Iterator[Table]:
    found = switches(played)
    yield _welfare_table(game, welfare(played), found)
    means = returns_by_composition(played)
    yield _returns_table(game, means)
    yield _switch_table(game, found)
    if max(map(len, played["composition"])) > 2:
        for other, rows in returns_by_others(means).groupby("other"):
            yield _others_table(game, str(other), rows)


def best_gains(found: pd.DataFrame) -> dict[tuple[str, ...], Cell | None]:
    """Returns the greatest gain of a member of each composition by a switch, with its interval.

    It is negative if every switch loses, and ``None`` if that of a member is unknown.

    Args:
        found: the rows of one game in a frame of :func:`gtarena.metrics.welfare.switches`.
    """
    groups: Any = found.groupby("composition")
    gains = {}
    for composition, members in groups:
        best = max(rows_of(members), key=lambda row: row.gain)
        unknown = members["gain"].isna().any()
        gains[composition] = None if unknown else known_cell(best.gain, 2, best.low, best.high)
    return gains


def _welfare_table(game: str, found: pd.DataFrame, switched: pd.DataFrame) -> Table:
    gains = best_gains(switched)
    rows = tuple((name_composition(row.composition), (
        Cell(row.sum, low=row.low, high=row.high, digits=2), Cell(row.mean, digits=2), known_cell(row.equality, 3),
        gains[row.composition], Cell(row.matches, digits=0))) for row in rows_of(found))
    reasons = tuple(f"{name_composition(row.composition)}: no equality, as {row.reason}."
                    for row in rows_of(found) if row.reason)
    return Table(
        f"welfare-{game}", f"{game}: welfare by composition",
        ("sum of returns", "mean return", "equality", "gain by switching", "matches"), rows, label="composition",
        notes=("Equality is 1 minus the Gini coefficient of the returns of a match. Gain by switching is the most that "
               "one member would gain by being another of these agents, the others being the same. Where it is not "
               "above 0, the composition is an equilibrium among these agents, as far as the matches tell.", *reasons))


def _returns_table(game: str, found: pd.DataFrame) -> Table:
    agents = tuple(sorted(set(found["agent"])))
    cells = {(row.composition, row.agent): Cell(row.mean, low=row.low, high=row.high, digits=2)
             for row in rows_of(found)}
    compositions = dict.fromkeys(found["composition"])
    return Table(f"returns-{game}", f"{game}: mean return by composition", agents,
                 tuple((name_composition(each), tuple(cells.get((each, agent)) for agent in agents))
                       for each in compositions), label="composition")


def _switch_table(game: str, found: pd.DataFrame) -> Table:
    rows = tuple((f"{name_composition(row.composition)}: {row.agent} to {row.to or 'another'}", (
        known_cell(row.gain, 2, row.low, row.high),)) for row in rows_of(found))
    return Table(
        f"switches-{game}", f"{game}: gain by switching", ("gain",), rows,
        label="switch", notes=("The gain is that of one member by being the best other agent. The best of "
                               "several noisy means is better by chance than it is in truth, which the intervals do "
                               "not account for.",))


def _others_table(game: str, other: str, found: pd.DataFrame) -> Table:
    numbers = sorted(set(found["number"]))
    cells = {(row.agent, row.number): Cell(row.mean, digits=2) for row in rows_of(found)}
    return Table(
        f"among-{other}-{game}", f"{game}: mean return by the number of {other}",
        tuple(map(str, numbers)), tuple((agent, tuple(cells.get((agent, number)) for number in numbers))
                                        for agent in sorted(set(found["agent"]))), label="agent",
        notes=(f"The columns are the numbers of the others that are {other}. Compositions of the others have the same "
               "weight.",))
