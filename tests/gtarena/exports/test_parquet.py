import json

import pandas as pd
import pyarrow.parquet as pq
import pytest

from gtarena.errors import UsageError
from gtarena.exports.parquet import MATCHES, SEATS, write_decisions, write_matches, write_seats, write_texts
from gtarena.logs.reader import Records
from gtarena.logs.records import Step
from gtarena.metrics.decisions import NAMES, load_decisions
from gtarena.metrics.frames import SEAT_COLUMNS, seats_frame
from tests.support.records import call, llm, record, seat, write_log


@pytest.fixture
def log(tmp_path):
    matches = [
        record("a", [llm(), seat()], [1, -1], calls=[call(texts=["1" * 64])], params={"players": 2}, tags={"run": 1},
               history=[Step(player=0, action=3, name="Bet"), Step(player=1, action=None, name="hi")]),
        record("b", [seat(), seat()], None, outcome="invalid")]
    return write_log(tmp_path / "matches.jsonl", *matches)


def test_decisions_have_the_rows_and_types_of_the_frame(log, tmp_path):
    out = tmp_path / "d.parquet"
    assert write_decisions([log], out) == 1
    pd.testing.assert_frame_equal(pd.read_parquet(out), load_decisions(log), check_dtype=False)
    kinds = {field.name: str(field.type) for field in pq.read_schema(out)}
    assert tuple(kinds) == NAMES
    assert (kinds["tokens_reasoning"], kinds["cost"], kinds["cached"], kinds["reasoning"]) == (
        "int64", "double", "bool", "string")  # also where no row has a value
    assert pq.ParquetFile(out).metadata.row_group(0).column(0).compression == "ZSTD"


def test_a_log_without_calls_is_refused_and_texts_are_written_once(tmp_path):
    log = write_log(tmp_path / "matches.jsonl", record("b", [seat(), seat()], [1, -1]))
    with pytest.raises(UsageError, match=r"nothing to write to d\.parquet: no match has a call of a model"):
        write_decisions([log], tmp_path / "d.parquet")
    assert [path.name for path in tmp_path.iterdir()] == ["matches.jsonl"]
    line = json.dumps({"sha256": "1" * 64, "text": "Hello"})
    (tmp_path / "texts.jsonl").write_text(f"{line}\n{line}\n")
    assert write_texts([tmp_path], tmp_path / "t.parquet") == 1
    assert pq.read_table(tmp_path / "t.parquet").to_pylist() == [{"sha256": "1" * 64, "text": "Hello"}]


def test_matches_keep_their_moves_and_settings_of_any_kind(log, tmp_path):
    assert write_matches(Records(log), tmp_path / "m.parquet") == 2
    first, second = pq.read_table(tmp_path / "m.parquet").to_pylist()
    assert tuple(first) == tuple(column.name for column in MATCHES)
    assert (json.loads(first["params"]), json.loads(first["tags"])) == ({"players": 2}, {"run": 1})
    assert first["history"] == [{"player": 0, "action": 3, "name": "Bet"}, {"player": 1, "action": None, "name": "hi"}]
    assert (first["returns"], second["returns"], first["models"]) == ([1, -1], None, ["offline/random", None])


def test_seats_have_the_columns_of_the_frame_of_seats(log, tmp_path):
    assert tuple(column.name for column in SEATS) == SEAT_COLUMNS
    assert write_seats(Records(log), tmp_path / "s.parquet") == 4
    written = pd.read_parquet(tmp_path / "s.parquet")
    frame = seats_frame(list(Records(log)))
    shown = ["match_id", "seat", "calls"]
    assert written[shown].values.tolist() == frame[shown].values.tolist()
