from pathlib import Path

import pytest

from gtarena.errors import UsageError
from gtarena.exports.clean_logs import PrivateNames, copy_logs, is_private
from gtarena.exports.secret_scan import SecretScan
from gtarena.logs import damage
from gtarena.logs.reader import read_records
from tests.support.records import call, llm, record, seat, write_log

KEY = "sk-" + "1234567890abcdef"


@pytest.mark.parametrize("host", [
    "localhost", "gpu7", "127.0.0.1", "10.1.2.3", "192.168.0.9", "[::1]", "box.local", "llm.corp"])
def test_hosts_of_private_networks_are_private_and_those_that_all_can_reach_are_not(host):
    assert is_private(host)
    assert not any(map(is_private, ("api.openai.com", "8.8.8.8", "openrouter.ai", "[2606:4700::1111]")))


def test_private_hosts_are_numbered_also_in_the_errors_of_servers():
    names = PrivateNames([])
    line = b'"http://gpu7:8000/v1" "http://gpu8/v1" "https://api.openai.com/v1" "http://gpu7:8000/v2"'
    assert names.without(line) == (
        b'"http://private-host-1/v1" "http://private-host-2/v1" "https://api.openai.com/v1" '
        b'"http://private-host-1/v2"')
    names = PrivateNames([])
    line = b"http://bob@gpu7:80/v1 cannot connect to gpu7:80 ['10.1.2.3', 80]; gpu7 and gpu70; http://[fe80::1%eth0]/v1"
    assert names.without(line) == (
        b"http://bob@private-host-1/v1 cannot connect to private-host-1 ['private-host-3', 80]; private-host-1 and "
        b"gpu70; http://private-host-2/v1")
    assert names.without(b"version 10.1.2.3.4, 1.10.1.2.3, localhost") == b"version 10.1.2.3.4, 1.10.1.2.3, localhost"


def test_paths_of_this_machine_and_homes_of_others_become_neutral_and_words_of_a_game_stay(tmp_path, monkeypatch):
    monkeypatch.setattr(Path, "home", lambda: Path("/home/annabel"))
    names = PrivateNames([tmp_path])
    line = f"/home/annabel/lists/a.txt {tmp_path}/x {tmp_path}er home/annabel https://a.org/home/x".encode()
    assert names.without(line).startswith(b"~/lists/a.txt LOGS/x ")
    assert names.without(line).endswith(b"er home/annabel https://a.org/home/x")
    names = PrivateNames([])
    assert names.without(rb'/home/bob/a.py file:///Users/al/b "C:\\Users\\Bob\\c"') == rb'~/a.py file://~/b "~\\c"'


def test_copies_have_the_same_matches_without_private_names(tmp_path):
    log = write_log(tmp_path / "run" / "mine.jsonl", record(
        "a", [llm(api_base="http://gpu7:8000/v1"), seat()], [1, -1], calls=[call()]))
    (tmp_path / "run" / "texts.jsonl").write_text("{}\n")
    copy_logs([log], tmp_path / "out", SecretScan({}), PrivateNames([log]))
    (copied,) = read_records(tmp_path / "out")
    assert copied.seats[0].params == {"api_base": "http://private-host-1/v1"}
    assert sorted(path.name for path in (tmp_path / "out").rglob("*.jsonl")) == ["matches-mine.jsonl", "texts.jsonl"]


def test_a_key_in_a_log_is_told_by_file_line_and_kind_and_not_shown(tmp_path):
    matches = [record("a", [llm(), seat()], [1, -1]), record("b", [llm(), seat()], [1, -1], calls=[call(reply=KEY)])]
    write_log(tmp_path / "run" / "matches.jsonl", *matches)
    with pytest.raises(UsageError, match=r"matches\.jsonl, line 2, holds a key as of OpenAI.*Revoke") as caught:
        copy_logs([tmp_path / "run"], tmp_path / "out", SecretScan({}), PrivateNames([]))
    assert KEY not in str(caught.value)


def test_lines_that_cannot_be_read_are_not_copied_because_they_could_hide_a_key(tmp_path):
    run = tmp_path / "run"
    sound = record("a", [llm(), seat()], [1, -1])
    write_log(run / "matches.jsonl", sound)
    later = sound.line().replace('"schema_version":2', '"schema_version":99')
    for name, unread in (("matches", later), ("texts", "{"), ("attempts", later), ("spending", f'{{"key":"{KEY}"}}')):
        with (run / f"{name}.jsonl").open("a") as file:
            file.write(f"{unread}\n")
    copy_logs([run], tmp_path / "out", SecretScan({}), PrivateNames([]))
    copied = {path.name: path.read_text() for path in (tmp_path / "out").rglob("*.jsonl")}
    assert copied == {"matches.jsonl": sound.line() + "\n", "texts.jsonl": "", "attempts.jsonl": "",
                      "spending.jsonl": ""}
    assert damage.summarise_skipped(run) == (
        "2 damaged records skipped; 2 records of a later schema (99) skipped; update gtarena to read them")
