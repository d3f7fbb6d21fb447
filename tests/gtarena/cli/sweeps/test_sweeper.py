import json
from pathlib import Path

import pytest
from hydra.core.override_parser.overrides_parser import OverridesParser

from gtarena.cli.sweeps import sweeper
from gtarena.cli.sweeps.combinations import MOST_JOBS, combinations_of
from gtarena.cli.sweeps.sweeper import _announce_wait, _kind, _parts
from gtarena.errors import UsageError
from gtarena.logs.writer import only_writer

pytestmark = pytest.mark.usefixtures("without_report")
WORDS = ("-m", "game=kuhn_poker", "agents=[random]", "matches=1")


def states(folder: Path) -> dict[str, str]:
    return {path.parent.name: json.loads(path.read_text())["state"] for path in folder.rglob("job.json")}


def test_a_sweep_is_planned_before_its_first_job_and_skips_what_is_done(command, tmp_path):
    assert command(*WORDS, "seed=0,1", "name=x").code == 0
    again = command(*WORDS, "seed=range(0,3)", "name=x")
    assert again.out.splitlines()[:3] == [
        "sweep of 3 jobs, 2 of them done already", "  over seed (3)",
        "  all with game=kuhn_poker agents=[random] matches=1 name=x"]
    plan = json.loads((tmp_path / "results" / "x" / "sweep.json").read_text())
    assert [name.rpartition("-")[0] for name in plan["jobs"]] == ["seed=0", "seed=1", "seed=2"]
    assert plan["shared"] == ["game=kuhn_poker", "agents=[random]", "matches=1", "name=x"]
    assert plan["varying"] == [["seed=0"], ["seed=1"], ["seed=2"]]
    assert plan["skipped"] == plan["jobs"][:2]
    assert states(tmp_path / "results" / "x") == dict.fromkeys(plan["jobs"], "done")
    # A job is not done if its matches are gone.
    (tmp_path / "results" / "x" / plan["jobs"][1] / "matches.jsonl").unlink()
    third = command(*WORDS, "seed=range(0,3)", "name=x")
    assert third.out.splitlines()[0] == "sweep of 3 jobs, 2 of them done already"
    assert third.out.splitlines()[3] == f"{plan['jobs'][1]}: 1 match played, 0 already there, 0 unfinished"


def test_folders_may_be_named_after_numbers(command, tmp_path):
    words = (*WORDS, "hydra.sweep.subdir=job${hydra.job.num}", "name=x")
    assert command(*words, "seed=0,1").code == 0
    again = command(*words, "seed=0,5,2")
    assert (again.code, again.out.splitlines()[0]) == (0, "sweep of 3 jobs, 1 of them done already")
    assert states(tmp_path / "results" / "x") == {"job0": "done", "job1": "done", "job2": "done"}


def test_two_sweeps_never_run_in_one_folder(command, tmp_path):
    folder = tmp_path / "results" / "x"
    folder.mkdir(parents=True)
    (folder / "error.json").write_text("of the first")
    with only_writer(folder):
        shown = command(*WORDS, "seed=0,1", "name=x")
    assert (shown.code, shown.complaints) == (2, ["gtarena: another gtarena is writing to results/x"])
    assert {path.name for path in folder.iterdir()} == {".lock", "error.json"}


@pytest.mark.parametrize(("swept", "both", "name"), [
    ("budget.calls=1,5", "budget.calls=1 and budget.calls=5", "job"),
    ("seed=1,1", "the same job and the same job", "seed=1")])
def test_two_jobs_of_a_sweep_never_share_a_folder(command, tmp_path, swept, both, name):
    shown = command(*WORDS, swept, "name=x")
    assert shown.code == 2
    assert shown.complaints[0].startswith(f"gtarena: {both} would have the same folder in a sweep, results/x/{name}-")
    assert list(tmp_path.rglob("job.json")) == []


def test_numbers_of_a_kind_are_checked_once_every_game_with_all_its_parameters_and_seeds_are_all_alike():
    assert _kind("seed=1") == _kind("seed=22") != _kind("seed=1.5")
    assert _kind("game=nim") != _kind("game=chess")
    first = _parts(["game=a", "game.x=1", "game.y=1", "seed=1"])
    assert _parts(["game=a", "game.x=1", "game.y=1", "seed=2"]) <= first
    seen = first | _parts(["game=a", "game.x=2", "game.y=1", "seed=1"]) | _parts(["game=a", "game.x=1", "game.y=2"])
    assert not _parts(["game=a", "game.x=2", "game.y=2", "seed=1"]) <= seen


def test_a_check_that_takes_a_while_is_announced_once(monkeypatch, capsys):
    assert (list(_announce_wait("checking", "abc")), capsys.readouterr().err) == (["a", "b", "c"], "")
    monkeypatch.setattr(sweeper, "QUIET", -1)
    assert list(_announce_wait("checking", "abc")) == ["a", "b", "c"]
    assert capsys.readouterr().err == "gtarena: checking 3 jobs before the first begins\n"


def test_the_jobs_of_a_sweep_share_one_budget_and_its_plan_is_written_by_the_module_that_hydra_finds(command, tmp_path):
    words = ("-m", "game=kuhn_poker", "agents=[llm]", "matches=2", "cache.path=c.sqlite", "model.concurrency=1")
    stopped = command(*words, "seed=0,1,2", "budget.calls=7")
    assert stopped.code == 3
    lines = [line for path in tmp_path.rglob("spending*.jsonl") for line in path.read_text().splitlines()]
    assert sum(json.loads(line).get("requests", 0) for line in lines) == 7
    assert "budget.calls=7 is spent: 7 used" in stopped.err
    assert command(*words, "seed=0,1,2", "budget.calls=100").code == 0  # each command has a budget of its own
    from hydra_plugins.hydra_gtarena_sweeper import GtarenaSweeper

    assert issubclass(GtarenaSweeper, sweeper.Sweeper)


def combined(*words: str) -> list[list[str]]:
    return combinations_of(OverridesParser.create().parse_overrides(list(words)))


def test_every_value_is_combined_with_every_other_and_a_sweep_of_any_size_counted_at_once():
    assert combined("a=1,2", "b=x", "c=range(0,2)") == [
        ["a=1", "b=x", "c=0"], ["a=1", "b=x", "c=1"], ["a=2", "b=x", "c=0"], ["a=2", "b=x", "c=1"]]
    with pytest.raises(UsageError, match=r"1,000,000,000,000 jobs \(1,000,000 of a x 1,000,000 of b\), and can have"):
        combined("a=range(0,1000000)", "b=range(0,1,0.000001)")


@pytest.mark.parametrize(("word", "number"), [
    ("a=range(10)", 10), ("a=range(3,10)", 7), ("a=range(0,10,3)", 4), ("a=range(10,0,-3)", 4),
    ("a=range(0,1,0.25)", 4), ("a=range(0,1,0.3)", 4), ("a=choice(1,2,3)", 3), ("a=shuffle(range(0,5))", 5),
    ("a=[1,2]", 1)])
def test_values_are_counted_as_they_are_tried(word, number):
    assert len(combined(word)) == number
    with pytest.raises(UsageError, match=f"the sweep has {number * MOST_JOBS * 2:,} jobs"):
        combined(word, f"b=range(0,{MOST_JOBS * 2})")


@pytest.mark.parametrize(("word", "message"), [
    ("a=range(0)", "a=range\\(0\\) stands for no value"), ("a=range(5,0)", "stands for no value"),
    ("a=range(0,5,0)", "has a step of 0"), ("a=range(0,1,0.0)", "has a step of 0"),
    ("a=interval(0,1)", "has no end of values"), ("a=range(-inf,3)", "has no end of values"),
    ("a=range(0,1,1e-400)", "has a step of 0"), ("a=range(0,1e300,1e-300)", r"1e\+600 jobs")])
def test_a_sweep_over_nothing_or_without_an_end_is_refused(word, message):
    with pytest.raises(UsageError, match=message):
        combined(word)
