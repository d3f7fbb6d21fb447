"""The verb ``experiments``: listing, one experiment, and what is refused."""

import json

import pytest

from gtarena.cli.listings import experiments
from gtarena.cli.listings.experiment_facts import Facts
from gtarena.cli.verbs import VERBS
from gtarena.errors import UsageError


def show(*arguments: str) -> int:
    return VERBS["experiments"](arguments)


@pytest.fixture
def counted(monkeypatch):
    facts = Facts(2, 1200, {"llm@A": 400.0, "llm@B": 600.0})
    monkeypatch.setattr(experiments, "facts_of", lambda commands: [facts] * len(commands))


def test_a_paper_is_listed_with_commands_and_sizes(counted, capsys):
    show("gtbench")
    shown = capsys.readouterr().out
    assert ("  Table 6, Fig. 9: wordings of chain-of-thought prompts\n      gtarena -m +experiment=gt_cot\n"
            "      2 jobs, 1,200 matches, about 1,000 model calls (llm@A 400, llm@B 600)\n") in shown
    assert "  Fig. 1: a diagram, not measured\n" in shown


def test_a_command_without_models_says_so(monkeypatch, capsys):
    monkeypatch.setattr(experiments, "facts_of", lambda commands: [Facts(1, 9, {})] * len(commands))
    show("magic")
    assert "      9 matches, no model calls\n" in capsys.readouterr().out


def test_all_papers_are_listed_as_json(counted, capsys):
    show("--json")
    listed = json.loads(capsys.readouterr().out)
    assert {each["suite"] for each in listed} == {"gamma_bench", "gtbench", "econ_arena", "magic", "gamebench"}
    assert listed[0]["entries"][0]["command"].startswith("gtarena -m +experiment=gamma_leaderboard")


def test_one_experiment_is_shown_with_settings_of_the_user(counted, capsys):
    show("gt_regret", "agents=[llm@openai/x]", "opponents=[mcts]")
    shown = capsys.readouterr().out
    assert shown.startswith(
        "gtarena +experiment=gt_regret agents=[llm@openai/x] opponents=[mcts]\n  makes Fig. 6: regret")
    assert "model calls: about 1,000" in shown


@pytest.mark.parametrize(("arguments", "problem"), [
    (["gamma_temprature"], "gamma_temperature"), (["gtbench", "magic"], "name one"),
    (["magic_pgm", "--estimate"], "A, B, D stand for models.*pgm@openai/gpt-4o-mini"),
    (["gt_cot", "--estimate", "--matches", "0"], "--matches 0")])
def test_mistakes_are_told(arguments, problem):
    with pytest.raises(UsageError, match=problem):
        show(*arguments)
