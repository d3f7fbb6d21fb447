import json

import pytest

from gtarena.errors import UnfinishedError, UsageError
from gtarena.logs.reader import match_ids
from gtarena.models.settings import ModelSettings
from gtarena.runs.matches.workers import Ended
from gtarena.runs.resume import RunResult, play_missing
from gtarena.runs.settings import CacheSettings, GameSettings, RunSettings

KEPT = "The same command plays them again; finished ones are kept."


def settings(**given):
    return RunSettings(**{"game": GameSettings("nim"), "agents": ("random",), "matches": 2, **given})


def test_only_missing_matches_are_played_and_the_plan_of_the_latest_command_is_kept(tmp_path):
    first = play_missing(settings(), tmp_path)
    assert (first.played, first.present, first.unfinished) == (2, 0, ())
    more = play_missing(settings(matches=5), tmp_path)
    assert (more.played, more.present, more.unfinished) == (3, 2, ())
    assert len(match_ids(tmp_path)) == 5
    play_missing(settings(), tmp_path)
    planned = json.loads((tmp_path / "plan.json").read_text())
    assert len(planned) == 2
    assert planned.keys() < match_ids(tmp_path)
    assert set(planned.values()) == {"nim"}


NOWHERE = CacheSettings(path="/dev/null/cache.sqlite")


@pytest.mark.parametrize("agents", [("random",), ("llm", "random")])
def test_a_run_without_a_remote_model_needs_no_place_for_a_cache(tmp_path, agents):
    assert play_missing(settings(agents=agents, cache=NOWHERE), tmp_path).unfinished == ()


def test_a_cache_that_cannot_be_written_is_refused_and_an_agents_mistake_costs_its_own_matches_alone(tmp_path):
    local = ModelSettings("openai/x", "http://127.0.0.1:9/v1")
    with pytest.raises(UsageError, match=r"^/dev/null/cache\.sqlite cannot be opened: .*cache\.path=.*cache\.en"):
        play_missing(settings(agents=("llm", "random"), model=local, cache=NOWHERE), tmp_path)
    assert list(tmp_path.iterdir()) == []
    result = play_missing(settings(agents=("random", "fixed:pile:1, take:1")), tmp_path)
    assert (result.played, len(result.unfinished)) == (0, 2)
    with pytest.raises(
        UsageError, match=r"'pile:1, take:1' is not a legal move .*\(2 matches could not be finished; finished"):
        result.check()


def test_a_session_sums_up_in_a_line_and_passes_if_all_is_finished_or_names_one_real_failure():
    assert str(RunResult(3, 2, (Ended("a", "gone"),))) == "3 matches played, 2 already there, 1 unfinished"
    RunResult(3, 2, ()).check()
    with pytest.raises(UnfinishedError):
        RunResult(0, 0, (Ended("a", "wrong", mistake=True), Ended("b", "gone"))).check()
    with pytest.raises(UsageError, match=r"^wrong \(1 match could not be finished; finished ones are kept\)$"):
        RunResult(0, 0, (Ended("a", "wrong", mistake=True),)).check()


@pytest.mark.parametrize(("reasons", "told"), [
    (["gone", "late", "late"], f"3 matches could not be finished (2 x late; 1 x gone). {KEPT}"),
    (map(str, range(7)), "7 matches could not be finished (1 x 0; 1 x 1; 1 x 2; 1 x 3; 1 x 4; and 2 other reasons). "
                         + KEPT)])
def test_unfinished_matches_are_counted_by_the_five_most_frequent_reasons(reasons, told):
    with pytest.raises(UnfinishedError) as raised:
        RunResult(0, 0, tuple(Ended(str(number), reason) for number, reason in enumerate(reasons))).check()
    assert str(raised.value) == told
