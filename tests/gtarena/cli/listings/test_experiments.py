import json

import pytest

from gtarena.cli.listings import experiment_facts, experiments
from gtarena.cli.listings.experiment_facts import Facts, find_facts
from gtarena.cli.verbs import VERBS
from gtarena.errors import UsageError
from tests.support.script_modules import load_script


def show(*arguments: str) -> int:
    return VERBS["experiments"](arguments)


@pytest.fixture
def counted(monkeypatch):
    facts = Facts(2, 1200, {"llm@A": 400.0, "llm@B": 600.0})
    monkeypatch.setattr(experiments, "find_facts", lambda commands: [facts] * len(commands))


def test_all_papers_or_one_of_them_are_listed_with_commands_and_sizes(counted, capsys):
    show("gtbench")
    shown = capsys.readouterr().out
    assert ("  Table 6, Fig. 9: wordings of chain-of-thought prompts\n      gtarena -m +experiment=gt_cot\n"
            "      2 jobs, 1,200 matches, about 1,000 model calls (llm@A 400, llm@B 600)\n") in shown
    assert "  Fig. 1: a diagram, not measured\n" in shown
    show("--json")
    listed = json.loads(capsys.readouterr().out)
    assert {each["suite"] for each in listed} == {"gamma_bench", "gtbench", "econ_arena", "magic", "gamebench"}
    assert listed[0]["entries"][0]["command"].startswith("gtarena -m +experiment=gamma_leaderboard")


def test_one_experiment_is_shown_with_settings_of_the_user_and_a_command_without_models_as_such(
    counted, capsys, monkeypatch
):
    show("gt_regret", "agents=[llm@openai/x]", "opponents=[mcts]")
    shown = capsys.readouterr().out
    assert shown.startswith(
        "gtarena +experiment=gt_regret agents=[llm@openai/x] opponents=[mcts]\n  makes Fig. 6: regret")
    assert "model calls: about 1,000" in shown
    monkeypatch.setattr(experiments, "find_facts", lambda commands: [Facts(1, 9, {})] * len(commands))
    show("magic")
    assert "      9 matches, no model calls\n" in capsys.readouterr().out


@pytest.mark.parametrize(("arguments", "problem"), [
    (["gamma_temprature"], "gamma_temperature"),
    (["magic_pgm", "--estimate"], "A, B, D stand for models.*pgm@openai/gpt-4o-mini")])
def test_mistakes_are_told(arguments, problem):
    with pytest.raises(UsageError, match=problem):
        show(*arguments)


RUN = ("game=three_player_prisoners_dilemma", "game.rounds=2", "agents=[llm]", "matches=3", "seed=0,1")


def test_jobs_matches_and_calls_are_counted_once(monkeypatch, tmp_path):
    monkeypatch.setattr(experiment_facts, "user_cache_path", lambda name: tmp_path / name)
    expected = Facts(jobs=2, matches=6, calls={"llm@offline/random": 36.0})  # 6 matches of 3 seats and 2 rounds
    assert find_facts([RUN]) == [expected]
    monkeypatch.setattr(experiment_facts, "_count_commands", None)
    assert find_facts([RUN]) == [expected]


def test_facts_are_counted_anew_from_a_damaged_file_and_say_why_a_command_cannot_be_planned(monkeypatch, tmp_path):
    monkeypatch.setattr(experiment_facts, "user_cache_path", lambda name: tmp_path / name)
    (found,) = find_facts([("game=nim", "prompt=nothing")])
    assert "unknown prompt version 'nothing'" in found.problem
    (tmp_path / "gtarena").mkdir(exist_ok=True)
    (tmp_path / "gtarena" / experiment_facts.FILE).write_text("{")
    assert find_facts([("game=nim", "matches=2", "agents=[mcts,random]")]) == [Facts(jobs=1, matches=2)]


def test_experiments_and_suites_of_plug_ins_are_found_by_name(monkeypatch, tmp_path):
    for group in ("experiment", "suite"):
        (tmp_path / group).mkdir()
        (tmp_path / group / f"caves_{group}.yaml").write_text("")
    monkeypatch.setattr(experiments.plugins, "config_folders", lambda: [tmp_path])
    assert experiments._overrides("caves_experiment") == ("+experiment=caves_experiment",)
    assert experiments._overrides("caves_suite") == ("suite=caves_suite",)


def test_calls_are_counted_anew_when_a_file_of_a_plug_in_changes(monkeypatch, tmp_path):
    monkeypatch.setattr(experiment_facts.plugins, "places", lambda: [tmp_path])
    before = experiment_facts._digest()
    (tmp_path / "rules.py").write_text("rounds = 2")
    assert experiment_facts._digest() != before


def test_the_shipped_numbers_are_those_that_are_counted_now():
    script = load_script("scripts/count_experiments.py")
    assert experiment_facts.SHIPPED.read_bytes() == experiment_facts.count_shipped(script.commands()), (
        "run scripts/count_experiments.py")


@pytest.mark.parametrize("own", ["plug-in", "wordings", "words", "configuration"])
def test_shipped_numbers_hold_only_as_long_as_the_user_has_added_and_changed_nothing(own, monkeypatch, tmp_path):
    monkeypatch.setattr(experiment_facts.templates, "own_folder", lambda: tmp_path / "none")
    monkeypatch.setattr(experiment_facts, "_keep_facts", lambda commands: [Facts(problem="counted") for _ in commands])
    command = ("suite=gamma_bench",)
    assert find_facts([command])[0].matches == 40
    assert find_facts([("suite=gamma_bench", "matches=7")]) == [Facts(problem="counted")]
    if own == "plug-in":
        monkeypatch.setattr(experiment_facts.plugins, "places", lambda: [tmp_path])
    elif own == "wordings":
        monkeypatch.setattr(experiment_facts.templates, "own_folder", lambda: tmp_path)
    elif own == "words":
        monkeypatch.setenv(experiment_facts.WORDS, str(tmp_path))
    else:
        (tmp_path / "config.yaml").write_text("seed: 1")
        monkeypatch.setattr(experiment_facts, "config_folder", lambda: tmp_path)
    assert find_facts([command]) == [Facts(problem="counted")]
