import pandas as pd
import pytest

from gtarena.errors import UsageError
from gtarena.metrics.decisions import COLUMNS, NAMES, load_decisions
from tests.support.records import call, llm, record, seat, steps, write_log

RETRIED = record(
    "b", [llm(prompt="v1", wording="w"), seat()], [1, -1], suite="arena", history=steps((0, 1), (1, 0), (0, 0)),
    calls=[call(0, 0, failure="illegal", texts=["1" * 64], reply="9"),
           call(0, 0, actions=[1], texts=["1" * 64], reasoning="hm", nudges=1, form="json"),
           call(0, 2, actions=[0], cost=None)])
OTHER = record("a", [seat(), llm(prompt="v2", wording="w")], None, outcome="forfeit", offender=1,
               calls=[call(1, 0, failure="empty", reply="", cached=True, tokens_in=None, model="offline/other")])


@pytest.fixture
def log(tmp_path):
    return write_log(tmp_path / "matches.jsonl", RETRIED, OTHER)


def test_a_frame_of_decisions_has_a_row_for_every_call(log):
    frame = load_decisions(log)
    assert tuple(frame.columns) == NAMES
    assert frame[["match_id", "seat", "move_number", "call", "last", "prompt"]].values.tolist() == [
        ["a", 1, 0, 0, True, "v2"], ["b", 0, 0, 0, False, "v1"], ["b", 0, 0, 1, True, "v1"], ["b", 0, 2, 2, True, "v1"]]
    assert frame["model"].tolist() == ["offline/other", *["offline/random"] * 3]
    assert frame["settings"].tolist() == ["prompt=v2", *["prompt=v1"] * 3]
    assert frame["failure"].fillna("").tolist() == ["empty", "illegal", "", ""]
    assert frame["form"].fillna("").tolist() == ["", "", "json", ""]
    assert frame["move"].fillna("").tolist() == ["", "", "move 1", "move 0"]
    assert frame["played"].fillna("").tolist() == ["", "move 1", "move 1", "move 0"]
    assert frame["reasoning"].fillna("").tolist() == ["", "", "hm", ""]
    assert frame["return"].isna().tolist() == [True, False, False, False]


def test_the_last_calls_are_one_row_for_each_decision(log):
    frame = load_decisions(log)
    last = frame[frame["last"]]
    assert len(last) == len(frame.groupby(["match_id", "seat", "move_number"])) == 3


def test_equal_prompts_have_equal_digests(log):
    frame = load_decisions(log, columns=["prompt_digest", "match_id"])
    digests = frame.loc[frame["match_id"] == "b", "prompt_digest"].tolist()
    assert digests[0] == digests[1] != digests[2]
    assert frame.columns.tolist() == ["prompt_digest", "match_id"]


def test_unknown_numbers_are_missing_and_whole_numbers_stay_whole(log):
    frame = load_decisions(log, columns=["tokens_in", "cost"])
    assert (str(frame["tokens_in"].dtype), str(frame["cost"].dtype)) == ("Int64", "float64")
    assert frame["tokens_in"].isna().tolist() == [True, False, False, False]
    assert frame["cost"].isna().tolist() == [False, False, False, True]


def test_batches_hold_the_same_rows_in_the_order_of_the_file(log):
    whole = load_decisions(log)
    parts = list(load_decisions(log, batches=3))
    assert [len(part) for part in parts] == [3, 1]
    joined = pd.concat(parts, ignore_index=True)
    assert joined["match_id"].tolist() == ["b", "b", "b", "a"]
    pd.testing.assert_frame_equal(joined.sort_values(["match_id", "call"], ignore_index=True), whole)


def test_settings_are_those_that_vary_among_all_matches_with_batches_and_without(log):
    write_log(log, record("c", [llm(prompt="v1", wording="other"), seat()], [1, -1]))
    expected = {"prompt=v1 wording=w", "prompt=v2"}
    assert set(load_decisions(log)["settings"]) == expected
    assert {name for part in load_decisions(log, batches=1) for name in part["settings"]} == expected


def test_mistakes_are_told_before_the_first_batch(log):
    with pytest.raises(UsageError, match=r"there is no column 'prize'.*columns: match_id, suite"):
        load_decisions(log, columns=["prize"], batches=2)
    with pytest.raises(UsageError, match="batches=0"):
        load_decisions(log, batches=0)


def test_a_log_without_models_has_the_columns_and_no_rows(tmp_path):
    log = write_log(tmp_path / "matches.jsonl", record("a", [seat(), seat()], [1, -1]))
    assert tuple(load_decisions(log).columns) == NAMES
    assert load_decisions(log).empty


def test_every_column_has_a_meaning():
    assert all(column.meaning for column in COLUMNS)
