import csv
import io
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gtarena.reports.spreadsheets import csv_text, guard_cell, guard_frame, unguard_cell
from gtarena.reports.tables import Cell, Table

TABLE = Table("settings of m/1 50%", "Scores & more", ("a_1", "Avg ± Std"), (
    ("pig|nim", (Cell(1.25), Cell(50, 2.345))), ("Overall", (None, Cell(1, 0)))))


def test_markdown_and_latex_show_one_digit_and_escape_what_means_something_to_them():
    lines = TABLE.markdown().splitlines()
    assert lines[0] == "**Scores & more**"
    assert lines[2:] == ["|  | a_1 | Avg ± Std |", "| --- | ---: | ---: |", "| pig\\|nim | 1.2 | 50.0 ± 2.3 |",
                         "| Overall | – | 1.0 ± 0.0 |"]
    name = "![a](http://b/c.png) <img src=x> `d` [e](f)\n| g"
    text = Table("t", f"Against {name}", (name,), ((name, (Cell(1, low=0, high=2),)),)).markdown()
    shown = "!\\[a](http://b/c.png) \\<img src=x> \\`d\\` \\[e](f) \\| g"
    assert text.splitlines() == [
        f"**Against {shown}**", "", f"|  | {shown} |", "| --- | ---: |", f"| {shown} | 1.0 [0.0, 2.0] |"]
    text = TABLE.latex()
    assert r"\caption{Scores \& more}" in text
    assert r" & a\_1 & Avg ± Std \\" in text
    assert r"pig|nim & 1.2 & 50.0$_{\pm 2.3}$ \\" in text
    assert r"\begin{tabular}{lrr}" in text


@pytest.mark.parametrize(("name", "stem"), [
    ("settings of m/1 50%", "settings-of-m-1-50"), ("runs openai/gpt-4o", "runs-openai-gpt-4o"), ("../../etc", "etc")])
def test_files_have_the_tables_name_without_what_a_path_could_mistake(name, stem):
    assert Table(name, "", (), ()).stem == stem


INTERVALS = Table("t", "", ("a", "b"), (
    ("x", (Cell(0.123, low=-0.5, high=0.25, digits=2), Cell(1))), ("y", (None, Cell(-0.04)))), "agent")


def test_csv_has_full_numbers_deviations_cases_and_both_ends_of_intervals_and_no_formulas(tmp_path):
    csv, _, _ = TABLE.write(tmp_path)
    frame = pd.read_csv(csv)
    assert list(frame.columns) == ["game", "a_1", "Avg ± Std", "Avg ± Std std"]
    assert frame.loc[0].tolist() == ["pig|nim", 1.25, 50, 2.345]
    assert pd.isna(frame.loc[1, "a_1"])
    assert frame.loc[1].tolist()[2:] == [1, 0]
    assert INTERVALS.markdown().splitlines()[4:] == ["| x | 0.12 [-0.50, 0.25] | 1.0 |", "| y | – | 0.0 |"]
    frame = pd.read_csv(INTERVALS.write(tmp_path)[0])
    assert list(frame.columns) == ["agent", "a", "a low", "a high", "b"]
    assert frame.loc[0].tolist() == ["x", 0.123, -0.5, 0.25, 1]
    csv, _, _ = Table("t", "", ("a",), (("x", (Cell(0.5, count=8),)),)).write(tmp_path)
    assert csv.read_text() == "game,a,a count\nx,0.5,8\n"
    csv, _, _ = Table("t", "", ("=a",), (("@b", (Cell(-0.5),)),)).write(tmp_path)
    assert csv.read_text() == "game,'=a\n'@b,-0.5\n"
    csv, _, _ = Table("t", "", ("a", "b"), (("x", (Cell(np.float64(0.5)), Cell(np.int64(2)))),)).write(tmp_path)
    assert csv.read_text() == "game,a,b\nx,0.5,2\n"


def test_cells_tell_of_how_many_cases_they_are_and_notes_stand_below_the_table(tmp_path):
    cell = Cell(0.125, count=8, digits=2)
    assert (str(cell), cell.short) == ("0.12 of 8", "0.12")
    assert Cell(-0.001, low=-0.5, high=0.5, digits=2).short == "0.00"
    noted = replace(TABLE, notes=("50% of <b>", "two\nlines"))
    csv, markdown, latex = (path.read_text() for path in noted.write(tmp_path))
    assert markdown == TABLE.markdown() + "\n50% of \\<b>\n\ntwo lines\n"
    assert latex == TABLE.latex().replace(
        "\\end{table}", "\\par\\footnotesize 50\\% of <b>\n\\par\\footnotesize two\nlines\n\\end{table}")
    assert csv == TABLE.write(tmp_path)[0].read_text()


def test_open_ends_are_infinite_and_a_mean_of_which_only_one_end_is_known_is_its_bound(tmp_path):
    nan, inf = float("nan"), float("inf")
    cells = Cell(0.5, low=-inf, high=1.25, digits=2), Cell(nan, low=0.25, high=inf), Cell(nan, low=-inf, high=-0.04)
    table = Table("t", "", ("a", "b", "c"), (("x", cells),))
    csv, markdown, latex = (path.read_text() for path in table.write(tmp_path))
    assert "| x | 0.50 [-∞, 1.25] | at least 0.2 | at most 0.0 |" in markdown
    assert "x & 0.50 [-$\\infty$, 1.25] & at least 0.2 & at most 0.0" in latex
    assert csv.splitlines()[1] == "x,0.5,-inf,1.25,,0.25,inf,,-inf,-0.04"
    assert [cell.short for cell in cells] == ["0.50", "at least 0.2", "at most 0.0"]


@given(st.text())
def test_a_guarded_cell_is_no_formula_and_gives_its_text_back(text):
    cell = guard_cell(text)
    assert not cell.lstrip().startswith(("=", "+", "-", "@"))
    assert not cell.startswith(("\t", "\r"))
    assert unguard_cell(cell) == text


@pytest.mark.parametrize("text", ["=1+1", "+1", "-x", "@SUM(A1)", "\t1", "\r1", " =1", "'=1", "＝1"])
def test_what_a_spreadsheet_would_run_follows_an_apostrophe(text):
    assert guard_cell(text) == f"'{text}"


@pytest.mark.parametrize("text", ["", "random", "mcts simulations=10", "a-b", "–", "1"])
def test_other_texts_stay(text):
    assert guard_cell(text) == text


def test_numbers_stay_numbers_and_columns_their_order_and_texts_are_guarded():
    frame = pd.DataFrame({"nra": [-0.5, float("nan")], "agent": ["=cmd", "llm"], "model": ["", None], "wins": [-1, 2]})
    read = pd.read_csv(io.StringIO(guard_frame(frame).to_csv(index=False)))
    assert list(read.columns) == list(frame.columns)
    assert (read["agent"].map(unguard_cell).tolist(), read["nra"].tolist()[0]) == (["=cmd", "llm"], -0.5)
    assert read["wins"].tolist() == [-1, 2]
    assert csv_text([["a", "=b"], [-1, -0.5]]) == "a,'=b\n-1,-0.5\n"
    assert csv_text([["a", -1]], csv.QUOTE_NONNUMERIC) == '"a",-1\n'
