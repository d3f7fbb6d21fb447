"""Main numbers of a study, taken from the cells of its table."""

from collections.abc import Collection, Mapping
from math import nan

from gtarena.game_theory.studies import Measured
from gtarena.reports.tables import Table


def measure_cells(table: Table, agents: Collection[str], game: str, measures: Mapping[str, str]) -> list[Measured]:
    """Returns a measure for each of these columns of the rows of these agents; empty cells are left out.

    ``measures`` has the names of the measures by column.
    """
    found = []
    for agent, cells in table.rows:
        for column, cell in zip(table.columns, cells, strict=True):
            if cell is not None and agent in agents and column in measures:
                low, high = (nan if end is None else end for end in (cell.low, cell.high))
                found.append(Measured(agent, game, measures[column], cell.mean, low, high))
    return found
