import json
import re
from pathlib import Path

import pytest

from gtarena.cli.estimates import estimate_run
from gtarena.cli.planned_jobs import plan_all_jobs, plan_jobs
from gtarena.errors import UnfinishedError, UsageError
from gtarena.logs.ledger import read_ledgers
from gtarena.logs.spending import Spending
from gtarena.runs.resume import play_missing


def test_an_experiment_that_sweeps_is_a_multirun_of_its_values_which_a_command_line_replaces():
    command, jobs = plan_jobs(["+experiment=gamma_temperature", "model.name=offline/random"])
    assert str(command) == "gtarena -m +experiment=gamma_temperature model.name=offline/random"
    assert [job.settings.model.temperature for job in jobs] == [0, 0.2, 0.4, 0.6, 0.8, 1]
    assert re.fullmatch(r"results/gamma_temperature/temperature=0\.2-[0-9a-f]{6}", str(jobs[1].folder))
    _, jobs = plan_jobs(["+experiment=gamma_temperature", "model.temperature=0.5", "hydra.sweep.dir=elsewhere"])
    assert [(job.settings.model.temperature, str(job.folder)[:-6]) for job in jobs] == [(0.5, "elsewhere/job-")]
    command, (job,) = plan_jobs(["game=nim", "matches=2", "matches=3"])
    assert str(command) == "gtarena game=nim matches=3"
    assert (job.settings.matches, job.folder) == (3, Path("results/nim"))


def test_jobs_of_a_sweep_are_planned_in_one_folder_and_a_mistake_in_one_command_leaves_the_others():
    _, jobs = plan_jobs(["game=nim,pig"])
    assert [str(job.folder)[:-7] for job in jobs] == ["results/sweep/game=nim", "results/sweep/game=pig"]
    nim, wrong = plan_all_jobs([["game=nim", "seed=0,1"], ["game=nim", "+moves=3"]])
    assert not isinstance(nim, Exception)
    assert [job.settings.seed for job in nim[1]] == [0, 1]
    assert isinstance(wrong, UsageError)


GAMES = ("suite=gtbench", "games=[kuhn_poker,nim]", "agents=[llm,cot]", "opponents=[random]", "pairings=opponents",
         "matches=10", "model.temperature=0,1")


@pytest.fixture
def prices(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "prices.json"
    path.write_text(json.dumps({"offline/random": {"input_cost_per_token": 1e-6, "output_cost_per_token": 4e-6}}))
    return f"model.prices={path}"


def test_the_run_takes_what_was_estimated_and_goes_on_from_the_probe(prices):
    found = estimate_run([*GAMES, prices], 2)
    assert (found.matches, found.probed) == (80, 16)
    spent, played = Spending(), 0
    for job in plan_jobs([*GAMES, prices])[1]:
        result = play_missing(job.settings, job.folder)
        played += result.played
        spent.add(read_ledgers(job.folder) or Spending())
    assert played == 80 - 16
    for measure in ("requests", "tokens_in", "tokens_out", "cost"):
        assert found.totals[measure].expected == pytest.approx(getattr(spent, measure), rel=0.2)
        assert found.totals[measure].low <= found.totals[measure].expected <= found.totals[measure].high
    assert "  16 of 80 matches played as a probe" in "\n".join(found.lines())


def test_a_budget_limits_the_probe_and_people_are_none(prices):
    with pytest.raises(UnfinishedError, match=r"budget\.calls=3 is spent"):
        estimate_run(["game=three_player_prisoners_dilemma", "agents=[llm]", "matches=8", "budget.calls=3", prices], 2)
    with pytest.raises(UsageError, match="people"):
        estimate_run(["game=nim", "agents=[human,random]", prices], 1)
