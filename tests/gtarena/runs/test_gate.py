import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from gtarena.agents.presets import AgentPreset, all_presets
from gtarena.errors import UsageError
from gtarena.models.budget import Limits
from gtarena.models.cache import ResponseCache
from gtarena.models.settings import ModelSettings
from gtarena.runs.gate import admit_run
from gtarena.runs.resume import play_missing
from gtarena.runs.settings import CacheSettings, GameSettings, RunSettings

RUN = RunSettings(game=GameSettings("kuhn_poker"), agents=("llm",), matches=2, cache=CacheSettings(enabled=False))
NEEDS_A_KEY = replace(RUN, model=ModelSettings("openai/gpt-4o"))


@pytest.fixture(autouse=True)
def _no_key(monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.delenv("OPENAI_API_BASE", raising=False)


def test_what_is_admitted_are_all_matches_and_nothing_is_written(tmp_path):
    settings = replace(RUN, cache=CacheSettings(path=str(tmp_path / "cache" / "replies.sqlite")))
    assert len(admit_run(settings, tmp_path / "run")) == 2
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("changes", "message"), [
    ({"model": ModelSettings("openai/gpt-4o")}, r"openai/gpt-4o: no API key; set .* OPENAI_API_KEY"),
    ({"agents": ("llm@openai/gpt-4o", "random")}, "openai/gpt-4o: no API key"),
    ({"model": ModelSettings("openai/x", "http://127.0.0.1:9/v1"), "budget": Limits(usd=1)}, "price"),
    ({"agents": ("random",), "presets": {
        **all_presets(), "idle": AgentPreset("idle", {"kind": "mcts", "simulations": 0})}},
     "agent idle: simulations=0 is not a whole number from 1"),
    ({"prompt": "v9"}, "unknown prompt version 'v9'"), ({"game": GameSettings("kuhn_poker", {"players": 99})}, "99")])
def test_what_cannot_be_played_is_refused(tmp_path, changes, message):
    with pytest.raises(UsageError, match=message):
        admit_run(replace(RUN, **changes), tmp_path / "run")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_in_which_nothing_can_be_made_is_refused_whatever_its_permissions_are(tmp_path):
    (tmp_path / "file").touch()
    for folder, reason in ((tmp_path / "file", "Not a directory"), (tmp_path / "file" / "x", "Not a directory"),
                           (tmp_path / ("x" * 300), "File name too long")):
        with pytest.raises(OSError, match=reason):
            admit_run(RUN, folder)
    with pytest.raises(OSError, match="/proc/x") as refused:
        admit_run(RUN, Path("/proc/x"))
    assert refused.value.filename == "/proc/x"


def test_a_run_is_admitted_where_an_event_loop_runs_already(tmp_path):
    ResponseCache(tmp_path / "replies.sqlite").close()
    local = replace(RUN, model=ModelSettings("openai/x", "http://127.0.0.1:9/v1"),
                    cache=CacheSettings(path=str(tmp_path / "replies.sqlite")))

    async def among_others() -> int:
        return len(admit_run(local, tmp_path / "run"))

    assert asyncio.run(among_others()) == 2


def test_a_file_that_is_no_cache_is_refused_and_a_key_is_needed_only_for_matches_that_are_missing(tmp_path):
    (tmp_path / "replies.sqlite").write_text("something else of the user's " * 40)
    local = ModelSettings("openai/x", "http://127.0.0.1:9/v1")
    with pytest.raises(UsageError, match="is not a response cache, or is damaged"):
        admit_run(replace(RUN, model=local, cache=CacheSettings(path=str(tmp_path / "replies.sqlite"))), tmp_path)
    played = replace(NEEDS_A_KEY, agents=("random",))
    play_missing(played, tmp_path)
    assert len(admit_run(played, tmp_path)) == 2
    with pytest.raises(UsageError, match="no API key"):
        admit_run(NEEDS_A_KEY, tmp_path)
