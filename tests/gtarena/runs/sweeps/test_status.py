import os
import socket
import time
from pathlib import Path

import pytest

from gtarena.runs.status import status_lines
from gtarena.runs.sweeps.state import JobState, Sweep, write_sweep
from gtarena.runs.sweeps.status import sweep_lines

NOW = time.time()


def sweep(folder: Path, *jobs: JobState | None) -> Sweep:
    """Writes a sweep with these jobs, those of ``None`` have not started, and returns it."""
    for number, state in enumerate(jobs):
        if state is not None:
            (folder / f"seed={number}").mkdir()
            state.write(folder / f"seed={number}")
    written = Sweep(command="now", started=NOW - 20, host=socket.gethostname(), process=os.getpid(),
                    jobs=tuple(f"seed={number}" for number in range(len(jobs))))
    write_sweep(folder, written)
    return written


def job(**fields) -> JobState:
    given = {"command": "now", "settings": "", "host": socket.gethostname(), "process": os.getpid(), "started": NOW}
    return JobState(**{**given, **fields})


def test_a_running_sweep_tells_jobs_matches_rate_time_left_cost_and_errors(tmp_path: Path) -> None:
    written = sweep(
        tmp_path, job(state="done", done=10, planned=10, seconds=1.0, requests=4, tokens_in=30, tokens_out=2, cost=0.5),
        job(state="failed", done=5, planned=10, seconds=2.0, present=5, reason="no room"),
        job(state="running", started=NOW - 15), None)
    lines = list(sweep_lines(tmp_path, written, clock=lambda: NOW))
    assert lines[:4] == [
        f"{tmp_path}: sweep of 4 jobs: 1 done, 1 running, 1 failed, 1 not started",
        # Two jobs are planned, with 10 matches each, so four jobs have about 40.
        "  matches: 15 of about 40 done",
        # The second job had 5 before: 10 were played in 20 s.
        "  running for 20 s: 0.5 matches/s, about 50 s left",
        "  spent: 4 requests (0 more replies came from the cache), 30 tokens in, 2 out, cost $0.5000",
    ]
    assert lines[4:] == ["  slow:", "    seed=2: 0 of ? matches, 15 s", "  last errors:", "    seed=1: no room"]


def test_a_sweep_that_is_done_says_no_more(tmp_path: Path) -> None:
    written = sweep(tmp_path, job(state="done", done=2, planned=2, seconds=1.0))
    assert [line.split(":")[0] for line in sweep_lines(tmp_path, written)] == [str(tmp_path), "  matches", "  spent"]


def test_a_command_that_is_gone_is_to_be_repeated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(process: int, signal: int) -> None:
        raise ProcessLookupError

    written = sweep(tmp_path, job(state="running"), None)
    monkeypatch.setattr(os, "kill", gone)
    lines = list(sweep_lines(tmp_path, written))
    assert lines[0].endswith("1 killed, 1 not started")
    assert lines[2] == "  the command has ended; repeat it to play what is missing"


def test_many_jobs_are_told_together(tmp_path: Path) -> None:
    sweep(tmp_path, *[job(state="done", done=1, planned=1, seconds=1.0)] * 21)
    for folder in tmp_path.glob("seed=*"):
        (folder / "plan.json").write_text('{"a": "nim"}')
    lines = list(status_lines(tmp_path))
    assert lines[0] == f"{tmp_path}: sweep of 21 jobs: 21 done"
    assert lines[-1] == f"`gtarena status {tmp_path}/JOB` shows one of the jobs"
    assert len(lines) == 4
