from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from gtarena.reports.tables import Cell, Table

TABLE = Table("settings of m/1 50%", "Scores & more", ("a_1", "Avg ± Std"), (
    ("pig|nim", (Cell(1.25), Cell(50, 2.345))), ("Overall", (None, Cell(1, 0)))))


def test_csv_has_full_numbers_and_a_column_of_deviations_where_there_are_any(tmp_path):
    csv, _, _ = TABLE.write(tmp_path)
    frame = pd.read_csv(csv)
    assert list(frame.columns) == ["game", "a_1", "Avg ± Std", "Avg ± Std std"]
    assert frame.loc[0].tolist() == ["pig|nim", 1.25, 50, 2.345]
    assert pd.isna(frame.loc[1, "a_1"])
    assert frame.loc[1].tolist()[2:] == [1, 0]


def test_markdown_shows_one_digit_and_escapes_what_would_end_a_cell():
    lines = TABLE.markdown().splitlines()
    assert lines[0] == "**Scores & more**"
    assert lines[2:] == [
        "|  | a_1 | Avg ± Std |", "| --- | ---: | ---: |", "| pig\\|nim | 1.2 | 50.0 ± 2.3 |",
        "| Overall | – | 1.0 ± 0.0 |"]


def test_latex_escapes_what_means_something_to_it_and_sets_deviations_as_subscripts():
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


def test_intervals_stand_behind_the_number_with_as_many_digits():
    assert INTERVALS.markdown().splitlines()[4:] == ["| x | 0.12 [-0.50, 0.25] | 1.0 |", "| y | – | 0.0 |"]


def test_csv_has_both_ends_of_an_interval_and_says_what_the_rows_are(tmp_path):
    frame = pd.read_csv(INTERVALS.write(tmp_path)[0])
    assert list(frame.columns) == ["agent", "a", "a low", "a high", "b"]
    assert frame.loc[0].tolist() == ["x", 0.123, -0.5, 0.25, 1]


def test_a_cell_tells_of_how_many_cases_it_is_and_can_be_short():
    cell = Cell(0.125, count=8, digits=2)
    assert (str(cell), cell.short) == ("0.12 of 8", "0.12")
    assert Cell(-0.001, low=-0.5, high=0.5, digits=2).short == "0.00"


def test_csv_has_the_number_of_cases_in_a_column_of_its_own(tmp_path):
    csv, _, _ = Table("t", "", ("a",), (("x", (Cell(0.5, count=8),)),)).write(tmp_path)
    assert csv.read_text() == "game,a,a count\nx,0.5,8\n"


def test_no_name_of_a_model_is_a_picture_a_link_or_html_in_markdown():
    name = "![a](http://b/c.png) <img src=x> `d` [e](f)\n| g"
    text = Table("t", f"Against {name}", (name,), ((name, (Cell(1, low=0, high=2),)),)).markdown()
    shown = "!\\[a](http://b/c.png) \\<img src=x> \\`d\\` \\[e](f) \\| g"
    assert text.splitlines() == [
        f"**Against {shown}**", "", f"|  | {shown} |", "| --- | ---: |", f"| {shown} | 1.0 [0.0, 2.0] |"]


def test_labels_in_csv_files_are_no_formulas_and_negative_numbers_stay_numbers(tmp_path):
    csv, _, _ = Table("t", "", ("=a",), (("@b", (Cell(-0.5),)),)).write(tmp_path)
    assert csv.read_text() == "game,'=a\n'@b,-0.5\n"


def test_numbers_of_numpys_are_written_as_plain_numbers(tmp_path):
    csv, _, _ = Table("t", "", ("a", "b"), (("x", (Cell(np.float64(0.5)), Cell(np.int64(2)))),)).write(tmp_path)
    assert csv.read_text() == "game,a,b\nx,0.5,2\n"


def test_notes_stand_below_the_table_except_in_csv(tmp_path):
    noted = replace(TABLE, notes=("50% of <b>", "two\nlines"))
    csv, markdown, latex = (path.read_text() for path in noted.write(tmp_path))
    assert markdown == TABLE.markdown() + "\n50% of \\<b>\n\ntwo lines\n"
    assert latex == TABLE.latex().replace(
        "\\end{table}", "\\par\\footnotesize 50\\% of <b>\n\\par\\footnotesize two\nlines\n\\end{table}")
    assert csv == TABLE.write(tmp_path)[0].read_text()
