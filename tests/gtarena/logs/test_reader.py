import json
import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from gtarena.errors import UsageError
from gtarena.logs import damage, ledger, prompt_texts, reader, writer
from gtarena.logs.prompt_texts import (
    InMemoryTexts,
    TextPlaces,
    read_prompt_texts,
    read_text_hashes,
    refer,
    sha256,
    write_text_places,
)
from gtarena.logs.records import Attempt, MatchRecord
from gtarena.logs.writer import append_line, text_line
from tests.support.records import call, llm, record, seat, write_log
from tests.support.reported_matches import HOSTILE

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
        tmp_path, caplog, damaged, ending):
    a, b = (record(name, DUEL, [1, -1]) for name in "ab")
    path = write_log(tmp_path / "matches.jsonl", a)
    path.write_bytes(damaged + b"\n" + path.read_bytes() + b"\n" + b.line().encode() + b"\n" + damaged + ending)
    assert reader.read_records(tmp_path) == reader.read_records(tmp_path) == [a, b]
    assert reader.read_outcomes(tmp_path) == {"a": "finished", "b": "finished"}
    assert [re.sub(r"\(.*\)", "(...)", entry.message) for entry in caplog.records] == [
        f"{path}:{number}: the line is damaged and skipped (...); the command that wrote the file plays the match again"
        for number in (1, 5)]
    assert damage.summarise_skipped(tmp_path) == "2 damaged records skipped"


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


@pytest.mark.parametrize("fields", [{}, {"new_field": 1}, {"history": "packed"}, {"schema_version": 4}])
def test_a_record_of_a_later_schema_is_named_counted_and_skipped_whatever_its_fields_are(tmp_path, caplog, fields):
    good = record("b", DUEL, [1, -1])
    path = write_log(tmp_path / "matches.jsonl", good)
    row = {"schema_version": 99} | fields
    path.write_text(path.read_text() + changed(WITH_CALL.line(), **row) + "\n")
    before, version = path.read_bytes(), row["schema_version"]
    assert reader.read_records(tmp_path) == reader.read_records(tmp_path) == [good]
    assert caplog.messages == [
        f"{path}:2: the line is of a later schema ({version}) and skipped; update gtarena to read it"]
    assert damage.summarise_skipped(tmp_path) == (
        f"1 record of a later schema ({version}) skipped; update gtarena to read it")
    assert not writer.repair(path)
    assert path.read_bytes() == before


def test_a_match_of_a_later_schema_counts_as_played_unless_it_can_be_read_elsewhere(tmp_path):
    path = tmp_path / "matches.jsonl"
    path.write_text("\n".join([
        changed(WITH_CALL.line(), schema_version=99), changed(WITH_CALL.line(), schema_version=99, match_id="b"),
        '{"schema_version":99}', '{"schema_version":99,"match_id":["c"]}', WITH_CALL.line()]))
    assert reader.read_outcomes(tmp_path) == {"a": "finished", "b": "of a later schema"}
    assert reader.match_ids(tmp_path) == {"a", "b"}
    assert reader.read_records(tmp_path) == [WITH_CALL]
    assert damage.summarise_skipped(tmp_path) == "4 records of a later schema (99) skipped; update gtarena to read them"


@pytest.mark.parametrize("version", ["-1", "0", '"2"', '"99"', "null", "1e99", "99.0", "true", "[99]",
                                     '{"schema_version":99}'])
def test_a_schema_version_that_is_no_number_of_a_schema_is_damage(tmp_path, version):
    path = tmp_path / "matches.jsonl"
    path.write_text(WITH_CALL.line().replace('"schema_version":2', f'"schema_version":{version}') + "\n")
    assert reader.match_ids(tmp_path) == set()
    assert damage.summarise_skipped(tmp_path) == "1 damaged record skipped"


def test_ten_thousand_records_that_cannot_be_read_take_a_few_lines_to_tell(tmp_path, caplog):
    path = tmp_path / "matches.jsonl"
    later, good = changed(WITH_CALL.line(), schema_version=99), record("b", DUEL, [1, -1])
    path.write_text(f"{later}\n}}{{\n" * 5000 + good.line() + "\n")
    assert reader.read_records(tmp_path) == [good]
    assert len(caplog.messages) == 2 * (damage.SHOWN + 1)
    assert damage.summarise_skipped(tmp_path) == (
        "5,000 damaged records skipped; 5,000 records of a later schema (99) skipped; update gtarena to read them")


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=5)
_ROWS = st.builds(
    lambda row, changes: json.dumps(row | changes).encode(),
    st.sampled_from([json.loads(WITH_CALL.line()), {"match_id": "a", "error": "", "at": ""}, {"under_way": 1},
                     {"sha256": "0" * 64, "text": "a"}]),
    st.dictionaries(st.sampled_from(["schema_version", "match_id", "seats", "calls", "requests", "text", "new\x1b\n"]),
                    _JSON))
_ANY_LINE = (st.binary() | _ROWS | st.builds(lambda row, end: row[:end], _ROWS, st.integers(0, 400))).map(
    lambda line: line.replace(b"\n", b" "))


@given(_ANY_LINE)
@example(b"[" * 100_000)
@example(b'{"schema_version":' + b"9" * 5000 + b"}")
@example(b'{"schema_version":' + b"9" * 4000 + b',"match_id":"\\ud800"}')
def test_any_line_at_all_is_read_or_skipped_and_counted_by_every_reader(tmp_path_factory, line):
    folder = tmp_path_factory.mktemp("log")
    parsers = {"matches.jsonl": reader.match_row, "attempts.jsonl": reader.attempt_row,
               "spending.jsonl": ledger.ledger_row, "texts.jsonl": prompt_texts.text_row}
    for name, parse in parsers.items():
        (folder / name).write_bytes(line + b"\n" + line)
        read = list(reader.rows(folder / name, parse, "wait"))
        assert len(read) + damage.count_skipped(folder / name) == (2 if line.strip() else 0)
    assert damage.summarise_skipped(folder).isprintable()
    assert len(reader.read_outcomes(folder)) <= 1
    assert len(list(prompt_texts.iterate_texts(folder))) <= 1
    assert ledger.unfinished_spending(ledger.FinishedSpending(), folder).requests >= 0


def test_damaged_texts_and_attempts_are_skipped_too(tmp_path):
    attempt = Attempt(match_id="a", error="gone", at="", requests=2)
    huge = attempt.line().replace('"requests":2', '"requests":' + "9" * 400)
    (tmp_path / "attempts.jsonl").write_text(f"{huge}\n{attempt.line()}\n")
    assert list(reader.read_attempts(tmp_path)) == [attempt]
    assert damage.count_skipped(tmp_path) == 1
    (tmp_path / "texts.jsonl").write_text("{}\n[1]\n" + text_line("d", "text") + '\n{"sha256": 1, "text": 2}\n')
    assert read_text_hashes(tmp_path) == {"d"}
    assert damage.count_skipped(tmp_path) == 1 + 3


def test_a_missing_path_is_an_error_and_an_empty_folder_is_not_until_some_match_is_required(tmp_path):
    assert reader.read_records(tmp_path) == []
    with pytest.raises(ValueError, match="nowhere does not exist"):
        reader.read_records(tmp_path / "nowhere")
    with pytest.raises(UsageError, match="no matches to report: none has ended yet, or the logs are in another folder"):
        reader.Records(tmp_path).require_some("report")
    path = tmp_path / "matches.jsonl"
    path.write_text(changed(WITH_CALL.line(), schema_version=99) + "\n")
    with pytest.raises(UsageError, match=r"^no matches to replay: 1 record of a later schema \(99\) skipped; update"):
        reader.Records(path).require_some("replay")
    write_log(path, WITH_CALL)
    reader.Records(path).require_some("replay")


def places_of(*paths):
    return {row.match_id: place for place, row in reader.Records(*paths).placed() if isinstance(row, MatchRecord)}


def test_a_record_is_read_from_its_place_wherever_it_stands(tmp_path):
    a, b, odd = (record(name, DUEL, [1, -1]) for name in ("a", "b", f'c"\\é{HOSTILE}'))
    write_log(tmp_path / "one" / "matches.jsonl", a, odd)
    write_log(tmp_path / "two" / "matches-1.jsonl", b)
    reordered = json.loads(record("d", DUEL, [1, -1]).line())
    writer.append_line(tmp_path / "two" / "matches-1.jsonl", json.dumps(dict(reversed(reordered.items()))))
    places = places_of(tmp_path)
    assert set(places) == {"a", "b", "d", odd.match_id}
    assert [reader.read_record(match.match_id, places[match.match_id]) for match in (b, odd, a)] == [b, odd, a]
    assert reader.read_record("d", places["d"]).match_id == "d"
    assert [place.number for place in places.values()] == [1, 2, 1, 2]


def test_a_line_that_was_changed_after_it_was_read_is_none_of_the_match(tmp_path):
    file = write_log(tmp_path / "matches.jsonl", record("a", DUEL, [1, -1]), record("b", DUEL, [1, -1]))
    places = places_of(tmp_path)
    with pytest.raises(damage.DamagedLineError, match="match a is no longer in its log"):
        reader.read_record("a", places["b"])
    file.write_text("x" * file.stat().st_size)
    with pytest.raises(damage.DamagedLineError):
        reader.read_record("b", places["b"])


def test_a_line_is_told_once_and_counted_in_the_latest_reading_of_its_file(tmp_path, caplog):
    file = tmp_path / "matches.jsonl"
    for _ in range(2):
        damage.begin_reading(file)
        damage.skip_line(file, 7, "not JSON", "play it again")
    assert caplog.messages == [f"{file}:7: the line is damaged and skipped (not JSON); play it again"]
    assert damage.summarise_skipped(file) == "1 damaged record skipped"
    damage.begin_reading(file)  # repaired since
    assert damage.summarise_skipped(file) == ""


def test_files_below_a_folder_count_and_others_do_not(tmp_path):
    for name, number in (("a/deep/x", 1), ("a/y", 2), ("b/x", 1)):
        damage.begin_reading(tmp_path / name)
        damage.skip_line(tmp_path / name, number, "torn", "wait")
    assert damage.count_skipped(tmp_path / "a") == 2
    assert damage.count_skipped(tmp_path / "a" / "y", tmp_path / "b") == 2
    assert damage.summarise_skipped(tmp_path) == "3 damaged records skipped"


def test_a_file_full_of_damage_is_told_of_in_few_lines(tmp_path, caplog):
    damage.begin_reading(tmp_path)
    for number in range(1, 1001):
        damage.skip_line(tmp_path, number, "torn", "wait")
    assert len(caplog.messages) == damage.SHOWN + 1
    assert caplog.messages[-1] == f"{tmp_path}: has further damaged lines, which are skipped and counted"
    assert damage.summarise_skipped(tmp_path) == "1,000 damaged records skipped"


def test_both_kinds_are_told_and_counted_apart_and_few_versions_are_named(tmp_path, caplog):
    damage.begin_reading(tmp_path)
    damage.skip_line(tmp_path, 1, "torn", "wait")
    for number, version in enumerate([99, 3, 10**30, 7, 5], start=2):
        damage.skip_line(tmp_path, number, "torn", "wait", version)
    assert caplog.messages[0] == f"{tmp_path}:1: the line is damaged and skipped (torn); wait"
    assert caplog.messages[1] == (
        f"{tmp_path}:2: the line is of a later schema (99) and skipped; update gtarena to read it")
    assert caplog.messages[3] == (
        f"{tmp_path}:4: the line is of a later schema (1000000000000000000…) and skipped; update gtarena to read it")
    assert damage.summarise_skipped(tmp_path) == (
        "1 damaged record skipped; 5 records of a later schema (3, 5, 7, ...) skipped; update gtarena to read them")


def test_the_summary_is_told_only_if_there_is_one(tmp_path, caplog):
    damage.warn_of_skipped(tmp_path)
    damage.begin_reading(tmp_path)
    damage.skip_line(tmp_path, 1, "torn", "wait")
    damage.warn_of_skipped(tmp_path)
    assert caplog.messages[1:] == ["1 damaged record skipped"]


def test_what_a_line_holds_cannot_act_on_the_terminal(tmp_path, caplog):
    damage.begin_reading(tmp_path)
    damage.skip_line(tmp_path, 1, "\x1b[2J\n" * 1000, "wait")
    (told,) = caplog.messages
    assert "\x1b" not in told
    assert "\n" not in told
    assert len(told) < len(str(tmp_path)) + 300


def test_only_a_higher_whole_number_is_a_later_schema_and_each_fault_has_its_remedy() -> None:
    assert damage.read_later(b'{"schema_version": 3, "match_id": "a"}') == damage.Later(3, "a")
    assert damage.read_later(b'{"schema_version": 3, "match_id": 5}') == damage.Later(3)
    for data in (b'{"schema_version": 2}', b'{"schema_version": true}', b'{"schema_version": 3.0}', b"[3]", b"{", b"",
                 b'{"row": {"schema_version": 3}}', b"\xff", b"[" * 100_000):
        assert damage.read_later(data) is None
    assert damage.name_fault(b"{", "write it again") == "is damaged; write it again"
    assert damage.name_fault(b'{"schema_version": 9}', "write it again") == (
        "is of a later schema (9); update gtarena to read it")


ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"  # FIPS 180's example


def test_messages_refer_to_texts_and_pictures_by_sha256_that_are_stored_once():
    assert sha256("abc") == ABC
    assert sha256("\ud800") != sha256("?")  # half a character has a hash too
    texts = InMemoryTexts()
    (ref,) = refer(texts, [{"role": "user", "content": "Look.", "image": "abc"}])
    assert (texts[ref.sha256], ref.image, texts[ref.image]) == ("Look.", ABC, "abc")
    texts = InMemoryTexts()
    refs = refer(texts, [{"role": "system", "content": "abc"}, {"role": "user", "content": "abc"}])
    assert [(ref.role, ref.sha256) for ref in refs] == [("system", ABC), ("user", ABC)]
    assert texts == {ABC: "abc"}


def test_texts_are_found_by_their_digests_and_damaged_ones_are_not(tmp_path):
    texts = ["first", "line\nbreak \u2028 é", HOSTILE, "twice"]
    for run in ("run0", "run1"):
        (tmp_path / run).mkdir()
    for place, text in enumerate(texts):
        append_line(tmp_path / f"run{place % 2}" / "texts.jsonl", text_line(sha256(text), text))
    append_line(tmp_path / "run0" / "texts.jsonl", text_line(sha256("torn"), "torn")[:-3])
    append_line(tmp_path / "run0" / "texts.jsonl", text_line(sha256("twice"), "twice")[:-1])
    append_line(tmp_path / "run0" / "texts.jsonl", json.dumps({"text": "other order", "sha256": sha256("other order")}))
    write_text_places(tmp_path / "places", tmp_path)
    found = TextPlaces(tmp_path / "places")
    assert [found.get(sha256(text)) for text in texts] == texts
    assert found.get(sha256("other order")) == "other order"
    assert found.get(sha256("torn")) is None
    assert found.get(sha256("missing")) is None
    found.close()


def test_texts_beside_a_file_of_matches_are_found_with_secrets_hidden_and_errors_name_what_cannot_be_read(
        tmp_path, monkeypatch):
    path = write_log(tmp_path / "matches.jsonl", record("a", [seat(), seat()], [1, -1]))
    append_line(tmp_path / "texts.jsonl", text_line(sha256("the key-0123456789"), "the key-0123456789"))
    monkeypatch.setenv("SOME_API_KEY", "key-0123456789")
    write_text_places(tmp_path / "places", path)
    assert TextPlaces(tmp_path / "places").get(sha256("the key-0123456789")) == "the [hidden]"
    with pytest.raises(UsageError, match="does not exist"):
        write_text_places(tmp_path / "other places", tmp_path / "nothing")
    with pytest.raises(OSError, match="unable to open"):
        write_text_places(tmp_path / "no folder" / "places", tmp_path)


def test_texts_are_found_below_a_folder_and_beside_a_file_of_matches(tmp_path):
    path = write_log(tmp_path / "job" / "matches.jsonl", record("a", [seat(), seat()], [1, -1]))
    kept, other = "You play.\n\u2028é", "another"
    for text in (kept, other):
        append_line(tmp_path / "job" / "texts-0.jsonl", text_line(sha256(text), text))
    wanted = {sha256(kept), sha256("never stored")}
    assert read_prompt_texts(wanted, tmp_path) == read_prompt_texts(wanted, path) == {sha256(kept): kept}
