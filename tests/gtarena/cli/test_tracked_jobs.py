import os
import signal
from contextlib import nullcontext
from importlib.metadata import version
from pathlib import Path

import pytest
from omegaconf import OmegaConf

from gtarena.cli import tracked_jobs
from gtarena.cli.tracked_jobs import REPORT_STATE, STATE, tracked_settings
from gtarena.trackers import following, registry
from gtarena.trackers.following import Follower, read_sent
from gtarena.trackers.mlflow import USUAL
from tests.gtarena.trackers.fakes import KeptRun, kept
from tests.support.runs import Forked
from tests.test_secrets import SECRETS, leaks

GAME = ("game=kuhn_poker", "agents=[random,mcts]", "agent.mcts.simulations=2")


@pytest.fixture
def kept_runs(monkeypatch):
    """Runs that were begun in a tracker that keeps what it is sent, in place of TensorBoard."""
    kept.clear()
    monkeypatch.setattr(registry, "find_spec", lambda module: module)
    monkeypatch.setattr(following, "begin_tracker", lambda name, run: KeptRun(run))
    return kept


def test_settings_are_flat_and_typed_and_of_presets_only_what_is_stated(monkeypatch):
    monkeypatch.setenv("SERVER_TOKEN", "a-token-of-sixteen")
    config = OmegaConf.create({
        "seed": 3, "name": "${game.name}", "players": None, "agents": ["llm", "random"],
        "game": {"name": "nim", "misere": True}, "model": {"temperature": 0.5, "api_base": "a-token-of-sixteen"},
        "agent": {"mcts": {"simulations": 20, "depth": 4}}})
    assert dict(tracked_settings(config, ["agent.mcts.simulations=20", "+seed=3"])) == {
        "gtarena": version("gtarena"), "seed": 3, "name": "nim", "agents": "[llm,random]", "game.name": "nim",
        "game.misere": True, "model.temperature": 0.5, "model.api_base": "[hidden]", "agent.mcts.simulations": 20}


def test_a_run_sends_its_settings_its_scores_and_its_report(command, tmp_path, kept_runs, without_pictures):
    shown = command(*GAME, "matches=3", "name=mine", "tracker=tensorboard")
    assert (shown.code, shown.complaints) == (0, [])
    [run] = kept_runs
    assert (run.run.name, run.run.experiment, run.run.results) == ("mine", "mine", tmp_path / "results" / "mine")
    assert run.run.settings["agent.mcts.simulations"] == 2
    assert run.sent[-1][0] == run.sent[-1][1]["matches/planned"] == 3
    assert run.ended == [("finished", ["report.html", "leaderboard.csv", "overall.csv"])]


def test_jobs_of_a_sweep_are_runs_of_one_experiment_and_its_report_is_one_too(
        command, tmp_path, kept_runs, without_pictures):
    words = ("-m", *GAME, "seed=0,1", "name=mine", "matches=2")
    assert command(*words, "tracker=tensorboard").code == 0
    folder = tmp_path / "results" / "mine"
    jobs = sorted(path.parent.name for path in folder.glob(f"*/{STATE}"))
    assert [run.run.name for run in kept_runs] == [*jobs, "report of mine"]
    assert {run.run.experiment for run in kept_runs} == {"mine"}
    assert [run.sent[-1][0] for run in kept_runs] == [2, 2, 4]
    assert [files for run in kept_runs for _, files in run.ended] == [
        [], [], ["report.html", "leaderboard.csv", "overall.csv"]]
    again = command(*words)  # without a tracker, in the same folders
    assert "2 of them done already" in again.out
    assert len(kept_runs) == 3
    assert read_sent(folder / REPORT_STATE).matches == {"tensorboard": 4}


def test_a_tracker_that_fails_costs_no_match_and_not_the_exit_code(command, tmp_path, monkeypatch, without_report):
    def refuse(name, run):
        raise ConnectionError("the server is down")

    monkeypatch.setattr(registry, "find_spec", lambda module: module)
    monkeypatch.setattr(following, "begin_tracker", refuse)
    shown = command(*GAME, "matches=3", "name=mine", "tracker=mlflow")
    assert shown.code == 0
    assert "3 matches played" in shown.out
    assert shown.complaints == ["gtarena: tracker mlflow failed: ConnectionError: the server is down; the matches go "
                                "on, and their log is complete"]


def test_a_tracker_that_is_not_installed_is_refused_before_anything_is_written(command, tmp_path, monkeypatch):
    monkeypatch.setattr(registry, "find_spec", lambda module: None)
    for words in (GAME, ("-m", *GAME, "seed=0,1")):
        shown = command(*words, "tracker=wandb")
        assert shown.code == 2
        assert [line.partition(". ")[0] for line in shown.complaints] == [
            "gtarena: tracker=wandb needs wandb, which is not installed"]
    assert list(tmp_path.iterdir()) == []


def test_a_run_that_is_killed_after_its_first_scores_goes_on_in_the_same_curve(tmp_path):
    pytest.importorskip("tensorboard")
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    folder = tmp_path / "run"
    words = (*GAME, "matches=6", "name=mine", "tracker=tensorboard")
    keep = Follower._keep

    def kill_once_sent(follower, sent):
        keep(follower, sent)
        if sent.matches.get("tensorboard"):
            os.kill(os.getpid(), signal.SIGKILL)

    def prepare():
        following.LOOK_EVERY = 0.0
        Follower._keep = kill_once_sent

    _, code = Forked(folder, *words, prepare=prepare).finish()
    assert code == -signal.SIGKILL
    key = read_sent(folder / STATE).key
    assert Forked(folder, *words).finish()[1] == 0
    assert read_sent(folder / STATE) == following.SentScores(key=key, matches={"tensorboard": 6})
    events = EventAccumulator(str(folder / "tensorboard" / "mine"))
    events.Reload()
    steps = [point.step for point in events.Scalars("matches/done")]
    assert steps == sorted(set(steps))
    assert steps[-1] == 6


@pytest.mark.parametrize("tracker", registry.TRACKERS)
def test_no_tracker_writes_a_secret_of_the_environment(command, tmp_path, monkeypatch, without_report, tracker):
    library = pytest.importorskip(registry.TRACKERS[tracker].module)
    for name, value in USUAL.items():
        monkeypatch.setenv(name, value)
    known, unknown = SECRETS
    for name, value in {"OPENAI_API_KEY": known, "WANDB_API_KEY": unknown, "MLFLOW_TRACKING_TOKEN": unknown,
                        "MLFLOW_TRACKING_URI": f"sqlite:///{tmp_path}/mlflow.db", "WANDB_MODE": "offline",
                        "WANDB_CACHE_DIR": str(tmp_path), "WANDB_CONFIG_DIR": str(tmp_path),
                        "WANDB_DATA_DIR": str(tmp_path)}.items():
        monkeypatch.setenv(name, value)
    shown = command(*GAME, "matches=2", f"tracker={tracker}")
    assert shown.code == 0
    assert "gtarena: tracker" not in shown.err
    if tracker == "wandb":
        library.teardown()  # its own process then has written everything
    assert _marks(tmp_path)[tracker]
    assert leaks(tmp_path, shown) == []


def _marks(folder: Path) -> dict[str, list[Path]]:
    """Returns the files by which one sees that a tracker has written."""
    return {"tensorboard": list(folder.rglob("events.out.*")), "mlflow": list(folder.glob("mlflow.db")),
            "wandb": list(folder.rglob("*.wandb"))}


def test_the_jobs_of_a_sweep_over_games_are_in_one_experiment_with_its_report(command, tmp_path, monkeypatch):
    followed = []
    monkeypatch.setattr(tracked_jobs, "tracking", lambda tracker, run, what: followed.append(run) or nullcontext())
    words = ("-m", "game=nim,pig", "agents=[random]", "matches=1")
    assert command(*words, "tracker=tensorboard").code == 0
    assert {run.experiment for run in followed} == {"sweep"}
    assert {run.results.name for run in followed} == {"sweep"}
    assert [run.name for run in followed[2:]] == ["report of sweep"]
    # A later command without a tracker sends nothing, and one with a mistaken name is refused although all is done.
    assert command(*words).code == 0
    assert len(followed) == 3
    shown = command(*words, "tracker=tensorbord")
    assert (shown.code, len(shown.complaints)) == (2, 1)
