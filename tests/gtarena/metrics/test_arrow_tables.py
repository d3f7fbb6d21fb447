import sys

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

import gtarena
from gtarena.errors import UsageError
from gtarena.metrics.arrow_tables import to_arrow, to_polars
from gtarena.metrics.frames import load_records
from gtarena.metrics.seat_table import load_seats
from tests.support.records import call, llm, record, seat, steps, write_log

LONG = "a-setting-of-more-than-12-bytes"
COPIED = {"is_offender", "solve"}  # truth values, which Arrow stores as bits


@pytest.fixture
def log(tmp_path):
    matches = [record(f"match-number-{number:04}",
                      [llm(temperature=number / 2, solve=True, note=LONG), seat("mcts", simulations=5)],
                      [1, -1], calls=[call()], history=steps((0, 1)), tags={"run": number, "note": "x"},
                      params={"players": 2})
               for number in range(3)]
    return write_log(tmp_path / "matches.jsonl", *matches)


def texts_of_objects(frame):
    """Returns the columns of texts that are Python's own, as all are before pandas 3."""
    return set(frame.columns[frame.dtypes == "object"])


def address(column):
    """Returns the address of a column's values in memory, which are the codes of a category."""
    values = column.array
    if isinstance(values, pd.Categorical):
        return address(pd.Series(values.codes, copy=False))
    if isinstance(column.dtype, pd.StringDtype):
        return values.__arrow_array__().chunk(0).buffers()[2].address
    return getattr(values, "_data", np.asarray(values)).__array_interface__["data"][0]


def address_in(array):
    """Returns the address of an array's values, which are the indices of a dictionary and the letters of texts."""
    buffers = (array.indices if pa.types.is_dictionary(array.type) else array).buffers()
    return buffers[-1].address


def test_numbers_texts_and_codes_are_the_frames_own_memory_and_truth_values_are_not(log):
    frame = load_seats(log)
    table = to_arrow(frame)
    assert table.column_names == frame.columns.tolist()
    others = set(frame) - texts_of_objects(frame)
    shared = {name for name in others if address_in(table[name].chunk(0)) == address(frame[name])}
    assert others - shared == COPIED
    copied = frame[::2]
    assert address_in(to_arrow(copied)["return"].chunk(0)) != address(copied["return"])


def test_values_and_what_is_missing_are_those_of_the_frame(log):
    frame = load_seats(log)
    table = to_arrow(frame)
    assert table["temperature"].to_pylist() == [0.0, None, 0.5, None, 1.0, None]
    assert table["simulations"].to_pylist() == [None, 5] * 3
    assert table["note"].to_pylist() == [LONG, None] * 3
    assert table["model"].to_pylist() == ["offline/random", None] * 3
    assert table["seed"].null_count == table.num_rows == 6
    pd.testing.assert_frame_equal(table.to_pandas(), frame)


def test_dictionaries_become_json_and_moves_structures(log):
    frame = load_records(log)
    table = to_arrow(frame)
    assert table.column_names == frame.columns.tolist()
    assert table["params"].to_pylist() == ['{"players": 2}'] * 3
    assert table["tags"][1].as_py() == '{"note": "x", "run": 1}'
    assert table["history"][0].as_py() == [{"player": 0, "action": 1, "name": "move 1"}]
    assert table["models"][0].as_py() == ["offline/random", None]
    assert frame["tags"][1] == {"run": 1, "note": "x"}  # the frame stays as it was
    assert to_arrow(gtarena.load_decisions(log)).num_rows == 3


def test_polars_shares_numbers_and_the_letters_of_long_texts(log):
    polars = pytest.importorskip("polars")
    frame = load_seats(log)
    found = to_polars(frame)
    assert (found.columns, found.height) == (frame.columns.tolist(), 6)
    assert found["temperature"].to_list() == [0.0, None, 0.5, None, 1.0, None]
    assert found["note"].to_list() == [LONG, None] * 3
    newest = polars.CompatLevel.newest()
    numbers = [name for name in frame if str(frame[name].dtype) in ("int64", "float64", "Int64")]
    assert len(numbers) > 30
    for name in {*numbers, "match_id"} - texts_of_objects(frame):
        assert address_in(found[name].to_arrow(compat_level=newest)) == address(frame[name]), name


@pytest.mark.parametrize(("module", "told"), [
    ("polars", "gtarena.to_polars needs polars, which is not installed: python -m pip install polars")])
def test_a_missing_package_is_told_in_one_line(log, monkeypatch, module, told):
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(UsageError) as caught:
        to_polars(load_seats(log))
    assert str(caught.value) == told
