import json
import shutil
from pathlib import Path

import pandas as pd
import pytest

from gtarena.errors import UsageError
from gtarena.exports.publication import MANIFEST, Wishes, _check, _earlier, _move, _sha256, _workshop, publish
from gtarena.exports.secret_scan import SecretScan
from gtarena.logs.prompt_texts import sha256
from gtarena.logs.reader import read_records
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


def test_a_publication_has_card_pages_data_and_logs(published):
    out = published / "public"
    assert {"README.md", "index.html", "report.html", MANIFEST, "leaderboard.csv", "data/matches.parquet",
            "data/seats.parquet", "data/decisions.parquet", "data/texts.parquet", "logs/1-run/matches.jsonl",
            "logs/1-run/texts.jsonl"} <= names(out)
    assert set(json.loads((out / MANIFEST).read_text())["files"]) == names(out) - {MANIFEST}
    assert pd.read_parquet(out / "data" / "decisions.parquet")["match_id"].tolist() == ["a", "b"]
    assert [each.match_id for each in read_records(out / "logs")] == ["a", "b"]
    assert sorted(path.name for path in published.iterdir()) == ["public", "run"]


def test_private_names_and_values_of_the_environment_are_hidden(published):
    for file in filter(Path.is_file, (published / "public").rglob("*")):
        for private in ("gpu7", "open-sesame-17", str(published)):
            assert private.encode() not in file.read_bytes()
    replies = pd.read_parquet(published / "public" / "data" / "decisions.parquet")["reply"]
    assert replies.tolist() == ["It is [hidden]"] * 2


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
    """Stops the second publication at its third file, with what a kill leaves of the workshop beside it."""
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
    left = tmp_path / "new" / ".gtarena-public" / "logs"
    left.mkdir(parents=True)
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
