from math import isnan

from gtarena.game_theory.table_measures import measure_cells
from gtarena.reports.tables import Cell, Table

TABLE = Table("t", "T", ("one", "two", "three"), (
    ("a", (Cell(1.0, low=0.5, high=1.5), Cell(2.0), Cell(3.0))), ("b", (None, Cell(4.0), None)),
    ("reference", (Cell(5.0), Cell(6.0), Cell(7.0)))))


def test_the_cells_of_the_named_columns_and_agents_are_measures():
    first, second, third = measure_cells(TABLE, ["a", "b"], "nim", {"one": "brier", "two": "cost"})
    assert (first.agent, first.game, first.measure, first.value, first.low, first.high) == (
        "a", "nim", "brier", 1.0, 0.5, 1.5)
    assert [(each.agent, each.measure, each.value) for each in (second, third)] == [
        ("a", "cost", 2.0), ("b", "cost", 4.0)]
    assert isnan(second.low)
    assert isnan(third.high)
