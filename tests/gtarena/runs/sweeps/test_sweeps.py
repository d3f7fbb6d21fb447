import json
import os
import socket
import time
from pathlib import Path

import pytest

from gtarena.logs.writer import append_line
from gtarena.runs.status import status_lines
from gtarena.runs.sweeps.state import (
    JobState,
    Progress,
    SweepState,
    begin_job,
    may_run,
    read_job,
    read_sweep,
    write_sweep,
)
from gtarena.runs.sweeps.status import SweptJobState, jobs_of, slow_jobs, sweep_lines

HERE = socket.gethostname()


def gone(process, signal):
    """Takes the place of ``os.kill`` for a process that has ended."""
    raise ProcessLookupError


def job(folder: Path, state: Progress, *, logged: int = 0, planned: int | None = None, **fields) -> None:
    folder.mkdir()
    (folder / "matches.jsonl").write_text("{}\n" * logged)
    if planned is not None:
        (folder / "plan.json").write_text(json.dumps({str(number): "nim" for number in range(planned)}))
    given = {"command": "now", "settings": "", "host": HERE, "process": os.getpid(), "started": time.time(), **fields}
    JobState(state=state, **given).write(folder)


def only(sweep: Path, **fields) -> SweptJobState:
    (found,) = jobs_of(sweep, SweepState(command="now", started=0.0, jobs=("a",), **fields), time.time())
    return found


def test_a_job_that_has_not_started_for_this_command_waits_with_what_it_has(tmp_path):
    assert (only(tmp_path).state, only(tmp_path).planned) == ("not started", None)
    job(tmp_path / "a", "done", logged=3, planned=5, command="before", done=3)
    assert (only(tmp_path).state, only(tmp_path).done, only(tmp_path).planned) == ("not started", 3, 5)


def test_a_job_that_was_skipped_is_done_and_has_played_nothing(tmp_path):
    job(tmp_path / "a", "done", command="before", done=5, seconds=2.0)
    state = json.loads((tmp_path / "a" / "job.json").read_text())
    (tmp_path / "a" / "job.json").write_text(json.dumps({**state, "planned": 5}))
    found = only(tmp_path, skipped=("a",))
    assert (found.state, found.done, found.planned, found.played) == ("done", 5, 5, 0)


def test_a_running_job_is_counted_by_its_logs_and_was_killed_if_its_process_is_gone(tmp_path, monkeypatch):
    job(tmp_path / "a", "running", logged=4, planned=10, present=1)
    found = only(tmp_path)
    assert (found.state, found.done, found.planned, found.played) == ("running", 4, 10, 3)
    monkeypatch.setattr(os, "kill", gone)
    assert (only(tmp_path).state, only(tmp_path).reason) == ("killed", "its process is gone")


def test_slow_jobs_run_more_than_three_times_the_median_of_those_done():
    done = [SweptJobState(str(seconds), "done", seconds=float(seconds)) for seconds in (1, 2, 9)]
    times = {"a": 5.9, "b": 6.1, "c": 8.0}
    running = [SweptJobState(name, "running", seconds=seconds) for name, seconds in times.items()]
    assert [each.name for each in slow_jobs([*done, *running])] == ["c", "b"]
    assert slow_jobs(running) == []


def test_jobs_and_sweeps_read_what_they_wrote_and_the_end_of_a_job_tells_what_its_logs_hold(tmp_path):
    (tmp_path / "matches.jsonl").write_text("{}\n{}\n")
    state = begin_job("now", "digest", ["seed=1"], tmp_path)
    state.write(tmp_path)
    assert read_job(tmp_path) == state
    assert state.overrides == ("seed=1",)
    assert (state.present, state.process, state.host) == (2, os.getpid(), socket.gethostname())
    sweep = SweepState(command="now", started=1.5, settings="s", jobs=("a", "b"), skipped=("a",), host="h",
                       process=7, shared=("game=nim",), varying=(("seed=1",), ("seed=2",)))
    write_sweep(tmp_path, sweep)
    assert read_sweep(tmp_path) == sweep
    append_line(tmp_path / "spending.jsonl", '{"requests": 2}')
    append_line(tmp_path / "spending-1.jsonl", '{"tokens_in": 30, "tokens_out": 10, "cost": 0.5, "under_way": 3}')
    (tmp_path / "matches.jsonl").write_text("12345\n")
    ended = begin_job("now", "digest", ["seed=1"], tmp_path).end(tmp_path, "failed", "two\nlines", 1, 3)
    assert (ended.spending.requests, ended.spending.tokens, ended.spending.cost) == (2, 40, 0.5)
    assert (ended.logged, ended.reason, ended.done, ended.planned) == (6, "two lines", 1, 3)
    assert ended.spending.under_way == 3
    assert begin_job("now", "digest", ["seed=1"], tmp_path).end(tmp_path, "killed").seconds is None


@pytest.mark.parametrize("content", ["", "[]", "{", '{"command": 5}', '{"commands": "a"}'])
def test_damaged_files_count_as_missing(tmp_path, content):
    for name in ("job.json", "sweep.json"):
        (tmp_path / name).write_text(content)
    assert (read_job(tmp_path), read_sweep(tmp_path)) == (None, None)


def test_a_process_is_known_to_be_gone_on_its_own_machine_only(monkeypatch):
    here = JobState(command="now", settings="", host=socket.gethostname(), process=os.getpid())
    assert may_run(here)
    monkeypatch.setattr(os, "kill", gone)
    assert not may_run(here)
    assert may_run(here.model_copy(update={"host": "elsewhere"}))


def test_files_that_cannot_be_read_are_named_once(tmp_path, caplog):
    (tmp_path / "job.json").write_text('{"schema_version": 3, "command": "now"}')
    (tmp_path / "sweep.json").write_text("{")
    for _ in range(2):
        assert (read_job(tmp_path), read_sweep(tmp_path)) == (None, None)
    assert caplog.messages == [
        f"{tmp_path / 'job.json'}: the file is of a later schema (3); update gtarena to read it",
        f"{tmp_path / 'sweep.json'}: the file is damaged; the command that started the sweep writes it anew"]


NOW = time.time()


def sweep(folder: Path, *jobs: JobState | None) -> SweepState:
    """Writes a sweep with these jobs, those of ``None`` have not started, and returns it."""
    for number, each in enumerate(jobs):
        if each is not None:
            (folder / f"seed={number}").mkdir()
            each.write(folder / f"seed={number}")
    written = SweepState(command="now", started=NOW - 20, host=socket.gethostname(), process=os.getpid(),
                    jobs=tuple(f"seed={number}" for number in range(len(jobs))))
    write_sweep(folder, written)
    return written


def state(**fields) -> JobState:
    given = {"command": "now", "settings": "", "host": socket.gethostname(), "process": os.getpid(), "started": NOW}
    return JobState(**{**given, **fields})


def test_a_running_sweep_tells_jobs_matches_rate_time_left_cost_and_errors(tmp_path):
    written = sweep(
        tmp_path,
        state(state="done", done=10, planned=10, seconds=1.0, requests=4, tokens_in=30, tokens_out=2, cost=0.5),
        state(state="failed", done=5, planned=10, seconds=2.0, present=5, reason="no room"),
        state(state="running", started=NOW - 15), None)
    lines = list(sweep_lines(tmp_path, written, clock=lambda: NOW))
    assert lines[:4] == [
        f"{tmp_path}: sweep of 4 jobs: 1 done, 1 running, 1 failed, 1 not started",
        # Two jobs are planned, with 10 matches each, so four jobs have about 40.
        "  matches: 15 of about 40 done",
        # The second job had 5 before: 10 were played in 20 s.
        "  running for 20 s: 0.5 matches/s, about 50 s left",
        "  spent: 4 requests (0 more replies came from the cache), 30 tokens in, 2 out, cost $0.5000"]
    assert lines[4:] == ["  slow:", "    seed=2: 0 of ? matches, 15 s", "  last errors:", "    seed=1: no room"]


def test_a_sweep_that_is_done_says_no_more(tmp_path):
    written = sweep(tmp_path, state(state="done", done=2, planned=2, seconds=1.0))
    assert [line.split(":")[0] for line in sweep_lines(tmp_path, written)] == [str(tmp_path), "  matches", "  spent"]


def test_a_command_that_is_gone_is_to_be_repeated(tmp_path, monkeypatch):
    written = sweep(tmp_path, state(state="running"), None)
    monkeypatch.setattr(os, "kill", gone)
    lines = list(sweep_lines(tmp_path, written))
    assert lines[0].endswith("1 killed, 1 not started")
    assert lines[2] == "  the command has ended; repeat it to play what is missing"


def test_many_jobs_are_told_together(tmp_path):
    sweep(tmp_path, *[state(state="done", done=1, planned=1, seconds=1.0)] * 21)
    for folder in tmp_path.glob("seed=*"):
        (folder / "plan.json").write_text('{"a": "nim"}')
    lines = list(status_lines(tmp_path))
    assert lines[0] == f"{tmp_path}: sweep of 21 jobs: 21 done"
    assert (lines[-1], len(lines)) == (f"`gtarena status {tmp_path}/JOB` shows one of the jobs", 4)
