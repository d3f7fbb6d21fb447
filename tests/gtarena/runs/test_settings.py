from pathlib import Path

import pytest

from gtarena.agents.presets import shipped_presets
from gtarena.errors import UsageError
from gtarena.models.cache import default_path
from gtarena.runs.settings import CacheSettings, GameSettings, PlannedGame, RunSettings


def test_the_cache_is_a_file_of_the_users_unless_another_is_named():
    assert CacheSettings().file == default_path()
    with pytest.raises(UsageError, match=r"^cache\.path is an empty path"):
        assert CacheSettings(path="").file
    assert CacheSettings(path="~/replies.sqlite").file == Path.home() / "replies.sqlite"


def test_a_cache_that_is_off_has_no_file():
    assert CacheSettings(enabled=False, path="replies.sqlite").file is None


def test_a_run_has_the_shipped_presets_and_one_worker_by_default():
    settings = RunSettings()
    assert settings.presets == shipped_presets()
    assert (settings.workers, settings.prompt, settings.pairings, settings.agents) == (1, "v1", "all", None)
    assert (settings.draws, settings.players) == ("paired", None)


@pytest.mark.parametrize("matches", [0, -1, "3", True, 2.0])
def test_a_game_of_a_suite_is_played_a_whole_number_of_times(matches):
    with pytest.raises(UsageError) as refused:
        PlannedGame(GameSettings("nim"), ("random",), matches)
    assert str(refused.value) == f"matches={matches!r} of nim is not a whole number of at least 1"


@pytest.mark.parametrize(("given", "message"), [
    ({"agents": ()}, "agents=[] names no agent: list at least one, as in agents=[llm,random]"),
    ({"pairings": "some"}, "pairings=some is not all or opponents"),
    ({"draws": "same"}, "draws=same is not paired or fresh"),
    ({"sides": "left"}, "sides=left is not rotated or drawn"),
    ({"matches": 0}, "matches=0 is not a whole number of at least 1"),
    ({"workers": 0}, "workers=0 is not a whole number of at least 1"),
    *(({"name": name}, f"name={name} names no folder of its own in results/: give the run a name, or leave it out")
      for name in ("", "..", "a/../..", "/tmp/elsewhere", " /elsewhere")),
])
def test_values_that_make_no_run_are_refused_with_what_is_allowed(given, message):
    with pytest.raises(UsageError) as refused:
        RunSettings(**given)
    assert str(refused.value) == message


@pytest.mark.parametrize("name", [["a"], 3, None])
def test_a_game_is_named_by_a_text(name):
    with pytest.raises(UsageError, match=r"^game\.name=.* is not the name of a game"):
        GameSettings(name)


def test_the_limits_per_minute_are_counted_beside_the_cache_even_if_it_is_off(tmp_path):
    for settings in (CacheSettings(path=str(tmp_path / "c.sqlite")),
                     CacheSettings(enabled=False, path=str(tmp_path / "c.sqlite"))):
        assert settings.queues == tmp_path / "limits.sqlite"
    assert CacheSettings().queues.parent == CacheSettings().file.parent
