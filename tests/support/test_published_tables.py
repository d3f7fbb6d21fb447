"""The paper's printed scores against each other, and their comparison with scores of made-up matches."""

from statistics import mean, stdev

import pytest

from gtarena.reports.tables import Cell, Table
from gtarena.suites.gamma_bench.scores import GAME_SCORES
from gtarena.suites.gamma_bench.sweeps import all_sweeps
from gtarena.suites.gamma_bench.tables import MEAN_COLUMN, sweep_table
from gtarena.suites.paper_numbers import PaperTable, printed_cell
from tests.support.gamma_bench_logs import imported, log
from tests.support.published_tables import compared, known, number, printed_tables
from tests.support.suite_matches import match_results

MODELS = [each for each in printed_tables() if each.place != "Table 9"]
VARIANTS = [each for each in printed_tables() if each.place == "Table 9"]
OVERALL = "Overall"


@pytest.mark.parametrize("printed", MODELS, ids=lambda printed: printed.place)
def test_an_overall_score_is_the_mean_of_the_games_once_exchanged_columns_are_put_right(printed):
    scores = {cell: number(printed, *cell) for cell in printed.cells()}
    wrong = {column for column in printed.columns if abs(
        mean(scores[row, column] for row in printed.rows if row != OVERALL) - scores[OVERALL, column]) > 0.11}
    notes = {column: known(printed, OVERALL, column) or "" for column in printed.columns}
    assert wrong == {column for column, note in notes.items() if "does not follow" in note}


@pytest.mark.parametrize("printed", VARIANTS, ids=lambda printed: printed.part)
def test_an_average_in_table_9_is_that_of_its_row(printed):
    ((*cells, average),) = ([printed_cell(cell) for cell in cells] for cells in printed.rows.values())
    scores = [cell.mean for cell in cells]
    assert (mean(scores), stdev(scores)) == (pytest.approx(average.mean, abs=0.1), pytest.approx(average.std, abs=0.1))


def test_the_printed_tables_have_all_cells_and_sixteen_that_cannot_agree_have_reasons():
    assert sum(1 for each in MODELS for _ in each.cells()) == 108
    for each in MODELS:
        assert [each.beside[0].names.get(row, row) for row in each.rows] == [*GAME_SCORES, OVERALL]
    assert [len(each.columns) - 1 for each in VARIANTS] == [13, 6, 5, 5, 6, 4, 3, 4]
    noted = [row for each in MODELS for row, column in each.cells() if known(each, row, column)]
    assert (sum(row == "Pirate Game" for row in noted), sum(row == OVERALL for row in noted)) == (7, 9)
    assert len(noted) == 16
    assert {cell for each in VARIANTS for cell in each.cells() if known(each, *cell)} == {
        ("Sealed-Bid Auction", "(0, 200]"), ("Sealed-Bid Auction", MEAN_COLUMN)}


def paper_table(tables="leaderboard", **fields):
    beside = {"tables": tables, "entries": "columns", "added": "columns", "schemes": {}}
    return PaperTable.model_validate({"place": "Table 0", "where": "", "title": "", "beside": [beside], **fields})


PRINTED = paper_table(
    columns=["a", "b"], rows={"pig": ["41.3 ± 1.0", "50.0 ± 1.0"], "nim": ["10.0", "20.0"], "chess": ["7.0", "8.0"]},
    exchanged=[{"columns": ["a", "b"], "rows": ["nim"], "text": "why"}],
    notes=[{"rows": ["pig"], "columns": ["b"], "text": "misprint"}])
OURS = Table("leaderboard", "", ("a", "b"), (
    ("pig", (Cell(41.24), Cell(50.3))), ("nim", (Cell(20.0), Cell(10.0))), ("chess", (Cell(7.2), None))))


def bids(gold):
    """A log of twenty rounds in which ten players bid 10 each."""
    return log({"golds": gold}, [{"responses": [10] * 10, "total_proposal": 100}] * 20, [[10] * 20] * 10,
               [[10] * 20] * 10)


def test_cells_agree_to_a_unit_of_the_last_digit_also_in_tables_of_imported_logs(tmp_path):
    cells = {(cell.row, cell.column): cell for cell in compared([PRINTED], [OURS])}
    assert {place: cell.agrees for place, cell in cells.items()} == {
        ("pig", "a"): True, ("pig", "b"): False, ("nim", "a"): True, ("nim", "b"): True, ("chess", "a"): False,
        ("chess", "b"): False}
    assert [place for place, cell in cells.items() if cell.known] == [("pig", "b")]
    assert str(cells["pig", "b"]) == "Table 0, pig, b: printed 50.0, here 50.3"
    assert str(cells["chess", "b"]) == "Table 0, chess, b: printed 8.0, here no matches"
    printed = paper_table("pig settings *", columns=["1", "2", MEAN_COLUMN], rows={"pig": ["1.0", "2.0", "1.5 ± 0.7"]})
    for scores, agreeing in (({"1": 1.0, "2": 2.0}, 3), ({"1": 1.0, "3": 3.0}, 1)):
        ours = Table("pig settings gpt-3.5-turbo-0125", "", (*scores, MEAN_COLUMN), (
            ("pig", (*map(Cell, scores.values()), Cell(mean(scores.values())))),))
        assert sum(cell.agrees for cell in compared([printed], [ours])) == agreeing
    logs = {f"{name}_1": bids(100) for name in ("divide_dollar_v1", "gemini-1.5-pro_divide_dollar_v1")}
    records = imported(tmp_path, **logs, divide_dollar_v1_g3=bids(200), divide_dollar_v1_g4=bids(400))
    ours = [sweep_table(sweep, "paper") for sweep in all_sweeps(match_results(records))]
    there = {(cell.table, cell.row, cell.column): cell.ours for cell in compared(printed_tables(), ours) if cell.ours}
    assert there == {
        ("Table 1", "divide_dollar", "gpt-3.5-turbo-0125"): Cell(100),
        ("Table 1", "divide_dollar", "gemini-1.5-pro"): Cell(100), ("Table 9", "divide_dollar", "100"): Cell(100),
        ("Table 9", "divide_dollar", "200"): Cell(50), ("Table 9", "divide_dollar", "400"): Cell(25)}
