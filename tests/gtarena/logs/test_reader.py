import json
import re

import pytest

from gtarena.logs import damage, reader, writer
from gtarena.logs.records import Attempt
from tests.support.records import call, llm, record, seat, write_log

DUEL = [seat("mcts", simulations=10), seat("random")]


def test_records_come_back_as_they_were_written_in_the_order_of_their_ids(tmp_path):
    b, a = record("b", DUEL, [1, -1]), record("a", [llm(), seat()], None, outcome="forfeit", offender=0, calls=[call()])
    write_log(tmp_path / "matches.jsonl", b, a)
    assert reader.read_records(tmp_path) == [a, b]


def test_all_workers_files_below_a_sweep_folder_are_read_and_a_match_counts_once(tmp_path):
    a, b, c = (record(name, DUEL, [1, -1]) for name in "abc")
    write_log(tmp_path / "job0" / "matches-0.jsonl", a)
    write_log(tmp_path / "job0" / "matches-1.jsonl", b)
    write_log(tmp_path / "job1" / "deep" / "matches.jsonl", b, c)
    (tmp_path / "job0" / "other.jsonl").write_text("not ours")
    assert reader.read_records(tmp_path / "job0", tmp_path) == [a, b, c]
    assert reader.read_records(tmp_path / "job1" / "deep" / "matches.jsonl") == [b, c]


def test_records_are_read_anew_whenever_they_are_gone_through_and_none_is_held(tmp_path):
    a, b = (record(name, DUEL, [1, -1]) for name in "ab")
    path = write_log(tmp_path / "matches.jsonl", a)
    records = reader.Records(tmp_path)
    assert list(records) == list(records) == [a]
    write_log(path, b, a)
    first, second = records
    assert (first, second) == (a, b)
    assert next(iter(records)) is not first


def test_records_so_far_stay_the_same_while_a_run_adds_others(tmp_path):
    a, b, c = (record(name, DUEL, [1, -1]) for name in "abc")
    path = write_log(tmp_path / "matches.jsonl", a)
    records = reader.Records.so_far(tmp_path)
    write_log(path, b)
    write_log(tmp_path / "matches-1.jsonl", c)
    assert list(records) == list(records) == [a]
    assert reader.read_records(tmp_path) == [a, b, c]


@pytest.mark.parametrize("damaged", [
    b'{"schema_version": 1, "match_id": "b', b"\0\0\0\0", b'{"cut": "\xe2\x82', b"[]", b"{}", b"3", b"[" * 5000])
@pytest.mark.parametrize("ending", [b"", b"\n"])
def test_a_damaged_line_anywhere_is_skipped_with_a_warning_that_names_it_and_says_what_helps(
    tmp_path, caplog, damaged, ending
):
    a, b = (record(name, DUEL, [1, -1]) for name in "ab")
    path = write_log(tmp_path / "matches.jsonl", a)
    path.write_bytes(damaged + b"\n" + path.read_bytes() + b"\n" + b.line().encode() + b"\n" + damaged + ending)
    assert reader.read_records(tmp_path) == reader.read_records(tmp_path) == [a, b]
    assert reader.outcomes(tmp_path) == {"a": "finished", "b": "finished"}
    assert [re.sub(r"\(.*\)", "(...)", entry.message) for entry in caplog.records] == [
        f"{path}:{number}: the line is damaged and skipped (...); the command that wrote the file plays the match again"
        for number in (1, 5)]
    assert damage.summary(tmp_path) == "2 damaged records skipped"


def changed(line: str, **fields) -> str:
    return json.dumps(json.loads(line) | fields)


WITH_CALL = record("a", [llm(), seat()], [1, -1], calls=[call()])


@pytest.mark.parametrize("line", [
    changed(WITH_CALL.line(), seed="many"),
    changed(WITH_CALL.line(), returns=[]),
    changed(WITH_CALL.line(), returns=[], seats=[]),
    changed(WITH_CALL.line(), returns=[1, float("inf")]),
    changed(WITH_CALL.line(), game="\ud800"),  # half a character, which no table could hold
    changed(WITH_CALL.line(), schema_version=0),
    WITH_CALL.line().replace('"tokens_in":10', '"tokens_in":1' + "0" * 400),
    WITH_CALL.line().replace('"cost":0.5', '"cost":1e999'),
])
def test_a_record_that_no_report_could_hold_is_not_played_yet_and_a_later_good_one_counts(tmp_path, line):
    assert line != WITH_CALL.line()
    path = tmp_path / "matches.jsonl"
    path.write_text(line + "\n")
    before = path.read_bytes()
    assert reader.match_ids(tmp_path) == set()
    assert not writer.repair(path)
    writer.append_line(path, WITH_CALL.line())
    assert reader.read_records(tmp_path) == [WITH_CALL]
    assert path.read_bytes().startswith(before)


def test_a_record_of_a_later_schema_is_an_error_whatever_its_fields_are(tmp_path):
    path = tmp_path / "matches.jsonl"
    for fields in ({}, {"new_field": 1}):
        path.write_text(changed(WITH_CALL.line(), schema_version=99, **fields) + "\n")
        with pytest.raises(ValueError, match=r"matches\.jsonl:1: a match record of schema version 99, not 1 or 2"):
            reader.read_records(path)


def test_damaged_attempts_are_skipped_too(tmp_path):
    attempt = Attempt(match_id="a", error="gone", at="", requests=2)
    huge = attempt.line().replace('"requests":2', '"requests":' + "9" * 400)
    (tmp_path / "attempts.jsonl").write_text(f"{huge}\n{attempt.line()}\n")
    assert list(reader.attempts(tmp_path)) == [attempt]
    assert damage.count(tmp_path) == 1


def test_a_missing_path_is_an_error_and_an_empty_folder_is_not(tmp_path):
    assert reader.read_records(tmp_path) == []
    with pytest.raises(ValueError, match="nowhere does not exist"):
        reader.read_records(tmp_path / "nowhere")
