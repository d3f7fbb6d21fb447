"""Hydra's sweeper for optuna, which gets the score of each job."""

import pytest
import yaml

import gtarena

pytest.importorskip("hydra_plugins.hydra_optuna_sweeper")


@pytest.mark.usefixtures("without_report")
def test_the_best_trial_is_the_job_with_the_best_score(command, tmp_path):
    shown = command("-m", "hydra/sweeper=optuna", "hydra.sweeper.n_trials=5", "hydra.sweeper.n_jobs=1",
                    "hydra.sweeper.direction=maximize", "hydra.sweeper.sampler.seed=1", "name=x", "game=tic_tac_toe",
                    "agents=[mcts,random]", "matches=4", "agent.mcts.simulations=range(1,60)")
    assert (shown.code, [line for line in shown.complaints if line.startswith("gtarena")]) == (0, [])
    found = yaml.safe_load((tmp_path / "results" / "x" / "optimization_results.yaml").read_text())
    scores = {log.parent.name: _mean_return(log.parent) for log in tmp_path.glob("results/x/*/matches.jsonl")}
    assert 1 < len(scores) <= 5
    assert found["best_value"] == pytest.approx(max(scores.values()))
    best = f"simulations={found['best_params']['agent.mcts.simulations']}"
    (score,) = (score for name, score in scores.items() if name.rpartition("-")[0] == best)
    assert score == pytest.approx(max(scores.values()))


def _mean_return(folder):
    records = gtarena.load_records(folder)
    pairs = zip(records["agents"], records["returns"], strict=True)
    return sum(returns[agents.index("mcts")] for agents, returns in pairs) / len(records)
