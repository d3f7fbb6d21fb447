import os

import pytest

from gtarena.cli.sweeps import sweep_results
from gtarena.cli.sweeps.sweep_results import ERROR_FILE, JobFailure, begin_run, begin_sweep, failures
from gtarena.runs.settings import ReportSettings


@pytest.fixture(autouse=True)
def _no_folders():
    sweep_results.forget()
    yield
    sweep_results.forget()


def test_failures_are_read_from_the_files_that_exist(tmp_path):
    failure = JobFailure("seed=1", 3, "1 match could not be finished")
    (tmp_path / "one").mkdir()
    failure.write(tmp_path / "one")
    assert failures([tmp_path / "one" / ERROR_FILE, tmp_path / "two" / ERROR_FILE]) == [failure]


def test_the_folders_of_a_run_and_of_a_sweep_are_kept_apart_until_the_next_command(tmp_path):
    begin_run(tmp_path / "run")
    assert (sweep_results.run_folders, sweep_results.sweep_folders) == ([tmp_path / "run"], [])
    begin_sweep(tmp_path / "sweep", ReportSettings())
    assert sweep_results.sweep_folders == [tmp_path / "sweep"]
    sweep_results.forget()
    assert (sweep_results.run_folders, sweep_results.sweep_folders) == ([], [])


def test_a_sweep_that_is_launched_again_has_one_folder(tmp_path):
    for _ in range(2):
        begin_sweep(tmp_path / "sweep", ReportSettings())
    assert sweep_results.sweep_folders == [tmp_path / "sweep"]


def test_a_sweep_forgets_the_failures_of_an_earlier_one_and_nothing_else(tmp_path):
    job = tmp_path / "sweep" / "seed=1"
    job.mkdir(parents=True)
    JobFailure("seed=1", 2, "no").write(job)
    (job / "matches.jsonl").write_text("{}\n")
    begin_sweep(tmp_path / "sweep", ReportSettings())
    assert [path.name for path in job.iterdir()] == ["matches.jsonl"]


def test_a_failure_without_a_file_is_kept_in_the_commands_process_until_the_next_command(monkeypatch):
    failure = JobFailure("seed=1", 3, "no room")
    sweep_results.forget()
    assert sweep_results.remember(failure)
    assert sweep_results.unwritten == [failure]
    sweep_results.forget()
    assert sweep_results.unwritten == []
    monkeypatch.setattr(os, "getpid", lambda: -1)
    assert not sweep_results.remember(failure)


@pytest.mark.parametrize("name", [".hydra", ".hydra/config.yaml", "multirun.yaml"])
@pytest.mark.parametrize("job", [".", "seed=1"])
def test_links_in_place_of_saved_settings_are_removed_and_their_targets_stay(tmp_path, name, job):
    target, link = tmp_path / "target", tmp_path / "run" / job / name
    target.mkdir()
    (target / "config.yaml").write_text("precious")
    link.parent.mkdir(parents=True)
    link.symlink_to(target if name == ".hydra" else target / "config.yaml")
    begin_run(tmp_path / "run" / job)
    assert not link.is_symlink()
    assert (target / "config.yaml").read_text() == "precious"


def test_links_in_the_jobs_of_a_sweep_are_removed_before_it_begins(tmp_path):
    job = tmp_path / "sweep" / "seed=1"
    job.mkdir(parents=True)
    (job / ".hydra").symlink_to(tmp_path)
    begin_sweep(tmp_path / "sweep", ReportSettings())
    assert list(job.iterdir()) == []


@pytest.mark.parametrize("paper", [True, False])
def test_the_merged_report_of_a_sweep_shows_what_its_settings_say(tmp_path, paper):
    assert not sweep_results.report_settings().paper
    begin_sweep(tmp_path / "sweep", ReportSettings(paper))
    assert sweep_results.report_settings().paper == paper
    sweep_results.forget()
    assert not sweep_results.report_settings().paper
