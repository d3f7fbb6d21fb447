import base64
import gzip
import json
import shutil
from pathlib import Path

import pandas as pd
import pytest

from gtarena.errors import UsageError
from gtarena.exports.clean_logs import PrivateNames, copy_logs, is_private
from gtarena.exports.publication import MANIFEST, Wishes, _check, _earlier, _move, _sha256, _workshop, publish
from gtarena.exports.secret_scan import SecretScan
from gtarena.logs import damage
from gtarena.logs.prompt_texts import sha256
from gtarena.logs.reader import read_records
from gtarena.logs.stopping import StoppingState, write_stopping
from tests.support.records import call, llm, record, seat, write_log

KEY = "sk-" + "1234567890abcdef"


def write_run(folder):
    matches = [record(name, [llm(api_base="http://gpu7:8000/v1"), seat()], [value, -value],
                      calls=[call(texts=[sha256("Hello")], reply="It is open-sesame-17")])
               for name, value in (("a", 1), ("b", -1))]
    write_log(folder / "matches.jsonl", *matches)
    (folder / "texts.jsonl").write_text(json.dumps({"sha256": sha256("Hello"), "text": "Hello"}) + "\n")
    return folder


@pytest.fixture
def run(tmp_path):
    return write_run(tmp_path / "run")


@pytest.fixture(scope="module")
def published(tmp_path_factory):
    """A folder with a run and its publication, made while a password was in the environment."""
    folder = tmp_path_factory.mktemp("published")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MY_PASSWORD", "open-sesame-17")
        publish([write_run(folder / "run")], folder / "public", Wishes("My run", logs=True))
    return folder


def names(folder):
    return {path.relative_to(folder).as_posix() for path in Path(folder).rglob("*") if path.is_file()}


def test_a_publication_has_card_pages_data_and_logs_without_private_names(published):
    out = published / "public"
    assert {"README.md", "index.html", "report.html", MANIFEST, "leaderboard.csv", "data/matches.parquet",
            "data/seats.parquet", "data/decisions.parquet", "data/texts.parquet", "logs/1-run/matches.jsonl",
            "logs/1-run/texts.jsonl"} <= names(out)
    assert set(json.loads((out / MANIFEST).read_text())["files"]) == names(out) - {MANIFEST}
    assert pd.read_parquet(out / "data" / "decisions.parquet")["match_id"].tolist() == ["a", "b"]
    assert [each.match_id for each in read_records(out / "logs")] == ["a", "b"]
    assert sorted(path.name for path in published.iterdir()) == ["public", "run"]
    for file in filter(Path.is_file, (published / "public").rglob("*")):
        for private in ("gpu7", "open-sesame-17", str(published)):
            assert private.encode() not in file.read_bytes()
    replies = pd.read_parquet(published / "public" / "data" / "decisions.parquet")["reply"]
    assert replies.tolist() == ["It is [hidden]"] * 2


def test_the_report_of_a_run_that_stopped_has_the_intervals_of_such_runs(run, tmp_path):
    write_stopping(run, StoppingState("decided:0.1"))
    publish([run], tmp_path / "public", Wishes("My run", logs=True))
    assert "Runs stopped as soon as enough was known" in (tmp_path / "public" / "report.html").read_text()
    assert not [name for name in names(tmp_path / "public") if name.endswith("stopping.json")]


def test_an_earlier_publication_is_replaced_and_other_files_stay(published, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("MY_PASSWORD", "open-sesame-17")
    out = Path(shutil.copytree(published / "public", tmp_path / "public"))
    data = {name: (out / name).read_bytes() for name in names(out) if name.startswith(("data", "README", "index"))}
    (out / ".gitattributes").write_text("mine")
    assert publish([published / "run"], out, Wishes("My run")) == len(names(out)) - 1
    assert capsys.readouterr().out == ""
    assert {name: (out / name).read_bytes() for name in data} == data  # the same bytes
    assert (out / ".gitattributes").read_text() == "mine"
    assert not (out / "logs").exists()


def test_a_file_that_was_changed_by_hand_is_not_overwritten(published, tmp_path):
    out = Path(shutil.copytree(published / "public", tmp_path / "public"))
    (out / "README.md").write_text("my words")
    with pytest.raises(UsageError, match=r"README\.md was changed after it was published"):
        publish([published / "run"], out, Wishes("My run"))
    assert (out / "README.md").read_text() == "my words"


def test_a_folder_with_something_else_is_refused(run, tmp_path):
    (tmp_path / "public").mkdir()
    (tmp_path / "public" / "thesis.tex").write_text("mine")
    with pytest.raises(UsageError, match="is no earlier publication: choose a folder that is empty or does not exist"):
        publish([run], tmp_path / "public", Wishes("T"))
    for source, inside in ((run, run / "public"), (run, tmp_path), (run / "matches.jsonl", run / "public")):
        with pytest.raises(UsageError, match="are in one another"):
            publish([source], inside, Wishes("T"))
    (tmp_path / "public" / MANIFEST).write_text(json.dumps({"files": {"../run/matches.jsonl": "0"}}))
    with pytest.raises(UsageError, match="which is not a file of that folder"):
        publish([run], tmp_path / "public", Wishes("T"))


def test_a_secret_stops_the_publication_before_there_is_a_folder(run, tmp_path):
    with pytest.raises(UsageError, match=r"the title would hold a key as of OpenAI") as caught:
        publish([run], tmp_path / "public", Wishes(f"About {KEY}"))
    assert KEY not in str(caught.value)
    write_log(run / "matches.jsonl", record("c", [llm(), seat()], [1, -1], calls=[call(reply=f"It is {KEY}")]))
    with pytest.raises(UsageError, match=r"matches\.jsonl, line 3, holds a key as of OpenAI"):
        publish([run], tmp_path / "public", Wishes("T"))
    assert [path.name for path in tmp_path.iterdir()] == ["run"]


def test_after_a_kill_while_files_are_moved_the_next_call_begins_anew(published, tmp_path, monkeypatch):
    monkeypatch.setenv("MY_PASSWORD", "open-sesame-17")
    out, made = Path(shutil.copytree(published / "public", tmp_path / "public")), tmp_path / "made"
    shutil.copytree(published / "public", made)
    (made / "README.md").write_text("new")
    listed = json.loads((made / MANIFEST).read_text())
    listed["files"]["README.md"] = _sha256(made / "README.md")
    (made / MANIFEST).write_text(json.dumps(listed))
    earlier = _earlier([published / "run"], out)
    replace, moved = Path.replace, []

    def stop(path, target):
        moved.append(path)
        if len(moved) == 3:
            raise KeyboardInterrupt
        return replace(path, target)

    monkeypatch.setattr(Path, "replace", stop)
    with pytest.raises(KeyboardInterrupt):
        _move(made, list(listed["files"]), out, earlier)
    assert names(out) == {MANIFEST, "README.md"}
    assert _earlier([published / "run"], out) == listed["files"]


def test_the_remains_of_a_kill_are_removed_and_no_folder_is_left_behind(tmp_path):
    (tmp_path / "new" / ".gtarena-public" / "logs").mkdir(parents=True)
    with _workshop(tmp_path / "new" / "public") as (logs, made):
        assert (logs.exists(), list(made.iterdir())) == (False, [])
        with pytest.raises(UsageError, match="another gtarena is writing"), _workshop(tmp_path / "new" / "public"):
            pass
    assert list((tmp_path / "new").iterdir()) == []
    with _workshop(tmp_path / "other" / "public"):
        pass
    assert not (tmp_path / "other").exists()


def test_what_somebody_else_has_put_in_the_way_stays(tmp_path):
    out, made = tmp_path / "public", tmp_path / "made"
    for folder in (out, made):
        folder.mkdir()
        (folder / "index.html").write_text(folder.name)
    with pytest.raises(UsageError, match=r"index\.html is in the way"):
        _move(made, ["index.html"], out, {})
    assert (out / "index.html").read_text() == "public"
    (out / "data").symlink_to(tmp_path)
    with pytest.raises(UsageError, match=r"data is a link"):
        _move(made, ["data/a.parquet"], out, {})


def test_every_file_is_searched_with_its_name_once_it_is_written(tmp_path):
    (tmp_path / "a.html").write_text("nothing")
    (tmp_path / "b.html").write_text(f"<p>{KEY}</p>")
    with pytest.raises(UsageError, match=r"^nothing was published: b\.html would hold a key as of OpenAI"):
        _check(tmp_path, ["a.html", "b.html"], SecretScan({}))
    (tmp_path / f"{KEY}.csv").touch()
    with pytest.raises(UsageError, match=r"would hold a key as of OpenAI") as caught:
        _check(tmp_path, [f"{KEY}.csv"], SecretScan({}))
    assert KEY not in str(caught.value)


@pytest.mark.parametrize("host", [
    "localhost", "gpu7", "127.0.0.1", "10.1.2.3", "192.168.0.9", "[::1]", "box.local", "llm.corp"])
def test_hosts_of_private_networks_are_private_and_those_that_all_can_reach_are_not(host):
    assert is_private(host)
    assert not any(map(is_private, ("api.openai.com", "8.8.8.8", "openrouter.ai", "[2606:4700::1111]")))


def test_private_hosts_are_numbered_and_paths_of_homes_become_neutral_unlike_words_of_a_game(tmp_path, monkeypatch):
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
    monkeypatch.setattr(Path, "home", lambda: Path("/home/annabel"))
    names = PrivateNames([tmp_path])
    line = f"/home/annabel/lists/a.txt {tmp_path}/x {tmp_path}er home/annabel https://a.org/home/x".encode()
    assert names.without(line).startswith(b"~/lists/a.txt LOGS/x ")
    assert names.without(line).endswith(b"er home/annabel https://a.org/home/x")
    names = PrivateNames([])
    assert names.without(rb'/home/bob/a.py file:///Users/al/b "C:\\Users\\Bob\\c"') == rb'~/a.py file://~/b "~\\c"'


def test_a_line_with_a_neutral_name_has_no_places_in_its_replies_any_more(tmp_path):
    names = PrivateNames([tmp_path])
    kept = rb'{"reply":"\"answer_span\":[1,2], {\"move\": 3}","answer_span":[22,33],"failure":null}'
    assert names.without(kept) == kept
    assert names.without(kept.replace(b" {", b" /home/bob {")) == (
        rb'{"reply":"\"answer_span\":[1,2], ~ {\"move\": 3}","failure":null}')


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


@pytest.fixture
def scan():
    return SecretScan({"the path of your home folder": b"/home/ann"})


def test_the_value_of_a_variable_is_found_in_every_encoding_and_never_told(monkeypatch):
    monkeypatch.setenv("SOME_API_KEY", "correct-horse-battery")
    scan = SecretScan({})
    secret = b"correct-horse-battery"
    for form in (secret, base64.b64encode(b"x " + secret), secret.hex().encode()):
        assert scan.kinds(b"a " + form + b" b") == ["the value of the environment variable SOME_API_KEY"]
    assert scan.kinds(b"correct-horse") == []


OPENAI, STATED = "a key as of OpenAI or Anthropic (sk-...)", "a key in an address or a setting (api_key=...)"


@pytest.mark.parametrize(("text", "kind"), [
    *((text, OPENAI) for text in (
        KEY, f'{{"reply":"\\n{KEY}"}}', f"<p>{KEY}</p>", f"key={KEY}", rf"\u0073{KEY[1:]}", rf"\\u0073{KEY[1:]}",
        base64.b64encode(f"it is {KEY}!".encode()).decode())),
    *((text, STATED) for text in (
        "https://example.org/v1?sig=0123456789abcdef", "x-api-key: 0123456789abcdef",
        r'{\"api_key\":\"0123456789abcdef\"}')), ("in /home/ann/results", "the path of your home folder")])
def test_a_key_is_found_by_its_shape_and_what_stands_before_it_and_private_names_are_too(scan, text, kind):
    assert scan.kinds(text.encode()) == [kind]


@pytest.mark.parametrize("text", [
    "sk-learn-based-classifiers", "Basic understandings-of-games", "0123456789abcdef" * 4, "https://a.org/?key=intro",
    '{"api_key":null}', "a task-force of 1234567890abcdef", "[hidden]", "https://example.org:443/a",
    "Bearer [hidden]", "sk-1"])
def test_other_texts_are_no_secrets(scan, text):
    assert scan.kinds(text.encode()) == []


def test_packed_data_and_parquet_are_unpacked_and_pictures_are_not_read_as_words(scan, tmp_path):
    remark = base64.b64encode(b"\x89PNG\r\n\x1a\n\x00tEXtComment\x00" + KEY.encode() + b"\x00" * 200).decode()
    assert scan.kinds(f'<img src="data:image/png;base64,{remark}">'.encode()) != []
    noise = base64.b64encode(bytes(range(256)) * 4).decode()
    packed = base64.b64encode(gzip.compress(json.dumps({"reply": KEY, "other": noise}).encode())).decode()
    assert len(packed) > 200
    assert scan.kinds(f'gtarena_matches("x","{packed}");'.encode()) == ["a key as of OpenAI or Anthropic (sk-...)"]
    assert scan.kinds(f'<img src="data:image/png;base64,{"A" * 200}/eyJ{"a" * 60}">'.encode()) == []
    file = tmp_path / "a.parquet"
    pd.DataFrame({"reply": ["hello " * 50] * 50 + [KEY], "seat": range(51)}).to_parquet(file, compression="zstd")
    assert scan.kinds_in_file(file) == ["a key as of OpenAI or Anthropic (sk-...)"]
