import itertools
import os
import re
import sqlite3
import stat
from pathlib import Path

import pytest

from gtarena import games
from gtarena.cli import doctor
from gtarena.cli.planned_jobs import PlannedJob
from gtarena.models import shared_file
from gtarena.models.settings import ModelSettings
from gtarena.runs.settings import CacheSettings, RunSettings
from tests.support.hostile_answers import HOSTILE
from tests.support.openai_server import error

WELL = "all checks passed"
UNWELL = "some checks failed: see the lines that begin with FAIL"


@pytest.fixture(autouse=True)
def _no_keys(monkeypatch):
    for variable in list(os.environ):
        if variable.endswith(("_API_KEY", "_API_BASE", "_BASE_URL")):
            monkeypatch.delenv(variable)


def findings(out: str) -> dict[str, tuple[str, str]]:
    """Returns the mark and the finding of each line by its subject."""
    lines = [re.fullmatch(r"(ok|FAIL) +(.*?): (.*)", line) for line in out.splitlines()]
    return {line[2]: (line[1], line[3]) for line in lines if line}


def test_all_is_well_offline(command, tmp_path):
    shown = command("doctor", f"cache.path={tmp_path / 'kept' / 'replies.sqlite'}")
    found = findings(shown.out)
    assert (shown.code, shown.complaints) == (0, [WELL])
    assert len(found) == len(shown.out.splitlines())
    assert {mark for mark, _ in found.values()} == {"ok"}
    assert re.search(r"Python 3\.\d+\.\d+, gtarena .*, open_spiel .*, litellm ", found["installation"][1])
    assert found["response cache"][1].endswith("replies.sqlite, 0 replies, 0.0 MB")
    assert found["keys in the environment"][1] == "none"
    words = found["model offline/random"][1]
    assert re.fullmatch(r"answered in .* s, .* cost \$0\.00; at most 16 requests at a time", words)


@pytest.mark.parametrize("words", [
    ("game=nim", "agents=[llm@gtp/4]"), ("game=nim", "agents=[llm]", "model.name=openai/gpt-4o"),
    ("game=nim", "agents=[random]", "hydra.run.dir=/dev/null/x"), ("game=nim", "agents=[always:999]"),
    ("game=nim", "agents=[random]", "hydra.run.dir=${nosuch}"), ("game=nim", "seed=1,2"),
    ("game=nim", "agents=[random]", "hydra.run.dir=/proc/x")])
def test_what_a_run_refuses_doctor_refuses_in_the_same_line(command, tmp_path, words):
    run, shown = command(*words), command("doctor", *words)
    assert (shown.code, shown.out, shown.err) == (run.code, run.out, run.err)
    assert (shown.code, len(shown.err.splitlines())) == (2, 1)
    assert list(tmp_path.iterdir()) == []


def test_a_model_that_is_not_called_needs_no_key_and_a_cache_that_is_not_there_is_not_made(command, tmp_path):
    shown = command("doctor", "game=nim", "agents=[random]", "model.name=openai/gpt-4o",
                    f"cache.path={tmp_path / 'replies.sqlite'}")
    assert (shown.code, shown.complaints) == (0, [WELL])
    assert not any(subject.startswith("model") for subject in findings(shown.out))
    assert list(tmp_path.iterdir()) == []


def test_a_missing_key_is_named_and_a_failing_server_asked_no_second_time(command, openai_server):
    shown = command("doctor", "model.name=openai/gpt-4o", "cache.enabled=false")
    found = findings(shown.out)
    assert (shown.code, shown.complaints) == (3, [UNWELL])
    assert found["model openai/gpt-4o"] == ("FAIL", "no API key; set the environment variable OPENAI_API_KEY")
    assert found["response cache"] == ("ok", "off")
    openai_server.reply = lambda payload: error(500, "out of order")
    shown = command("doctor", "model.name=openai/x", f"model.api_base={openai_server.api_base}")
    mark, words = findings(shown.out)["model openai/x"]
    assert (shown.code, mark, words.partition(";")[0]) == (3, "FAIL", "its server failed")
    assert len(openai_server.received) == 1


def test_each_model_is_asked_once_and_cheaply_also_one_that_describes_pictures(command, openai_server, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "a-key-of-mine")
    monkeypatch.setenv("OPENAI_API_BASE", openai_server.api_base)
    shown = command(
        "doctor", "model.name=openai/one", "model.max_tokens=9000",
        "agents=[llm,llm@openai/one,cot@openai/two,random]", "model.requests_per_minute=60", "model.retries=6")
    assert shown.code == 0
    found = findings(shown.out)
    assert found["keys in the environment"] == ("ok", "OPENAI_API_KEY")
    assert "a-key-of-mine" not in shown.out + shown.err
    assert re.fullmatch(
        r"answered in .* s, 11 tokens in, 7 out, price unknown \(budget.usd cannot be kept\); "
        r"at most 16 requests at a time, 60 requests a minute; "
        r"model.name=hosted_vllm/one takes less time per call \(its key, if it needs one: HOSTED_VLLM_API_KEY\)",
        found["model openai/one"][1])
    payloads = [request.payload for request in openai_server.received]
    assert [(payload["model"], payload["max_tokens"]) for payload in payloads] == [("one", 64), ("two", 64)]
    openai_server.reply = lambda payload: "Answer: yes"
    for observation, asked in (("image", []), ("described", ["eyes"])):
        openai_server.received.clear()
        command("doctor", "cache.enabled=false", "agent.llm.describer=openai/eyes",
                f"agent.llm.observation={observation}")
        assert [received.payload["model"] for received in openai_server.received] == asked


@pytest.mark.parametrize("address", ["https://api.openai.com/v1", "https://eu.api.openai.com/v1", None])
def test_openai_itself_is_called_by_its_own_name(address):
    assert list(doctor._hints(ModelSettings("openai/one", api_base=address))) == []
    assert list(doctor._hints(ModelSettings("hosted_vllm/one", api_base="http://127.0.0.1:9/v1"))) == []


@pytest.mark.parametrize("name", ["error_code_text", "error_code_null", "gzip_bomb", "usage_huge"])
def test_a_hostile_server_is_a_finding_and_no_crash(command, openai_server, name, monkeypatch):
    monkeypatch.setattr(openai_server, "respond", HOSTILE[name])
    shown = command("doctor", "model.name=openai/x", f"model.api_base={openai_server.api_base}")
    mark, _ = findings(shown.out)["model openai/x"]
    assert (mark, shown.code) == (("ok", 0) if name == "usage_huge" else ("FAIL", 3))


@pytest.mark.parametrize(("name", "told"), [
    ("openai/x", "nothing answers at http://127.0.0.1:9/v1; "), ("opnai/x", "did you mean openai")])
def test_what_is_not_there_is_told_by_its_address_or_its_name(command, name, told):
    shown = command("doctor", f"model.name={name}", "model.api_base=http://127.0.0.1:9/v1")
    assert shown.code == 3
    assert told in findings(shown.out)[f"model {name}"][1]


def test_a_cache_that_is_none_or_that_another_process_keeps_is_told(command, tmp_path, monkeypatch):
    file = tmp_path / "replies.sqlite"
    file.write_text("no database, but some other file of the user's " * 20)
    before = file.read_bytes()
    shown = command("doctor", f"cache.path={file}")
    assert shown.code == 3
    mark, words = findings(shown.out)["response cache"]
    assert (mark, words.partition(" (")[0]) == ("FAIL", f"{file} is not a response cache, or is damaged")
    assert file.read_bytes() == before
    monkeypatch.setattr(shared_file, "PATIENCE", 0.0)
    file = tmp_path / "kept.sqlite"
    with sqlite3.connect(file) as other:
        other.execute("BEGIN EXCLUSIVE")
        shown = command("doctor", f"cache.path={file}")
    other.close()
    assert shown.code == 3
    assert findings(shown.out)["response cache"] == (
        "FAIL", f"{file}: another process keeps it locked (cache.path=FILE sets another file, cache.enabled=false "
        "uses none)")


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is forbidden to the superuser")
def test_a_folder_that_cannot_be_written_is_told(command, tmp_path):
    tmp_path.chmod(stat.S_IRUSR | stat.S_IXUSR)
    shown = command("doctor", "cache.enabled=false")
    tmp_path.chmod(stat.S_IRWXU)
    assert (shown.code, findings(shown.out)["results"][0]) == (3, "FAIL")


def test_a_broken_open_spiel_is_told(monkeypatch):
    def broken(name: str, params: object) -> None:
        raise ImportError("no such library")

    monkeypatch.setattr(games, "load", broken)
    job = PlannedJob(RunSettings(cache=CacheSettings(enabled=False)), Path("results"))
    found = list(itertools.islice(doctor.checks(job), 2))
    assert str(found[1]) == "FAIL  OpenSpiel: no such library; install open_spiel again"
