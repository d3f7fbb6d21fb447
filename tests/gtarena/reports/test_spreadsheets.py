import csv
import io

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gtarena.reports.spreadsheets import csv_text, guarded, guarded_frame, unguarded


@given(st.text())
def test_a_guarded_cell_is_no_formula_and_gives_its_text_back(text):
    cell = guarded(text)
    assert not cell.lstrip().startswith(("=", "+", "-", "@"))
    assert not cell.startswith(("\t", "\r"))
    assert unguarded(cell) == text


@pytest.mark.parametrize("text", ["=1+1", "+1", "-x", "@SUM(A1)", "\t1", "\r1", " =1", "'=1", "＝1"])
def test_what_a_spreadsheet_would_run_follows_an_apostrophe(text):
    assert guarded(text) == f"'{text}"


@pytest.mark.parametrize("text", ["", "random", "mcts simulations=10", "a-b", "–", "1"])
def test_other_texts_stay(text):
    assert guarded(text) == text


def test_numbers_of_a_frame_stay_numbers_and_columns_their_order():
    frame = pd.DataFrame({"nra": [-0.5, float("nan")], "agent": ["=cmd", "llm"], "model": ["", None], "wins": [-1, 2]})
    read = pd.read_csv(io.StringIO(guarded_frame(frame).to_csv(index=False)))
    assert list(read.columns) == list(frame.columns)
    assert read["agent"].map(unguarded).tolist() == ["=cmd", "llm"]
    assert read["nra"].tolist()[0] == -0.5
    assert read["wins"].tolist() == [-1, 2]


def test_rows_become_lines_with_guarded_texts_and_plain_numbers():
    assert csv_text([["a", "=b"], [-1, -0.5]]) == "a,'=b\n-1,-0.5\n"
    assert csv_text([["a", -1]], csv.QUOTE_NONNUMERIC) == '"a",-1\n'
