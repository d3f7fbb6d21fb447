import json
import os
import socket
import time
from pathlib import Path

import pytest

from gtarena.runs.sweeps import state as sweep_state
from gtarena.runs.sweeps.jobs import SweptJobState, jobs_of, slow_ones
from gtarena.runs.sweeps.state import JobState, Progress, Sweep

HERE = socket.gethostname()


def job(folder: Path, state: Progress, *, logged: int = 0, planned: int | None = None, **fields) -> None:
    folder.mkdir()
    (folder / "matches.jsonl").write_text("{}\n" * logged)
    if planned is not None:
        (folder / "plan.json").write_text(json.dumps({str(number): "nim" for number in range(planned)}))
    given = {"command": "now", "settings": "", "host": HERE, "process": os.getpid(), "started": time.time(), **fields}
    JobState(state=state, **given).write(folder)


def only(sweep: Path, **fields) -> SweptJobState:
    (found,) = jobs_of(sweep, Sweep(command="now", started=0.0, jobs=("a",), **fields), time.time())
    return found


def test_a_job_without_a_folder_has_not_started(tmp_path: Path) -> None:
    assert (only(tmp_path).state, only(tmp_path).planned) == ("not started", None)


def test_a_job_of_an_earlier_command_waits_with_what_it_has(tmp_path: Path) -> None:
    job(tmp_path / "a", "done", logged=3, planned=5, command="before", done=3)
    assert (only(tmp_path).state, only(tmp_path).done, only(tmp_path).planned) == ("not started", 3, 5)


def test_a_job_that_was_skipped_is_done_and_has_played_nothing(tmp_path: Path) -> None:
    job(tmp_path / "a", "done", command="before", done=5, seconds=2.0)
    state = json.loads((tmp_path / "a" / "job.json").read_text())
    (tmp_path / "a" / "job.json").write_text(json.dumps({**state, "planned": 5}))
    found = only(tmp_path, skipped=("a",))
    assert (found.state, found.done, found.planned, found.played) == ("done", 5, 5, 0)


def test_the_matches_of_a_running_job_are_those_in_its_logs(tmp_path: Path) -> None:
    job(tmp_path / "a", "running", logged=4, planned=10, present=1)
    found = only(tmp_path)
    assert (found.state, found.done, found.planned, found.played) == ("running", 4, 10, 3)


def test_a_job_whose_process_is_gone_was_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(process: int, signal: int) -> None:
        raise ProcessLookupError

    job(tmp_path / "a", "running")
    monkeypatch.setattr(sweep_state.os, "kill", gone)
    assert (only(tmp_path).state, only(tmp_path).reason) == ("killed", "its process is gone")


def test_slow_jobs_run_more_than_three_times_the_median_of_those_done() -> None:
    done = [SweptJobState(str(seconds), "done", seconds=float(seconds)) for seconds in (1, 2, 9)]
    times = {"a": 5.9, "b": 6.1, "c": 8.0}
    running = [SweptJobState(name, "running", seconds=seconds) for name, seconds in times.items()]
    assert [each.name for each in slow_ones([*done, *running])] == ["c", "b"]
    assert slow_ones(running) == []
