import json

import pytest

from gtarena.logs import reader, writer
from gtarena.logs.prompt_texts import sha256
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


@pytest.mark.parametrize("rest", [b'{"schema_version": 1, "match_id": "b', b"\0\0\0\0", b'{"cut": "\xe2\x82'])
def test_a_torn_last_line_is_passed_over_with_a_warning_that_names_it(tmp_path, caplog, rest):
    a = record("a", DUEL, [1, -1])
    path = write_log(tmp_path / "matches.jsonl", a)
    path.write_bytes(path.read_bytes() + rest)
    assert reader.read_records(tmp_path) == [a]
    assert [entry.message for entry in caplog.records] == [f"{path}:2: the last line is damaged and skipped"]


def test_a_damaged_line_elsewhere_is_an_error_that_names_it(tmp_path):
    path = write_log(tmp_path / "matches.jsonl", record("a", DUEL, [1, -1]))
    path.write_text(path.read_text() + "{torn\n" + record("b", DUEL, [1, -1]).line() + "\n")
    with pytest.raises(ValueError, match=r"matches\.jsonl:2: the line is damaged"):
        reader.read_records(tmp_path)


def test_a_line_of_another_schema_is_an_error_and_never_taken_for_a_torn_one(tmp_path):
    path = tmp_path / "matches.jsonl"
    fields = json.loads(record("a", DUEL, [1, -1]).line())
    path.write_text(json.dumps(fields | {"schema_version": 99}) + "\n")
    with pytest.raises(ValueError, match=r"matches\.jsonl:1: a match record of schema version 99, not 1 or 2"):
        reader.read_records(path)
    path.write_text(json.dumps(fields | {"seed": "many"}) + "\n")
    with pytest.raises(ValueError, match=r"matches\.jsonl:1: not a match record .* 2: seed: Input should be"):
        reader.read_records(path)
    assert not writer.repair(path)


def test_half_a_character_which_no_table_could_hold_is_refused_when_it_is_read(tmp_path):
    path = tmp_path / "matches.jsonl"
    path.write_text(json.dumps(json.loads(record("a", DUEL, [1, -1]).line()) | {"game": "\ud800"}) + "\n")
    with pytest.raises(ValueError, match=r"matches\.jsonl:1: not a match record .* the line: Invalid JSON"):
        reader.read_records(path)


def test_a_missing_path_is_an_error_and_an_empty_folder_is_not(tmp_path):
    assert reader.read_records(tmp_path) == []
    with pytest.raises(ValueError, match="nowhere does not exist"):
        reader.read_records(tmp_path / "nowhere")


def test_texts_are_found_below_a_folder_and_beside_a_file_of_matches(tmp_path):
    path = write_log(tmp_path / "job" / "matches.jsonl", record("a", DUEL, [1, -1]))
    kept, other = "You play.\n\u2028é", "another"
    for text in (kept, other):
        writer.append_line(tmp_path / "job" / "texts-0.jsonl", writer.text_line(sha256(text), text))
    wanted = {sha256(kept), sha256("never stored")}
    assert reader.read_texts(wanted, tmp_path) == reader.read_texts(wanted, path) == {sha256(kept): kept}
