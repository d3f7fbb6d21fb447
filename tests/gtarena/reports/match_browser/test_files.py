import errno
import json
import logging
import os
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest

from gtarena.errors import UsageError
from gtarena.logs.prompt_texts import sha256
from gtarena.logs.writer import append_line, text_line
from gtarena.reports.match_browser import files
from gtarena.reports.match_browser.files import FOLDER, remove_others, write_files
from tests.support.match_files import opened, unpacked
from tests.support.records import call, llm, record, seat, steps, write_log
from tests.support.reported_matches import HOSTILE, hostile
from tests.support.suite_matches import log_read

DUEL = [llm(), seat()]
BET = {"history": steps((-1, 0), (-1, 1), (0, 1), (1, 0))}


def played(number: int, **fields):
    digests = [sha256(f"prompt {number}"), sha256("same")]
    return record(f"m{number:03}", DUEL, [1, -1], calls=[call(0, 2, texts=digests, actions=[1])], **(BET | fields))


def logged(folder: Path, *matches):
    """Writes a log with the matches and their prompts; returns its path."""
    for match in matches:
        write_log(folder / "matches.jsonl", match)
        append_line(folder / "texts.jsonl", text_line(sha256(f"prompt {int(match.match_id[1:])}"),
                                                      f"prompt {int(match.match_id[1:])}"))
    append_line(folder / "texts.jsonl", text_line(sha256("same"), "same"))
    return folder


def browsed(out: Path, log: Path, *matches, processes=1):
    read = log_read(log)
    return write_files(read, read.seats.frame({match.match_id for match in matches}), out, processes)


def contents(out: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (out / FOLDER).iterdir()}


def planned(folder: Path, *ids: str) -> None:
    folder.mkdir(exist_ok=True)
    (folder / "plan.json").write_text(json.dumps(dict.fromkeys(ids, "kuhn_poker")))


def test_matches_stand_in_the_order_of_the_plan_and_those_that_it_lacks_as_they_ended(tmp_path):
    for name, numbers in (("a", (3, 1, 2, 5, 4)), ("b", (0, 9, 7))):
        logged(tmp_path / "log" / name, *map(played, numbers))
    planned(tmp_path / "log" / "a", "m004", "m002", "m006", "m003")
    read = log_read(tmp_path / "log")
    in_order = ["m004", "m002", "m003", "m001", "m005", "m000", "m009", "m007"]
    browser = write_files(read, read.seats.frame(), tmp_path)
    assert unpacked(browser.index)["columns"]["id"] == in_order
    assert [opened(tmp_path / FOLDER / name)["matches"][0]["id"] for name in browser.files] == ["m004"]
    (tmp_path / "log" / "a" / "plan.json").write_text("{")
    browser = write_files(read, read.seats.frame(), tmp_path)
    assert unpacked(browser.index)["columns"]["id"] == [
        "m003", "m001", "m002", "m005", "m004", "m000", "m009", "m007"]


def test_the_index_leads_to_every_match(tmp_path):
    matches = [played(number) for number in reversed(range(120))]
    planned(tmp_path / "log", *(f"m{number:03}" for number in range(120)))
    browser = browsed(tmp_path, logged(tmp_path / "log", *matches), *matches)
    index = unpacked(browser.index)
    assert browser.matches == 120
    assert index["columns"]["id"] == [f"m{number:03}" for number in range(120)]
    assert index["columns"]["file"] == [0] * 50 + [1] * 50 + [2] * 20
    assert index["seatings"] == [["llm offline/random", "random"]]
    assert browser.files == {f"{digest}.js" for digest in index["files"]} == set(contents(tmp_path))
    for number in (0, 50, 119):
        file = opened(tmp_path / FOLDER / f"{index['files'][index['columns']['file'][number]]}.js")
        (match,) = [each for each in file["matches"] if each["id"] == f"m{number:03}"]
        (asked,) = match["turns"][2]["calls"]
        assert [file["texts"][ref["sha256"]] for ref in asked["messages"]] == [f"prompt {number}", "same"]
        assert match["seats"][0]["name"] == "llm offline/random"


def test_files_are_the_same_with_one_process_and_with_two_and_whenever_they_are_made(tmp_path):
    matches = [played(number) for number in range(101)]
    log = logged(tmp_path / "log", *matches)
    one = browsed(tmp_path / "one", log, *matches)
    assert len(one.files) == 3
    assert one == browsed(tmp_path / "two", log, *matches, processes=2)
    assert contents(tmp_path / "one") == contents(tmp_path / "two")


def test_a_file_is_one_line_of_plain_characters_in_which_secrets_are_hidden(tmp_path, monkeypatch: pytest.MonkeyPatch):
    match = hostile()
    write_log(tmp_path / "a" / "log" / "matches.jsonl", match)
    append_line(tmp_path / "a" / "log" / "texts.jsonl", text_line(sha256(HOSTILE), HOSTILE))
    browser = browsed(tmp_path / "a", tmp_path / "a" / "log", match)
    (name,) = browser.files
    data = (tmp_path / "a" / FOLDER / name).read_bytes()
    assert data.count(b"\n") == 1
    assert data.isascii()
    assert not set(data) & set(b"<>&'\\\x1b\x00")
    assert browser.index.isascii()
    assert "<script>" in opened(tmp_path / "a" / FOLDER / name)["matches"][0]["turns"][0]["calls"][0]["reply"]
    secret = 'sesame "open" 0123456789'
    match = record(secret, [seat(secret), seat()], None, error=secret, outcome="invalid", params={"a": secret},
                   game="gone", calls=[call(0, 0, reply=f"it is {secret}", texts=[sha256(secret)])])
    write_log(tmp_path / "b" / "log" / "matches.jsonl", match)
    append_line(tmp_path / "b" / "log" / "texts.jsonl", text_line(sha256(secret), secret))
    log = log_read(tmp_path / "b" / "log")
    monkeypatch.setenv("SOME_API_KEY", secret)
    browser = write_files(log, log.seats.frame(), tmp_path / "b")
    (name,) = browser.files
    for held in (opened(tmp_path / "b" / FOLDER / name), unpacked(browser.index)):
        assert "sesame" not in json.dumps(held)
        assert "[hidden]" in json.dumps(held)
    assert opened(tmp_path / "b" / FOLDER / name)["texts"] == {sha256(secret): "[hidden]"}


def test_damaged_matches_do_not_stop_the_others_and_large_ones_get_files_of_their_own(
        tmp_path, monkeypatch: pytest.MonkeyPatch):
    matches = [played(0), played(1), played(2, game="gone"), played(3)]
    folder = logged(tmp_path / "a" / "log", *matches)
    log, file, line = log_read(folder), folder / "matches.jsonl", matches[1].line()
    file.write_text(file.read_text().replace(line, line[:-9].ljust(len(line))))
    browser = write_files(log, log.seats.frame(), tmp_path / "a")
    assert unpacked(browser.index)["columns"]["id"] == ["m000", "m002", "m003"]
    (name,) = browser.files
    problems = [match["problem"] for match in opened(tmp_path / "a" / FOLDER / name)["matches"]]
    assert [problem is None for problem in problems] == [True, False, True]
    matches = [played(number, game="gone", error="x" * 3000) for number in range(5)]
    log = logged(tmp_path / "b" / "log", *matches)
    monkeypatch.setattr(files, "LARGEST_FILE", 5000)
    assert unpacked(browsed(tmp_path / "b", log, *matches).index)["columns"]["file"] == [0, 0, 1, 1, 2]


def test_old_files_are_removed_and_what_is_not_ours_stays(tmp_path):
    matches = [played(0), played(1)]
    log = logged(tmp_path / "log", *matches)
    old = browsed(tmp_path, log, matches[0])
    new = browsed(tmp_path, log, *matches)
    assert set(contents(tmp_path)) == old.files | new.files
    target = tmp_path / "target"
    target.write_text("precious")
    foreign = {"notes.js", "0123456789abcdef.txt", "0123456789ABCDEF.js", "x0123456789abcdef.js", "a.js"}
    for name in foreign:
        (tmp_path / FOLDER / name).write_text("mine")
    (tmp_path / FOLDER / "0123456789abcdef.js").symlink_to(target)
    (tmp_path / FOLDER / "fedcba9876543210.js").mkdir()
    remove_others(tmp_path, new)
    assert {path.name for path in (tmp_path / FOLDER).iterdir()} == new.files | foreign | {
        "0123456789abcdef.js", "fedcba9876543210.js"}
    remove_others(tmp_path, None)
    assert new.files.isdisjoint(path.name for path in (tmp_path / FOLDER).iterdir())
    assert target.read_text() == "precious"


def test_a_link_in_place_of_the_folder_is_not_followed(tmp_path):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "0123456789abcdef.js").write_text("precious")
    (tmp_path / FOLDER).symlink_to(elsewhere)
    match = played(0)
    with pytest.raises(UsageError, match="report_files is a link"):
        browsed(tmp_path, logged(tmp_path / "log", match), match)
    remove_others(tmp_path, None)
    assert [path.name for path in elsewhere.iterdir()] == ["0123456789abcdef.js"]


def test_files_that_find_no_room_or_processes_that_die_leave_older_files_and_the_report(
        tmp_path, monkeypatch: pytest.MonkeyPatch):
    matches = [played(0), played(1)]
    log = logged(tmp_path / "log", *matches)
    browsed(tmp_path, log, matches[0])
    before = contents(tmp_path)

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(OSError, match="No space left"):
        browsed(tmp_path, log, *matches)
    assert contents(tmp_path) == before


def test_a_process_that_dies_costs_the_match_browser_alone(tmp_path, monkeypatch: pytest.MonkeyPatch, caplog):
    def died(*_: object) -> None:
        raise BrokenProcessPool("died")

    monkeypatch.setattr(files, "map_in_order", died)
    match = played(0)
    with caplog.at_level(logging.WARNING):
        assert browsed(tmp_path, logged(tmp_path / "log", match), match) is None
    assert "the report has no match browser" in caplog.text
