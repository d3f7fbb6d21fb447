import json
import math

import pytest

from gtarena.cli.planned_jobs import plan_run
from gtarena.errors import UsageError
from gtarena.suites.objective import objective_of
from tests.support import job_scores

CALLBACK = "+hydra.callbacks.mine._target_=tests.support.job_scores.KeepScores"
KUHN = ("game=kuhn_poker", "agents=[llm,always:pass]", "matches=8", "name=x")


@pytest.fixture
def played(command, tmp_path):
    """Folder of a played run of Kuhn poker."""
    assert command(*KUHN).code == 0
    return tmp_path / "results" / "x"


def value_of(folder, *words):
    return objective_of(plan_run([*KUHN, *words]).settings).value(folder)


def records(folder):
    return [json.loads(line) for line in (folder / "matches.jsonl").read_text().splitlines()]


@pytest.mark.usefixtures("without_report")
def test_a_run_returns_the_mean_return_of_its_first_agent_or_of_another_one(command, tmp_path, monkeypatch):
    monkeypatch.setattr(job_scores, "RETURNED", [])
    assert command("-m", *KUHN, "seed=0,1", CALLBACK).code == 0
    assert command("-m", *KUHN, "seed=2", "objective=always:pass.mean_return", CALLBACK).code == 0
    expected = []
    for seed, agent in ((0, "llm"), (1, "llm"), (2, "always:pass")):
        (folder,) = (path.parents[1] for path in (tmp_path / "results" / "x").glob("*/.hydra/overrides.yaml")
                     if f"seed={seed}\n" in path.read_text())
        returns = [value for record in records(folder)
                   for seat, value in zip(record["seats"], record["returns"], strict=True) if seat["agent"] == agent]
        expected.append(math.fsum(returns) / len(returns))
    assert pytest.approx(expected) == job_scores.RETURNED
    assert all(isinstance(value, float) for value in job_scores.RETURNED)


@pytest.mark.usefixtures("without_report")
def test_a_job_that_fails_returns_nothing(command, monkeypatch):
    monkeypatch.setattr(job_scores, "RETURNED", [])
    assert command("-m", "game=nim", "agents=[llm]", "model.name=offline/flaky", "illegal.policy=invalid", "matches=1",
                   "illegal.retries=0", "seed=0,1", "budget.calls=1", CALLBACK).code == 3
    assert job_scores.RETURNED == [None, None]


@pytest.mark.usefixtures("without_report")
def test_columns_of_the_leaderboards_are_the_agents_own(played):
    won = sum(value > 0 for record in records(played)
              for seat, value in zip(record["seats"], record["returns"], strict=True) if seat["agent"] == "llm")
    assert value_of(played, "objective=wins") == won
    assert value_of(played, "objective=always:pass.losses") == won
    nra = value_of(played, "objective=nra")
    assert nra == -value_of(played, "objective=always:pass.nra") != 0
    assert value_of(played, "objective=llm.completion_rate") == 1


@pytest.mark.parametrize("measure", ["mean_return", "nra", "rating", "cost"])
def test_a_folder_without_matches_has_no_score(tmp_path, measure):
    assert value_of(tmp_path, f"objective={measure}") is None


@pytest.mark.usefixtures("without_report")
def test_a_measure_of_the_suite_is_the_mean_over_its_matches(command, tmp_path):
    words = ("suite=gamma_bench", "games=[guess_two_thirds]", "agents=[llm]", "matches=2", "name=y")
    assert command(*words).code == 0
    import gtarena

    scores = gtarena.score(gtarena.load_records(tmp_path / "results" / "y"), "gamma_bench")
    metric = scores["metric"].iloc[0]
    found = objective_of(plan_run([*words, f"objective={metric}"]).settings).value(tmp_path / "results" / "y")
    own = scores[(scores["metric"] == metric) & (scores["agent"] == "llm")]
    assert found == pytest.approx(own["value"].mean())
    with pytest.raises(UsageError, match=f"unknown measure 'scores'.*choose from: .*{metric}"):
        objective_of(plan_run([*words, "objective=scores"]).settings).value(tmp_path / "results" / "y")


@pytest.mark.parametrize(("objective", "message"), [
    ("mean_retrun", "unknown measure 'mean_retrun'; did you mean mean_return"),
    ("cot.nra", "objective=cot.nra: cot is none of the agents, llm, always:pass"),
    ("reason", "unknown measure 'reason'"), ("llm.", "unknown measure ''")])
def test_an_objective_that_a_run_has_not_is_refused_before_anything_is_written(command, tmp_path, objective, message):
    for multirun in ((), ("-m", "seed=0,1")):
        shown = command(*multirun, *KUHN, f"objective={objective}")
        assert (shown.code, len(shown.complaints)) == (2, 1)
        assert message in shown.complaints[0]
    assert list(tmp_path.rglob("*.json*")) == []
