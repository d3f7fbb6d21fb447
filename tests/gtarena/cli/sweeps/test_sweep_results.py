import csv
import os

import pytest

from gtarena.cli.sweeps import sweep_results
from gtarena.cli.sweeps.sweep_results import ERROR_FILE, JobFailure, begin_run, begin_sweep, read_failures
from gtarena.logs.spending import Spending
from gtarena.runs.settings import ReportSettings
from gtarena.runs.sweeps.state import JobState, SweepState, write_sweep
from gtarena.runs.sweeps.status import SweptJobState


@pytest.fixture(autouse=True)
def _no_folders():
    sweep_results.forget_command()
    yield
    sweep_results.forget_command()


def test_failures_are_read_from_files_or_kept_in_the_commands_process_until_the_next_command(tmp_path, monkeypatch):
    failure = JobFailure("seed=1", 3, "1 match could not be finished")
    (tmp_path / "one").mkdir()
    failure.write(tmp_path / "one")
    assert read_failures([tmp_path / "one" / ERROR_FILE, tmp_path / "two" / ERROR_FILE]) == [failure]
    failure = JobFailure("seed=1", 3, "no room")
    sweep_results.forget_command()
    assert sweep_results.remember_failure(failure)
    assert sweep_results.unwritten == [failure]
    sweep_results.forget_command()
    assert sweep_results.unwritten == []
    monkeypatch.setattr(os, "getpid", lambda: -1)
    assert not sweep_results.remember_failure(failure)


def test_folders_are_kept_once_until_the_next_command_and_a_sweep_forgets_only_earlier_failures_and_links(tmp_path):
    begin_run(tmp_path / "run")
    assert (sweep_results.run_folders, sweep_results.sweep_folders) == ([tmp_path / "run"], [])
    for _ in range(2):
        begin_sweep(tmp_path / "sweep", ReportSettings())
        assert sweep_results.sweep_folders == [tmp_path / "sweep"]
    sweep_results.forget_command()
    assert (sweep_results.run_folders, sweep_results.sweep_folders) == ([], [])
    job = tmp_path / "sweep" / "seed=1"
    job.mkdir(parents=True)
    JobFailure("seed=1", 2, "no").write(job)
    (job / "matches.jsonl").write_text("{}\n")
    (job / ".hydra").symlink_to(tmp_path)
    begin_sweep(tmp_path / "sweep", ReportSettings())
    assert [path.name for path in job.iterdir()] == ["matches.jsonl"]


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


@pytest.mark.parametrize("paper", [True, False])
def test_the_merged_report_of_a_sweep_shows_what_its_settings_say(tmp_path, paper):
    assert not sweep_results.report_settings().paper
    begin_sweep(tmp_path / "sweep", ReportSettings(paper))
    assert sweep_results.report_settings().paper == paper
    sweep_results.forget_command()
    assert not sweep_results.report_settings().paper


DONE = SweptJobState("seed=0", "done", 2, 2, 2, 1.25)
FAILED = SweptJobState("seed=1", "failed", 1, 4, 1, 10.0, reason="no\nroom", spent=Spending(cost=None))
WAITING = SweptJobState("seed=2", "not started")


def test_every_job_is_in_the_file_and_of_a_long_sweep_only_those_not_done_in_the_table(tmp_path, capsys):
    assert list(sweep_results.job_rows([DONE, FAILED, WAITING])) == [
        "job     matches  state            seconds  cost", "seed=0  2 of 2   done             1.2      $0.00",
        "seed=1  1 of 4   failed: no room  10.0     unknown", "seed=2  0 of ?   not started               $0.00"]
    lines = list(sweep_results.job_rows([DONE] * 30 + [FAILED]))
    assert [line.split()[0] for line in lines] == ["job", "seed=1"]
    assert list(sweep_results.job_rows([DONE] * 30)) == []
    assert list(sweep_results.job_rows([FAILED] * 30))[-1] == "and 10 more"
    sweep_results.print_jobs(tmp_path)
    assert (capsys.readouterr().out, list(tmp_path.iterdir())) == ("", [])
    write_sweep(tmp_path, SweepState(command="now", started=0.0, jobs=("seed=0", "=1+1")))
    (tmp_path / "seed=0").mkdir()
    JobState(command="now", settings="", state="done", done=2, planned=2, seconds=1.5, requests=3, cost=0.25).write(
        tmp_path / "seed=0")
    sweep_results.print_jobs(tmp_path)
    assert "earlier commands" not in capsys.readouterr().out
    for name in ("seed=0", "seed=7", "seed=8"):
        (tmp_path / name).mkdir(exist_ok=True)
        (tmp_path / name / "matches.jsonl").touch()
    sweep_results.print_jobs(tmp_path)
    with (tmp_path / "jobs.csv").open() as file:
        first, second = csv.DictReader(file)
    assert (first["job"], first["state"], first["done"], first["planned"]) == ("seed=0", "done", "2", "2")
    assert (first["seconds"], first["requests"], first["cost"]) == ("1.5", "3", "0.25")
    assert second["job"] == "'=1+1"  # no formula
    assert capsys.readouterr().out.endswith(
        f"2 jobs: 1 done, 1 not started; all are in {tmp_path / 'jobs.csv'}\n"
        "The report also has the matches of 2 other jobs, from earlier commands in this folder.\n")


def test_the_file_of_jobs_has_a_column_for_each_setting_that_is_stated(tmp_path):
    write_sweep(tmp_path, SweepState(
        command="now", started=0.0, jobs=("a", "b"), shared=("game=nim", "+agent.llm.extra='a b'", "model.api_base=http\\://x"),
        varying=(("model.temperature=0",), ("model.temperature=1",))))
    sweep_results.print_jobs(tmp_path)
    with (tmp_path / "jobs.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert [row["model.temperature"] for row in rows] == ["0", "1"]
    assert {(row["game"], row["agent.llm.extra"], row["model.api_base"], row["state"]) for row in rows} == {
        ("nim", "a b", "http://x", "not started")}
