import csv
from pathlib import Path

import pytest

from gtarena.cli.sweeps import closing_table
from gtarena.logs.spending import Spending
from gtarena.runs.sweeps.jobs import SweptJobState
from gtarena.runs.sweeps.state import JobState, Sweep, write_sweep

DONE = SweptJobState("seed=0", "done", 2, 2, 2, 1.25)
FAILED = SweptJobState("seed=1", "failed", 1, 4, 1, 10.0, reason="no\nroom", spent=Spending(cost=None))
WAITING = SweptJobState("seed=2", "not started")


def test_every_job_of_a_short_sweep_has_a_row() -> None:
    assert list(closing_table.table([DONE, FAILED, WAITING])) == [
        "job     matches  state            seconds  cost",
        "seed=0  2 of 2   done             1.2      $0.00",
        "seed=1  1 of 4   failed: no room  10.0     unknown",
        "seed=2  0 of ?   not started               $0.00",
    ]


def test_of_a_long_sweep_only_those_that_are_not_done_are_shown() -> None:
    lines = list(closing_table.table([DONE] * 30 + [FAILED]))
    assert [line.split()[0] for line in lines] == ["job", "seed=1"]
    assert list(closing_table.table([DONE] * 30)) == []
    assert list(closing_table.table([FAILED] * 30))[-1] == "and 10 more"


def test_all_jobs_are_in_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_sweep(tmp_path, Sweep(command="now", started=0.0, jobs=("seed=0", "=1+1")))
    (tmp_path / "seed=0").mkdir()
    JobState(command="now", settings="", state="done", done=2, planned=2, seconds=1.5, requests=3, cost=0.25).write(
        tmp_path / "seed=0")
    closing_table.show(tmp_path)
    with (tmp_path / "jobs.csv").open() as file:
        first, second = csv.DictReader(file)
    assert (first["job"], first["state"], first["done"], first["planned"]) == ("seed=0", "done", "2", "2")
    assert (first["seconds"], first["requests"], first["cost"]) == ("1.5", "3", "0.25")
    assert second["job"] == "'=1+1"  # no formula
    assert capsys.readouterr().out.endswith(f"2 jobs: 1 done, 1 not started; all are in {tmp_path / 'jobs.csv'}\n")


def test_a_folder_without_a_sweep_has_no_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    closing_table.show(tmp_path)
    assert (capsys.readouterr().out, list(tmp_path.iterdir())) == ("", [])
