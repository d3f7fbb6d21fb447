import base64
import hashlib
import json
import re

import pandas as pd
import pyarrow.parquet as pq
import pytest
import yaml

from gtarena.errors import UsageError
from gtarena.exports.pages import NO_LICENSE, dataset_card, gather_facts, leaderboard_page
from gtarena.exports.parquet import MATCHES, SEATS, write_decisions, write_matches, write_seats, write_texts
from gtarena.exports.sample_store import SampleStore
from gtarena.logs.reader import Records
from gtarena.logs.records import Step
from gtarena.metrics.decisions import NAMES, load_decisions
from gtarena.metrics.frames import SEAT_COLUMNS, seats_frame
from tests.support.records import call, llm, record, seat, write_log
from tests.support.suite_matches import boards_of


@pytest.fixture
def log(tmp_path):
    matches = [
        record("a", [llm(), seat()], [1, -1], calls=[call(texts=["1" * 64])], params={"players": 2}, tags={"run": 1},
               history=[Step(player=0, action=3, name="Bet"), Step(player=1, action=None, name="hi")]),
        record("b", [seat(), seat()], None, outcome="invalid")]
    return write_log(tmp_path / "matches.jsonl", *matches)


def test_tables_have_the_rows_and_types_of_their_frames(log, tmp_path):
    out = tmp_path / "d.parquet"
    assert write_decisions([log], out) == 1
    pd.testing.assert_frame_equal(pd.read_parquet(out), load_decisions(log), check_dtype=False)
    kinds = {field.name: str(field.type) for field in pq.read_schema(out)}
    assert tuple(kinds) == NAMES
    assert (kinds["tokens_reasoning"], kinds["cost"], kinds["cached"], kinds["reasoning"]) == (
        "int64", "double", "bool", "string")  # also where no row has a value
    assert pq.ParquetFile(out).metadata.row_group(0).column(0).compression == "ZSTD"
    assert write_matches(Records(log), tmp_path / "m.parquet") == 2
    first, second = pq.read_table(tmp_path / "m.parquet").to_pylist()
    assert tuple(first) == tuple(column.name for column in MATCHES)
    assert (json.loads(first["params"]), json.loads(first["tags"])) == ({"players": 2}, {"run": 1})
    assert first["history"] == [{"player": 0, "action": 3, "name": "Bet"}, {"player": 1, "action": None, "name": "hi"}]
    assert (first["returns"], second["returns"], first["models"]) == ([1, -1], None, ["offline/random", None])
    assert tuple(column.name for column in SEATS) == SEAT_COLUMNS
    assert write_seats(Records(log), tmp_path / "s.parquet") == 4
    written = pd.read_parquet(tmp_path / "s.parquet")
    frame = seats_frame(list(Records(log)))
    shown = ["match_id", "seat", "calls"]
    assert written[shown].values.tolist() == frame[shown].values.tolist()


def test_a_log_without_calls_is_refused_and_texts_are_written_once(tmp_path):
    log = write_log(tmp_path / "matches.jsonl", record("b", [seat(), seat()], [1, -1]))
    with pytest.raises(UsageError, match=r"nothing to write to d\.parquet: no match has a call of a model"):
        write_decisions([log], tmp_path / "d.parquet")
    assert [path.name for path in tmp_path.iterdir()] == ["matches.jsonl"]
    line = json.dumps({"sha256": "1" * 64, "text": "Hello"})
    (tmp_path / "texts.jsonl").write_text(f"{line}\n{line}\n")
    assert write_texts([tmp_path], tmp_path / "t.parquet") == 1
    assert pq.read_table(tmp_path / "t.parquet").to_pylist() == [{"sha256": "1" * 64, "text": "Hello"}]


HOSTILE = "<script>alert(1)</script>|[x](y)\u202e"
RECORDS = [
    record("a", [seat("llm", HOSTILE), seat()], [1, -1], calls=[call()], suite="gtbench"),
    record("b", [seat("llm", HOSTILE), seat()], [1, -1], started="2026-03-01T00:00:00.000+00:00", source="GTBench")]


@pytest.fixture(scope="module")
def boards():
    return boards_of(RECORDS)


def card(boards, license_name=None, rows=2):
    return dataset_card("A: run", license_name, gather_facts(RECORDS), boards, {"matches": MATCHES}, {"matches": rows})


def front(text):
    return yaml.safe_load(text.split("---\n")[1])


def test_the_card_has_what_the_hub_reads_and_describes_columns_sources_and_how_to_cite(boards):
    found = gather_facts(RECORDS)
    assert (found.matches, found.games, found.suites, found.models) == (2, {"kuhn_poker": 2}, ("gtbench",), (HOSTILE,))
    assert (found.days, found.sources) == (("2026-01-02", "2026-03-01"), ("GTBench",))
    told = front(card(boards, "cc-by-4.0", rows=20_000))
    assert (told["pretty_name"], told["license"], told["size_categories"]) == ("A: run", "cc-by-4.0", ["10K<n<100K"])
    assert told["configs"] == [{"config_name": "matches", "data_files": "data/matches.parquet", "default": True}]
    assert front(card(boards))["license"] == NO_LICENSE
    assert "Choose a license before you publish this" in card(boards)
    assert "Choose a license" not in card(boards, "cc0-1.0")
    text = card(boards)
    assert "| `match_id` | id of the match |" in text
    assert "the papers of the benchmarks (gtbench)" in text
    assert "title = {A: run}" in text


def test_names_from_logs_do_nothing_on_a_page_that_permits_its_own_style_alone(boards):
    page, text = leaderboard_page("<b>T</b>", gather_facts(RECORDS), boards, ["README.md"]), card(boards)
    assert "<script" not in page
    assert "<b>" not in page
    assert "&lt;script&gt;" in page
    assert "\u202e" not in page + text
    assert "\\<script\\>" in text
    assert "\\|\\[x\\]" in text
    page = leaderboard_page("T", gather_facts(RECORDS), boards, ["README.md"])
    style = re.search("<style>(.*)</style>", page, re.DOTALL)[1]
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    assert f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'" in page
    assert '<a href="report.html">' in page
    assert "style=" not in page


@pytest.fixture
def store(tmp_path):
    matches = [record("b", [llm(prompt="v1"), llm(prompt="v2")], [1, -1], suite="arena", calls=[call(0), call(1)]),
               record("a", [seat(), llm(prompt="v1")], [1, -1], suite="arena", calls=[call(1, texts=["1" * 64])]),
               record("c", [llm(prompt="v1"), seat()], [1, -1], params={"players": 2}, calls=[call(0)]),
               record("d", [llm(prompt="v1"), seat()], [1, -1], suite="arena")]
    log = write_log(tmp_path / "matches.jsonl", *matches)
    (tmp_path / "texts.jsonl").write_text(json.dumps({"sha256": "1" * 64, "text": "Hello"}) + "\n")
    store = SampleStore(tmp_path / "s.sqlite", [log])
    yield store
    store.close()


def test_seats_are_grouped_by_suite_or_game_agent_model_and_settings_and_texts_found_by_digest(store):
    groups = store.groups()
    assert [(group.task, group.agent, group.model, group.settings) for group in groups] == [
        ("arena", "llm", "offline/random", "prompt=v1"), ("arena", "llm", "offline/random", "prompt=v2"),
        ("kuhn_poker", "llm", "offline/random", "prompt=v1")]
    assert [[(match.match_id, number) for match, number in store.samples(group)] for group in groups] == [
        [("a", 1), ("b", 0)], [("b", 1)], [("c", 0)]]
    assert store.texts(["1" * 64, "2" * 64]) == {"1" * 64: "Hello"}
