import json
import sqlite3
from contextlib import closing

import pytest

from gtarena.errors import UnfinishedError, UsageError
from gtarena.logs.reader import match_ids
from gtarena.models import shared_file
from gtarena.models.settings import ModelSettings
from gtarena.runs.matches.runner import Ended
from gtarena.runs.run import RunResult, play_missing
from gtarena.runs.settings import CacheSettings, GameSettings, RunSettings

KEPT = "The same command plays them again; finished ones are kept."


def settings(**given):
    return RunSettings(**{"game": GameSettings("nim"), "agents": ("random",), "matches": 2, **given})


def test_only_missing_matches_are_played(tmp_path):
    first = play_missing(settings(), tmp_path)
    assert (first.played, first.present, first.unfinished) == (2, 0, ())
    more = play_missing(settings(matches=5), tmp_path)
    assert (more.played, more.present, more.unfinished) == (3, 2, ())
    assert len(match_ids(tmp_path)) == 5


def test_the_plan_of_the_latest_command_is_kept_in_the_folder(tmp_path):
    for matches in (3, 2):
        play_missing(settings(matches=matches), tmp_path)
    planned = json.loads((tmp_path / "plan.json").read_text())
    assert len(planned) == 2
    assert planned.keys() < match_ids(tmp_path)
    assert set(planned.values()) == {"nim"}


@pytest.mark.parametrize("given", [
    {"agents": ("llm", "random"), "model": ModelSettings("openai/gpt-4o")},
    {"agents": ("llm@openai/gpt-4o", "random")},
])
def test_a_model_without_a_key_is_refused_before_anything_is_written(tmp_path, monkeypatch, given):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(UsageError, match=r"openai/gpt-4o: no API key; set .* OPENAI_API_KEY"):
        play_missing(settings(**given), tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_model_that_nobody_plays_with_needs_no_key(tmp_path, monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    assert play_missing(settings(model=ModelSettings("openai/gpt-4o")), tmp_path).played == 2


NOWHERE = CacheSettings(path="/dev/null/cache.sqlite")


@pytest.mark.parametrize("agents", [("random",), ("llm", "random")])
def test_a_run_without_a_remote_model_needs_no_place_for_a_cache(tmp_path, agents):
    assert play_missing(settings(agents=agents, cache=NOWHERE), tmp_path).unfinished == ()


def test_a_cache_that_cannot_be_written_is_refused_with_the_remedies_before_anything_is_written(tmp_path):
    local = ModelSettings("openai/x", "http://127.0.0.1:9/v1")
    with pytest.raises(UsageError, match=r"^/dev/null/cache\.sqlite cannot be opened: .*cache\.path=.*cache\.en"):
        play_missing(settings(agents=("llm", "random"), model=local, cache=NOWHERE), tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_cache_that_another_process_keeps_is_told_before_anything_is_written(tmp_path, monkeypatch):
    monkeypatch.setattr(shared_file, "PATIENCE", 0.0)
    cache, folder = CacheSettings(path=str(tmp_path / "cache.sqlite")), tmp_path / "run"
    folder.mkdir()
    local = ModelSettings("openai/x", "http://127.0.0.1:9/v1")
    with closing(sqlite3.connect(cache.file, isolation_level=None)) as other:
        other.execute("PRAGMA journal_mode=WAL")
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(UsageError, match=r"cache\.sqlite: another process keeps it locked \(cache\.path="):
            play_missing(settings(agents=("llm", "random"), model=local, cache=cache), folder)
    assert list(folder.iterdir()) == []


def test_an_agents_mistake_in_a_match_is_the_users_and_costs_only_that_agents_matches(tmp_path):
    result = play_missing(settings(agents=("random", "fixed:pile:1, take:1")), tmp_path)
    assert (result.played, len(result.unfinished)) == (0, 2)
    with pytest.raises(
        UsageError, match=r"'pile:1, take:1' is not a legal move .*\(2 matches could not be finished; finished"
    ):
        result.check()


def test_a_session_sums_up_in_a_line():
    assert str(RunResult(3, 2, (Ended("a", "gone"),))) == (
        "3 matches played, 2 already there, 1 unfinished")


def test_a_session_without_unfinished_matches_passes():
    RunResult(3, 2, ()).check()


def test_unfinished_matches_are_counted_by_reason_with_the_most_frequent_first():
    unfinished = tuple(Ended(str(number), reason) for number, reason in enumerate(["gone", "late", "late"]))
    with pytest.raises(UnfinishedError) as raised:
        RunResult(0, 0, unfinished).check()
    assert str(raised.value) == f"3 matches could not be finished (2 x late; 1 x gone). {KEPT}"


def test_after_five_reasons_the_others_are_counted():
    unfinished = tuple(Ended(str(number), f"reason {number}") for number in range(7))
    with pytest.raises(UnfinishedError, match=r"1 x reason 4; and 2 other reasons\)"):
        RunResult(0, 0, unfinished).check()


def test_one_failure_that_is_not_a_mistake_makes_the_run_unfinished():
    with pytest.raises(UnfinishedError):
        RunResult(0, 0, (Ended("a", "wrong", mistake=True), Ended("b", "gone"))).check()
    with pytest.raises(UsageError, match=r"^wrong \(1 match could not be finished; finished ones are kept\)$"):
        RunResult(0, 0, (Ended("a", "wrong", mistake=True),)).check()
