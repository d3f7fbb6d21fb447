from pathlib import Path

import pytest
from hydra.core.hydra_config import HydraConfig
from hydra.types import RunMode
from omegaconf import OmegaConf

from gtarena.cli.hydra_app import note_job
from gtarena.cli.sweeps.launchers import settings_digest
from gtarena.runs.matches.workers import Ended
from gtarena.runs.resume import RunResult
from gtarena.runs.settings import CacheSettings, RunSettings
from gtarena.runs.sweeps.state import JobState, SweepState, read_job, write_sweep


@pytest.fixture
def job(tmp_path, monkeypatch):
    """Folder of a job of a sweep whose process this is."""
    folder = tmp_path / "seed=1"
    folder.mkdir()
    config = OmegaConf.create(
        {"mode": RunMode.MULTIRUN, "sweep": {"dir": str(tmp_path)}, "overrides": {"task": ["seed=1"]}})
    monkeypatch.setattr(HydraConfig, "get", lambda: config)
    write_sweep(tmp_path, SweepState(command="now", started=0.0, settings="s", jobs=("seed=1",)))
    return folder


def state_of(folder: Path) -> JobState:
    state = read_job(folder)
    assert state is not None
    return state


def test_a_job_is_running_until_it_has_ended(job):
    with note_job(job) as running:
        assert running is not None
        assert (state_of(job).state, state_of(job).command) == ("running", "now")
        assert state_of(job).settings == settings_digest("s", ["seed=1"])
        running.result = RunResult(played=3, present=2, unfinished=())
    assert (state_of(job).state, state_of(job).done, state_of(job).planned) == ("done", 5, 5)


def test_a_job_that_fails_says_why_and_how_far_it_came(job):
    def fail() -> None:
        with note_job(job) as running:
            assert running is not None
            running.result = RunResult(played=3, present=0, unfinished=(Ended("a", "gone"),))
            raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        fail()
    assert (state_of(job).state, state_of(job).reason) == ("failed", "no")
    assert (state_of(job).done, state_of(job).planned) == (3, 4)


def test_jobs_of_a_command_share_an_account_beside_the_cache_and_one_of_another_sweeper_is_not_noted(job, tmp_path):
    settings = RunSettings(cache=CacheSettings(path=str(tmp_path / "here" / "cache.sqlite")))
    with note_job(job) as running:
        assert running is not None
        account = running.account(settings)
    assert (account.file, account.name) == (tmp_path / "here" / "budgets.sqlite", "now")
    before = {path: path.read_bytes() for path in job.iterdir()}
    (tmp_path / "sweep.json").unlink()
    with note_job(job) as running:
        assert running is None
    assert {path: path.read_bytes() for path in job.iterdir()} == before
