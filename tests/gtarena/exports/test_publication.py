import json
from pathlib import Path

import pandas as pd
import pytest

from gtarena.errors import UsageError
from gtarena.exports.publication import MANIFEST, Wishes, publish
from gtarena.logs.prompt_texts import sha256
from gtarena.logs.reader import read_records
from tests.support.records import call, llm, record, seat, write_log

KEY = "sk-" + "1234567890abcdef"


@pytest.fixture
def run(tmp_path):
    matches = [record(name, [llm(api_base="http://gpu7:8000/v1"), seat()], [value, -value],
                      calls=[call(texts=[sha256("Hello")])]) for name, value in (("a", 1), ("b", -1))]
    write_log(tmp_path / "run" / "matches.jsonl", *matches)
    (tmp_path / "run" / "texts.jsonl").write_text(json.dumps({"sha256": sha256("Hello"), "text": "Hello"}) + "\n")
    return tmp_path / "run"


def names(folder):
    return {path.relative_to(folder).as_posix() for path in Path(folder).rglob("*") if path.is_file()}


def test_a_publication_has_card_pages_data_and_logs_and_no_private_name(run, tmp_path, capsys):
    out = tmp_path / "public"
    assert publish([run], out, Wishes("My run", logs=True)) == len(names(out))
    assert {"README.md", "index.html", "report.html", MANIFEST, "leaderboard.csv", "data/matches.parquet",
            "data/seats.parquet", "data/decisions.parquet", "data/texts.parquet", "logs/1-run/matches.jsonl",
            "logs/1-run/texts.jsonl"} <= names(out)
    assert capsys.readouterr().out == ""
    assert all(b"gpu7" not in file.read_bytes() and str(tmp_path).encode() not in file.read_bytes()
               for file in out.rglob("*") if file.is_file())
    assert pd.read_parquet(out / "data" / "decisions.parquet")["match_id"].tolist() == ["a", "b"]
    assert [each.match_id for each in read_records(out / "logs")] == ["a", "b"]
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_an_earlier_publication_is_replaced_and_other_files_stay(run, tmp_path):
    out = tmp_path / "public"
    publish([run], out, Wishes("My run", logs=True))
    data = {name: (out / name).read_bytes() for name in names(out) if name.startswith(("data", "README", "index"))}
    (out / ".gitattributes").write_text("mine")
    publish([run], out, Wishes("My run"))
    assert {name: (out / name).read_bytes() for name in data} == data  # the same bytes
    assert (out / ".gitattributes").read_text() == "mine"
    assert not (out / "logs").exists()


def test_a_file_that_was_changed_by_hand_is_not_overwritten(run, tmp_path):
    out = tmp_path / "public"
    publish([run], out, Wishes("My run"))
    (out / "README.md").write_text("my words")
    with pytest.raises(UsageError, match=r"README\.md was changed after it was published"):
        publish([run], out, Wishes("My run"))
    assert (out / "README.md").read_text() == "my words"


def test_a_folder_with_something_else_is_refused(run, tmp_path):
    (tmp_path / "public").mkdir()
    (tmp_path / "public" / "thesis.tex").write_text("mine")
    with pytest.raises(UsageError, match="is no earlier publication: choose a folder that is empty or does not exist"):
        publish([run], tmp_path / "public", Wishes("T"))
    for inside in (run / "public", tmp_path):
        with pytest.raises(UsageError, match="are in one another"):
            publish([run], inside, Wishes("T"))
    (tmp_path / "public" / MANIFEST).write_text(json.dumps({"files": {"../run/matches.jsonl": "0"}}))
    with pytest.raises(UsageError, match="which is not a file of that folder"):
        publish([run], tmp_path / "public", Wishes("T"))


def test_a_secret_stops_the_publication_before_there_is_a_folder(run, tmp_path, monkeypatch):
    with pytest.raises(UsageError, match=r"README\.md would hold a key as of OpenAI") as caught:
        publish([run], tmp_path / "public", Wishes(f"About {KEY}"))
    assert KEY not in str(caught.value)
    write_log(run / "matches.jsonl", record("c", [llm(), seat()], [1, -1], calls=[call(reply=f"It is {KEY}")]))
    with pytest.raises(UsageError, match=r"matches\.jsonl, line 3, holds a key as of OpenAI"):
        publish([run], tmp_path / "public", Wishes("T"))
    assert not (tmp_path / "public").exists()


def test_values_of_the_environment_are_hidden_before(run, tmp_path, monkeypatch):
    write_log(run / "matches.jsonl", record("c", [llm(), seat()], [1, -1], calls=[call(reply="It is open-sesame-17")]))
    monkeypatch.setenv("MY_PASSWORD", "open-sesame-17")
    publish([run], tmp_path / "public", Wishes("T"))
    assert pd.read_parquet(tmp_path / "public" / "data" / "decisions.parquet")["reply"].tolist()[2] == "It is [hidden]"
