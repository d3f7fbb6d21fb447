"""The example that tunes a prompt with optuna."""

import json

import pytest

from gtarena.suites import whole_runs
from tests.support.script_modules import load_script

optuna = pytest.importorskip("optuna")


@pytest.fixture(scope="module")
def tune_prompt():
    return load_script("examples/tune_prompt.py")


@pytest.fixture(autouse=True)
def _without_report(monkeypatch):
    monkeypatch.setattr(whole_runs, "report_run", lambda *_, **__: None)


def returns(folder):
    (log,) = folder.rglob("matches.jsonl")
    return [value for record in map(json.loads, log.read_text().splitlines())
            for seat, value in zip(record["seats"], record["returns"], strict=True) if seat["agent"] == "llm"]


def test_a_trial_plays_its_waves_in_one_folder_and_returns_the_mean_of_all_matches(tune_prompt, tmp_path):
    trial = optuna.trial.FixedTrial({"prompt": "v2", "temperature": 0.5})
    mean = tune_prompt.play_trial(trial, "offline/random", tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["prompt=v2,temperature=0.5"]
    assert len(returns(tmp_path)) == 16
    assert mean == pytest.approx(sum(returns(tmp_path)) / 16)


def test_a_trial_that_falls_behind_plays_no_second_wave(tune_prompt, tmp_path):
    study = optuna.create_study(direction="maximize", pruner=optuna.pruners.ThresholdPruner(lower=100))
    study.optimize(lambda trial: tune_prompt.play_trial(trial, "offline/random", tmp_path), n_trials=1)
    assert [trial.state for trial in study.trials] == [optuna.trial.TrialState.PRUNED]
    assert len(returns(tmp_path)) == 4
