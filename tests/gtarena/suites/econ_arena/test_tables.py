import pytest

from gtarena.reports.tables import Table
from gtarena.suites.econ_arena.tables import all_tables
from tests.support.econ_arena_matches import RATIONAL, auction, contest, model
from tests.support.suite_matches import runs_frame

M, N = model("m"), model("n")
HISTORY = ",history=choices"


def of(*records) -> dict[str, Table]:
    return {table.name: table for table in all_tables(runs_frame(records))}


def cells(table: Table) -> dict[str, list[float | None]]:
    return {who: [None if cell is None else pytest.approx(cell.mean) for cell in row] for who, row in table.rows}


def contests(count: int, *actions: int, **fields) -> list:
    return [contest([M, N], actions, match_id=f"{fields} {number}", run=number, **fields)
            for number in range(1, count + 1)]


def test_table_1_has_mean_payoffs_and_table_2_the_share_of_broken_runs_also_by_group():
    # The one with the lower number wins: n in the first 20 sessions, m in the 5 after.
    late = [contest([M, N], [0, 9], match_id=f"late {run}", run=run) for run in range(21, 26)]
    table = of(*contests(20, 9, 0), *late)["payoffs by sessions beauty_contest melee none"]
    assert table.columns == ("20 sessions", "25 sessions")
    assert cells(table) == {"llm m": [0, 0.2], "llm n": [1, 0.8]}
    other = [contest([model("o"), M], [0, 9], match_id=f"o {run}", run=run) for run in range(1, 4)]
    table = of(*contests(20, 9, 0), *other)["payoffs by sessions beauty_contest melee none"]
    assert table.columns == ("20 sessions", "23 sessions")
    assert cells(table) == {"llm m": [0, 0], "llm n": [1, None]}
    table = of(
        contest([M, RATIONAL], [101, 101], match_id="a"), contest([M, N], [101, 1], [1, 101], match_id="b"),
        contest([M, N], [1, 1], [1, 101], match_id="c", settings=HISTORY),
        auction([M, N], [50, 50], [101, 3], match_id="d"))["rule breaks"]
    assert table.columns == (
        "beauty_contest, no history", "beauty_contest, choices told", "second_price_auction, no history")
    assert cells(table) == {"llm m": [200 / 3, 0, 100], "llm n": [50, 50, 0]}
    assert str(table.rows[0][1][0]) == "66.67 of 3"
    found = of(
        auction([M, N], [60, 40], [60, 50], match_id="a"),
        auction([M, N], [600, 400], [700, 650], match_id="b", settings=",assets=1000,value_mean=500,value_std=100"))
    table = found["payoffs by group second_price_auction melee none"]
    assert (table.columns, cells(table)) == (("L", "M"), {"llm m": [10, -50], "llm n": [0, 0]})


def test_deviations_stand_by_environment_histories_against_none_and_levels_only_where_numbers_are():
    told = model("m", prompt="rational")
    table = of(
        contest([M, RATIONAL], [20, 0], match_id="a"), contest([told, RATIONAL], [10, 0], match_id="b"),
        contest([M, N, RATIONAL], [40, 30, 0], match_id="c"))["deviation beauty_contest"]
    assert table.columns == (
        "melee, no history", "rational, no history", "rational, others said to be rational, no history")
    assert cells(table) == {"llm m": [0.4, 0.2, 0.1], "llm n": [0.3, None, None], "rational": [0, None, None]}
    found = of(*contests(1, 40, 20), *contests(1, 20, 10, settings=HISTORY))
    table = found["deviation by history beauty_contest, melee"]
    assert table.columns == ("no history", "choices told")
    assert cells(table) == {"llm m": [0.4, 0.2], "llm n": [0.2, 0.1]}
    assert "payoff by history beauty_contest, melee" in found
    assert not any("by history" in name for name in of(*contests(1, 40, 20)))
    found = of(contest([M, N], [50, 0], [33, 0], [101, 22], match_id="a"), auction([M, N], [50, 50], [1, 1]))
    assert [name for name in found if name.startswith("levels")] == ["levels beauty_contest melee none"]
    assert cells(found["levels beauty_contest melee none"]) == {
        "llm m": [50, 50, 0, 0, 0, 0], "llm n": [0, 0, 100 / 3, 0, 0, 200 / 3]}
    found = of(contest([M, N], [50, 0], match_id="a"), auction([M, N], [60, 40], [60, 50], match_id="b"))
    assert "assets ratio" not in found["summary beauty_contest melee none"].columns
    assert "assets ratio" in found["summary second_price_auction melee none"].columns
