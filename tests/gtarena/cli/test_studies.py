import json
import re
from pathlib import Path

import pytest

from gtarena.cli.verbs import STUDIES
from gtarena.game_theory.registry import MODULES, study_of
from gtarena.logs.reader import ANSWERS, Records
from tests.support.commands import Command

pytestmark = pytest.mark.usefixtures("without_pictures")
FOLDER = Path("results/policy/kuhn_poker")


def lines(folder: Path = FOLDER) -> list[str]:
    return [line for path in sorted(folder.glob(ANSWERS)) for line in path.read_text().splitlines()]


def test_there_is_a_verb_for_every_study():
    assert tuple(MODULES) == STUDIES
    assert all(study_of(name).name == name for name in STUDIES)


def test_a_policy_is_asked_for_measured_and_written(command: Command):
    shown = command("policy", "kuhn_poker", "agents=[always:Bet]", "--samples", "2")
    assert shown.code == 0, shown.err
    assert "24 questions" in shown.err
    assert "24 calls" not in shown.err
    # Always to bet: either player wins a third by calling with a King and at times with a Queen.
    assert re.search(r"NashConv\s+0\.667", shown.out)
    assert re.search(r"exploitability\s+0\.333", shown.out)
    assert "Tables, figures and answers: results/policy/kuhn_poker" in shown.out
    (table,) = (FOLDER / "tables").glob("*.csv")
    assert "always:Bet" in table.read_text()
    assert len(lines()) == 24


def test_the_same_command_asks_nothing_again_and_another_sample_only_what_is_new(command: Command):
    command("policy", "kuhn_poker", "agents=[llm]", "--samples", "1")
    first = lines()
    assert command("policy", "kuhn_poker", "agents=[llm]", "--samples", "1").code == 0
    assert lines() == first
    assert len(first) == 12
    shown = command("policy", "kuhn_poker", "agents=[llm]", "--samples", "2")
    assert shown.code == 0
    assert "24 questions, of which 12 are answered already\n  llm@offline/random: 12 calls" in shown.err
    assert lines()[:12] == first
    assert len(lines()) == 24


def test_a_count_asks_nothing_and_leaves_no_folder(command: Command):
    shown = command("policy", "kuhn_poker", "agents=[llm,tot]", "--samples", "3", "--count")
    assert shown.code == 0
    assert shown.out.splitlines()[0] == "72 questions"
    assert "  llm@offline/random: 36 calls, and more where a reply cannot be read" in shown.out
    assert int(re.search(r"tot@offline/random: ([\d,]+) calls", shown.out)[1].replace(",", "")) > 36
    assert not Path("results").exists()


@pytest.mark.parametrize("setting", ["matches=3", "illegal.policy=random", "illegal.replays=2"])
def test_settings_that_mean_nothing_outside_of_matches_are_refused(command: Command, setting: str):
    shown = command("policy", "kuhn_poker", "agents=[llm]", setting)
    assert shown.code == 2
    assert f"{setting} does not go with `gtarena policy`" in shown.err


def test_a_budget_ends_the_asking_and_the_next_command_goes_on(command: Command):
    shown = command("policy", "kuhn_poker", "agents=[llm]", "--samples", "1", "budget.calls=5")
    assert shown.code == 3
    assert len(lines()) == 5
    assert "7 questions could not be finished" in shown.err
    assert "5 of 12 questions done" in command("status", str(FOLDER)).out
    assert command("policy", "kuhn_poker", "agents=[llm]", "--samples", "1").code == 0
    assert len(lines()) == 12


def test_answers_are_no_matches(command: Command):
    command("policy", "kuhn_poker", "agents=[random]", "--samples", "1")
    assert not list(Records(FOLDER))
    shown = command("report", "results", "--out", "report")
    assert shown.code == 2
    assert "no matches to report: there are answers to studies alone" in shown.err


def test_a_replay_shows_what_was_asked_and_answered(command: Command):
    command("policy", "kuhn_poker", "agents=[llm]", "--samples", "1")
    shown = command("replay", str(FOLDER))
    assert shown.out.count("the move is the answer") == 12
    assert shown.out == command("replay", str(FOLDER / "answers.jsonl")).out


def test_what_it_asked_about_is_saved_without_secrets(command: Command):
    command("policy", "kuhn_poker(players=3)", "agents=[random]", "--samples", "1", "seed=4")
    saved = json.loads((FOLDER / "study.json").read_text())
    kept = saved["study"], saved["game"], saved["params"], saved["seed"]
    assert kept == ("policy", "kuhn_poker", {"players": 3}, 4)


def test_responses_are_learned_in_waves_from_as_many_questions_as_allowed(command: Command):
    shown = command("policy", "leduc_poker", "agents=[random]", "--questions", "40", "--samples", "1", "--matches", "5",
                    "name=bound")
    assert shown.code == 0, shown.err
    assert "NashConv at least" in shown.out


def test_all_waves_of_a_study_share_one_budget(command: Command):
    asked = "policy", "kuhn_poker", "agents=[llm]", "--questions", "20", "--samples", "2", "--matches", "10"
    shown = command(*asked, "budget.calls=25")
    assert shown.code == 3
    assert "budget.calls=25 is spent" in shown.err
    assert len(lines()) == 25
    # The next command has a budget of its own, of which what is known already takes nothing.
    assert command(*asked, "budget.calls=25").code == 0
    assert 25 < len(lines()) <= 50
    assert f"{len(lines())} of {len(lines())} questions done" in command("status", str(FOLDER)).out


def test_agents_stand_in_the_order_in_which_they_were_named_whoever_answers_first(command: Command):
    assert command("positions", "tic_tac_toe", "agents=[llm,mcts,random]", "--positions", "3").code == 0
    table = Path("results/positions/tic_tac_toe/tables/quality_tic_tac_toe.csv").read_text().splitlines()
    assert [row.split(",")[0] for row in table[1:]] == ["llm offline/random", "mcts", "random"]


def test_answers_that_a_later_version_wrote_are_neither_asked_again_nor_left_out(command: Command):
    asked = "policy", "kuhn_poker", "agents=[random]", "--samples", "2"
    command(*asked)
    first, *rest = lines()
    (FOLDER / "answers.jsonl").write_text(
        "\n".join([first.replace('"schema_version":3', '"schema_version":99'), *rest, ""]))
    shown = command(*asked)
    assert shown.code == 2
    assert "1 answers in the log cannot be read here" in shown.err
    assert len(lines()) == 24
