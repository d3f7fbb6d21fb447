"""The files of printed numbers: their form, and what the papers have."""

import math
from functools import cache
from statistics import mean, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from gtarena.reports.tables import Cell
from gtarena.suites import SUITES, load_suite, paper_numbers
from gtarena.suites.paper_numbers import Exchange, Note, PaperTable, paper_of, printed_cell

# Cells of every table, a table's parts added up; gamma-Bench's Table 9 has a cell for each setting and eight averages.
PRINTED = {
    "gamma_bench": {"Table 1": 54, "Table 2": 54, "Table 3": 36, "Table 5": 54, "Table 6": 63, "Table 7": 48,
                    "Table 8": 45, "Table 9": 54, "Section 4.3": 9},
    "gtbench": {"Table 2": 10, "Table 3": 8, "Table 4": 5, "Table 5": 132},
    "econ_arena": {"Table 1": 30, "Table 2": 36},
    "magic": {"Table 1": 64, "Table 2": 36, "Table 3": 10, "Table 4": 120},
    "gamebench": {"Table 1": 6, "Table 2": 70, "Table 3": 70},
}
TABLES = {"gamma_bench": 9, "gtbench": 8, "econ_arena": 2, "magic": 6, "gamebench": 3}  # in each paper


def tables_of(suite, place):
    return [table for table in paper_of(suite).tables if table.place == place]


@cache
def cells_of(suite, place):
    (table,) = tables_of(suite, place)
    return {cell: table.cell(*cell) for cell in table.cells()}


@pytest.mark.parametrize("suite", SUITES)
def test_every_table_of_a_paper_is_there_or_is_listed_as_having_no_numbers(suite):
    paper = paper_of(suite)
    sizes = {}
    for table in paper.tables:
        sizes[table.place] = sizes.get(table.place, 0) + len(list(table.cells()))
    assert sizes == PRINTED[suite]
    numbered = {place for place in (*sizes, *paper.without_numbers) if place.startswith("Table")}
    assert numbered == {f"Table {number}" for number in range(1, TABLES[suite] + 1)}
    assert paper.citation.startswith(f"{paper.authors.split(',')[0]} et al., arXiv:")


@pytest.mark.parametrize("suite", SUITES)
def test_tables_are_shown_in_schemes_that_the_suite_has(suite):
    schemes = {scheme for table in paper_of(suite).tables for place in table.beside for scheme in place.schemes}
    assert schemes <= set(load_suite(suite).SCHEMES)


def test_a_suite_without_a_file_has_no_paper(monkeypatch):
    paper_of.cache_clear()
    monkeypatch.setattr(paper_numbers, "FILE", "none.yaml")
    assert paper_of("gtbench") is None
    paper_of.cache_clear()


@pytest.mark.parametrize(("text", "cell"), [
    ("41.4 ± 0.5", Cell(41.4, 0.5)), ("-0.50", Cell(-0.5, digits=2)), ("98%", Cell(98, digits=0)),
    ("9.50", Cell(9.5, digits=2)), ("99 ✓", Cell(99, digits=0)), ("0 ✗", Cell(0, digits=0)), ("NaN", None),
    ("-", None)])
def test_a_cell_is_read_with_its_decimals(text, cell):
    assert printed_cell(text) == cell


@given(st.decimals(-1000, 1000, places=2), st.none() | st.decimals(0, 100, places=2))
def test_what_a_cell_shows_is_what_is_printed(number, deviation):
    text = f"{number + 0}" if deviation is None else f"{number + 0} ± {deviation}"
    assert str(printed_cell(text)).replace("-0.00", "0.00") == text.replace("-0.00", "0.00")


@pytest.mark.parametrize("text", ["", "4,5", "1e5", "41.4 ±", "inf", "nan", "<b>1</b>", "1 2"])
def test_anything_else_is_no_number(text):
    with pytest.raises(ValueError, match="nor a number such as"):
        printed_cell(text)


TABLE = {"place": "Table 1", "where": "page 1", "title": "", "columns": ["a", "b"], "rows": {"x": ["1", "2"]}}


@pytest.mark.parametrize(("wrong", "message"), [
    ({"columns": ["a", "a"]}, "two columns of the same label"),
    ({"rows": {"x": ["1"]}}, "1 cells in row 'x' and 2 columns"),
    ({"rows": {"x": ["1", "two"]}}, "'two' is not"),
    ({"notes": [{"rows": ["y"], "text": "?"}]}, r"a note on \['y'\]"),
    ({"exchanged": [{"rows": ["x"], "columns": ["a", "c"], "text": "?"}]}, r"a note on \['c'\]"),
    ({"colums": []}, "Extra inputs are not permitted"),
])
def test_a_mistake_in_a_file_is_named(wrong, message):
    assert PaperTable.model_validate(TABLE).cell("x", "b") == Cell(2, digits=0)
    with pytest.raises(ValidationError, match=message):
        PaperTable.model_validate(TABLE | wrong)


def test_a_note_without_labels_is_on_all_cells():
    assert Note(text="").covers("x", "a")
    assert [Note(text="", rows=("x",)).covers(row, "a") for row in "xy"] == [True, False]
    assert [Note(text="", columns=("a",)).covers("x", column) for column in "ab"] == [True, False]


def test_exchanged_columns_are_those_of_their_rows_alone():
    exchange = Exchange(text="", rows=("x",), columns=("a", "b"))
    assert [exchange.other("x", column) for column in "abc"] == ["b", "a", "c"]
    assert exchange.other("y", "a") == "a"


@pytest.mark.parametrize("place", ["Table 5", "Table 6", "Table 7"])
def test_averages_of_gamma_bench_are_those_of_their_rows_unless_a_note_says_otherwise(place):
    (table,) = tables_of("gamma_bench", place)
    for row in table.rows:
        *cells, average = (table.cell(row, column) for column in table.columns)
        scores = [cell.mean for cell in cells]
        agrees = abs(mean(scores) - average.mean) < 0.11 and abs(stdev(scores) - average.std) < 0.11
        noted = any(note.covers(row, table.columns[-1]) for note in table.notes if note.rows)
        assert agrees != noted, row


def test_one_default_run_of_gamma_bench_has_the_same_scores_in_four_tables():
    columns = {"Table 5": "T1 (Default)", "Table 6": "1.0 (Default)", "Table 7": "V1 (Default)", "Table 8": "Default"}
    found = {place: {row: cell.mean for (row, label), cell in cells_of("gamma_bench", place).items() if label == column}
             for place, column in columns.items()}
    for place, scores in found.items():
        differing = {row for row, score in scores.items() if score != found["Table 5"][row]}
        assert differing == ({"Diner's Dilemma"} if place == "Table 8" else set())


def test_the_gold_of_a_division_in_table_3_is_100():
    (table,) = tables_of("gamma_bench", "Table 3")
    for row in table.rows:
        divided = [table.cell(row, column) for column in table.columns[:10]]
        assert sum(cell.mean for cell in divided if cell) == 100


def test_completion_of_gtbench_averages_its_row_to_a_per_cent():
    for row in (table := tables_of("gtbench", "Table 5")[0]).rows:
        *games, average = (table.cell(row, column).mean for column in table.columns)
        assert abs(mean(games) - average) <= 0.6


def test_payoffs_of_the_beauty_contest_sum_to_the_prize():
    table = tables_of("econ_arena", "Table 1")[0]
    for column in table.columns:
        assert sum(table.cell(row, column).mean for row in table.rows) == pytest.approx(1, abs=0.003)


def test_rule_breaks_are_whole_numbers_of_150_and_180_runs_but_for_the_one_with_a_note():
    (table,) = tables_of("econ_arena", "Table 2")
    wrong = {(row, column) for row, column in table.cells()
             if min(abs(table.cell(row, column).mean - 100 * broken / runs) for runs in [150 if "No" in row else 180]
                    for broken in range(runs + 1)) > 0.0051}
    assert wrong == {cell for note in table.notes for cell in table.cells() if note.covers(*cell)}


def test_table_4_of_magic_repeats_table_1_but_for_the_win_rate_with_a_note():
    one, four = cells_of("magic", "Table 1"), cells_of("magic", "Table 4")
    assert {cell for cell in one.keys() & four.keys() if one[cell] != four[cell]} == {("GPT-4", "Win Rate")}


def test_ratings_of_gamebench_have_a_mean_of_0_and_every_game_that_was_played():
    ratings, scores = cells_of("gamebench", "Table 2"), cells_of("gamebench", "Table 3")
    columns = dict.fromkeys(column for _, column in ratings)
    for column in columns:
        assert mean(cell.mean for (_, label), cell in ratings.items() if label == column) == pytest.approx(0, abs=0.01)
    unplayed = {cell for cell, score in scores.items() if score is None}
    (table,) = tables_of("gamebench", "Table 2")
    assert unplayed == {cell for note in table.notes for cell in table.cells() if note.covers(*cell)}
    assert not any(math.isnan(cell.mean) for cell in ratings.values())
