import errno
import fcntl
import json
import os

import pytest

from gtarena.logs import store
from gtarena.logs.prompt_texts import sha256
from gtarena.metrics.frames import load_records
from tests.support.records import call, llm, record, seat

DUEL = [seat("mcts", simulations=10), seat("random")]


def write(path, *records):
    path.parent.mkdir(parents=True, exist_ok=True)
    for each in records:
        store.append_line(path, each.line())
    return path


def test_records_come_back_as_they_were_written_in_the_order_of_their_ids(tmp_path):
    b, a = record("b", DUEL, [1, -1]), record("a", [llm(), seat()], None, outcome="forfeit", offender=0, calls=[call()])
    write(tmp_path / "matches.jsonl", b, a)
    assert store.read_records(tmp_path) == [a, b]


def test_all_workers_files_below_a_sweep_folder_are_read_and_a_match_counts_once(tmp_path):
    a, b, c = (record(name, DUEL, [1, -1]) for name in "abc")
    write(tmp_path / "job0" / "matches-0.jsonl", a)
    write(tmp_path / "job0" / "matches-1.jsonl", b)
    write(tmp_path / "job1" / "deep" / "matches.jsonl", b, c)
    (tmp_path / "job0" / "other.jsonl").write_text("not ours")
    assert store.read_records(tmp_path / "job0", tmp_path) == [a, b, c]
    assert store.read_records(tmp_path / "job1" / "deep" / "matches.jsonl") == [b, c]


def test_records_are_read_anew_whenever_they_are_gone_through_and_none_is_held(tmp_path):
    a, b = (record(name, DUEL, [1, -1]) for name in "ab")
    path = write(tmp_path / "matches.jsonl", a)
    records = store.Records(tmp_path)
    assert list(records) == list(records) == [a]
    write(path, b, a)
    first, second = records
    assert (first, second) == (a, b)
    assert next(iter(records)) is not first


@pytest.mark.parametrize("rest", [b'{"schema_version": 1, "match_id": "b', b"\0\0\0\0", b'{"cut": "\xe2\x82'])
def test_a_torn_last_line_is_passed_over_with_a_warning_that_names_it(tmp_path, caplog, rest):
    a = record("a", DUEL, [1, -1])
    path = write(tmp_path / "matches.jsonl", a)
    path.write_bytes(path.read_bytes() + rest)
    assert store.read_records(tmp_path) == [a]
    assert [entry.message for entry in caplog.records] == [f"{path}:2: the last line is damaged and passed over"]


def test_a_damaged_line_elsewhere_is_an_error_that_names_it(tmp_path):
    path = write(tmp_path / "matches.jsonl", record("a", DUEL, [1, -1]))
    path.write_text(path.read_text() + "{torn\n" + record("b", DUEL, [1, -1]).line() + "\n")
    with pytest.raises(ValueError, match=r"matches\.jsonl:2: the line is damaged"):
        store.read_records(tmp_path)


def test_a_line_of_another_schema_is_an_error_and_never_taken_for_a_torn_one(tmp_path):
    path = tmp_path / "matches.jsonl"
    fields = json.loads(record("a", DUEL, [1, -1]).line())
    path.write_text(json.dumps(fields | {"schema_version": 99}) + "\n")
    with pytest.raises(ValueError, match=r"matches\.jsonl:1: no match record of schema version 1, but of 99"):
        store.read_records(path)
    path.write_text(json.dumps(fields | {"seed": "many"}) + "\n")
    with pytest.raises(ValueError, match=r"matches\.jsonl:1: no match record .* 1: seed: Input should be"):
        store.read_records(path)
    assert not store.repair(path)


def test_half_a_character_which_no_table_could_hold_is_refused_when_it_is_read(tmp_path):
    path = tmp_path / "matches.jsonl"
    path.write_text(json.dumps(json.loads(record("a", DUEL, [1, -1]).line()) | {"game": "\ud800"}) + "\n")
    with pytest.raises(ValueError, match=r"matches\.jsonl:1: no match record .* the line: Invalid JSON"):
        store.read_records(path)


def test_a_missing_path_is_an_error_and_an_empty_folder_is_not(tmp_path):
    assert store.read_records(tmp_path) == []
    with pytest.raises(ValueError, match="nowhere does not exist"):
        store.read_records(tmp_path / "nowhere")


def test_repair_cuts_off_a_torn_line_so_that_appending_goes_on_cleanly(tmp_path):
    a, b = record("a", DUEL, [1, -1]), record("b", DUEL, [-1, 1])
    path = write(tmp_path / "matches.jsonl", a)
    path.write_text(path.read_text() + b.line()[:50])
    assert store.repair(path)
    assert not store.repair(path)
    write(path, b)
    assert store.read_records(path) == [a, b]


def test_repair_keeps_a_whole_line_that_only_lacks_its_line_break(tmp_path):
    a, b = record("a", DUEL, [1, -1]), record("b", DUEL, [-1, 1])
    path = tmp_path / "matches.jsonl"
    path.write_text(a.line())
    assert not store.repair(path)
    write(path, b)
    assert store.read_records(path) == [a, b]


def test_an_empty_file_needs_no_repair(tmp_path):
    path = tmp_path / "matches.jsonl"
    path.touch()
    assert not store.repair(path)
    assert path.read_bytes() == b""


def test_a_line_that_did_not_fit_on_the_disk_leaves_no_trace(tmp_path, monkeypatch):
    path = write(tmp_path / "matches.jsonl", record("a", DUEL, [1, -1]))
    before, real = path.read_bytes(), os.write
    monkeypatch.setattr(os, "write", lambda descriptor, data: real(descriptor, data[: len(data) // 2]))
    with pytest.raises(OSError, match="no room for a line"):
        store.append_line(path, "x" * 100)
    assert path.read_bytes() == before


def test_texts_are_found_below_a_folder_and_beside_a_file_of_matches(tmp_path):
    path = write(tmp_path / "job" / "matches.jsonl", record("a", DUEL, [1, -1]))
    kept, other = "You play.\n\u2028é", "another"
    for text in (kept, other):
        store.append_line(tmp_path / "job" / "texts-0.jsonl", store.text_line(sha256(text), text))
    wanted = {sha256(kept), sha256("never stored")}
    assert store.read_texts(wanted, tmp_path) == store.read_texts(wanted, path) == {sha256(kept): kept}


def test_a_file_system_without_locks_is_no_obstacle(tmp_path, monkeypatch, caplog):
    def refuse(*arguments):
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(fcntl, "flock", refuse)
    with store.only_writer(tmp_path):
        assert "has no locks; run one gtarena at a time there" in caplog.text


def test_texts_are_on_the_disk_before_the_record_that_needs_them(tmp_path, monkeypatch):
    log, synced = store.Log(tmp_path), []
    monkeypatch.setattr(os, "fsync", lambda descriptor: synced.append(os.fstat(descriptor).st_ino))
    log.write(record("a", DUEL, [1, -1], calls=[call(texts=[log.put("Your move.")])]))
    assert synced == [(tmp_path / name).stat().st_ino for name in ("texts.jsonl", "matches.jsonl")]


def test_a_text_that_found_no_room_keeps_its_record_out_and_is_stored_with_the_next_one(tmp_path, monkeypatch):
    log, append = store.Log(tmp_path), store.append_line
    digest = log.put("Your move.")
    one, two = (record(name, DUEL, [1, -1], calls=[call(texts=[digest])]) for name in "ab")

    def no_room_for_texts(path, line):
        if path.name == "texts.jsonl":
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        append(path, line)

    with monkeypatch.context() as full:
        full.setattr(store, "append_line", no_room_for_texts)
        with pytest.raises(OSError, match="No space"):
            log.write(one)
    log.write(two)
    assert store.read_texts({digest}, tmp_path) == {digest: "Your move."}
    assert store.read_records(tmp_path) == [two]


def test_a_frame_of_matches_has_a_row_for_each(tmp_path):
    priced = record("a", [llm(), seat()], [1, -1], calls=[call(), call(cost=0.25)], params={"players": 2}, suite="s")
    unpriced = record("b", [llm(), seat()], None, outcome="invalid", offender=0, calls=[call(), call(cost=None)])
    frame = load_records(write(tmp_path / "matches.jsonl", priced, unpriced))
    first, second = frame.to_dict("records")
    assert (first["players"], first["agents"], first["models"]) == (2, ["llm", "random"], ["offline/random", None])
    assert (first["params"], first["returns"], first["suite"]) == ({"players": 2}, [1, -1], "s")
    assert (first["calls"], first["tokens_in"], first["tokens_out"], first["cost"]) == (2, 20, 4, 0.75)
    assert second["returns"] is None
    assert frame["cost"].isna().tolist() == [False, True]


def test_a_frame_of_no_matches_has_its_columns(tmp_path):
    frame = load_records(tmp_path)
    assert frame.empty
    assert {"match_id", "cost", "returns"} <= set(frame.columns)
