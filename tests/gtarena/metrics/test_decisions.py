import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gtarena.errors import UsageError
from gtarena.metrics.columns import Column, batched, check_batches, choose_columns, pick_columns, schema
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


def test_a_frame_has_a_row_for_every_call_the_last_one_for_each_decision_and_missing_numbers_where_unknown(log):
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
    frame = load_decisions(log)
    assert len(frame[frame["last"]]) == len(frame.groupby(["match_id", "seat", "move_number"])) == 3
    frame = load_decisions(log, columns=["prompt_digest", "match_id"])
    digests = frame.loc[frame["match_id"] == "b", "prompt_digest"].tolist()
    assert digests[0] == digests[1] != digests[2]
    assert frame.columns.tolist() == ["prompt_digest", "match_id"]
    frame = load_decisions(log, columns=["tokens_in", "cost"])
    assert (str(frame["tokens_in"].dtype), str(frame["cost"].dtype)) == ("Int64", "float64")
    assert frame["tokens_in"].isna().tolist() == [True, False, False, False]
    assert frame["cost"].isna().tolist() == [False, False, False, True]


def test_moves_have_the_names_of_prompts_also_where_the_log_has_openspiels(tmp_path):
    calls = [call(0, 0, actions=[4]), call(0, 2, actions=[3], sample=1, purpose="vote"), call(0, 2, actions=[4])]
    match = record("c", [llm(), seat()], None, game="connect_four", history=steps((0, 4), (1, 0), (0, 4)), calls=calls,
                   outcome="forfeit", offender=1)
    frame = load_decisions(write_log(tmp_path / "matches.jsonl", match))
    assert (frame["move"].tolist(), frame["played"].tolist()) == (["C5", "C4", "C5"], ["C5", "C5", "C5"])


def test_batches_hold_the_same_rows_in_the_order_of_the_file(log):
    whole = load_decisions(log)
    parts = list(load_decisions(log, batches=3))
    assert [len(part) for part in parts] == [3, 1]
    joined = pd.concat(parts, ignore_index=True)
    assert joined["match_id"].tolist() == ["b", "b", "b", "a"]
    pd.testing.assert_frame_equal(joined.sort_values(["match_id", "call"], ignore_index=True), whole)


def test_settings_are_those_that_vary_among_all_matches_and_mistakes_are_told_before_the_first_batch(log):
    write_log(log, record("c", [llm(prompt="v1", wording="other"), seat()], [1, -1]))
    expected = {"prompt=v1 wording=w", "prompt=v2"}
    assert set(load_decisions(log)["settings"]) == expected
    assert {name for part in load_decisions(log, batches=1) for name in part["settings"]} == expected
    with pytest.raises(UsageError, match=r"there is no column 'prize'.*columns: match_id, suite"):
        load_decisions(log, columns=["prize"], batches=2)
    with pytest.raises(UsageError, match="batches=0"):
        load_decisions(log, batches=0)


def test_a_log_without_models_has_no_rows_and_columns_stand_in_the_order_asked_for(tmp_path):
    log = write_log(tmp_path / "matches.jsonl", record("a", [seat(), seat()], [1, -1]))
    assert tuple(load_decisions(log).columns) == NAMES
    assert load_decisions(log).empty
    assert all(column.meaning for column in COLUMNS)
    assert choose_columns(["b", "a"], ("a", "b", "c")) == ("b", "a")
    assert (choose_columns("c", ("a", "b", "c")), choose_columns(None, ("a", "b"))) == (("c",), ("a", "b"))
    assert list(pick_columns([{"a": 1, "b": 2}], ["b"])) == [{"b": 2}]
    kinds = schema([Column("id", "text", ""), Column("returns", "numbers", ""), Column("last", "truth", "")])
    assert [(field.name, str(field.type)) for field in kinds] == [
        ("id", "string"), ("returns", "list<item: double>"), ("last", "bool")]


@pytest.mark.parametrize(("wanted", "message"), [
    (["cots"], r"there is no column 'cots'; did you mean cost\? \(columns: game, cost\)"),
    ([], r"columns=\[\] is not a list of different columns"),
    (["cost", "cost"], "is not a list of different columns")])
def test_columns_that_do_not_exist_are_refused_with_those_that_do(wanted, message):
    with pytest.raises(UsageError, match=message):
        choose_columns(wanted, ("game", "cost"))


@pytest.mark.parametrize("rows", [0, -1, 1.5, True, "10"])
def test_a_batch_has_a_whole_number_of_rows(rows):
    with pytest.raises(UsageError, match="is not a number of rows"):
        check_batches(rows)


@given(st.lists(st.integers()), st.integers(1, 5))
def test_batches_are_full_except_the_last_and_lose_nothing(items, size):
    parts = list(batched(items, size))
    assert [item for part in parts for item in part] == items
    assert all(len(part) == size for part in parts[:-1])
    assert all(parts)
