import os
import socket
from pathlib import Path

import pytest

from gtarena.logs.writer import append_line
from gtarena.runs.sweeps import state as sweep_state
from gtarena.runs.sweeps.state import JobState, Sweep, alive, begun, read_job, read_sweep, write_sweep


def test_a_job_reads_what_it_wrote_and_counts_what_was_there_before(tmp_path: Path) -> None:
    (tmp_path / "matches.jsonl").write_text("{}\n{}\n")
    state = begun("now", "digest", tmp_path)
    state.write(tmp_path)
    assert read_job(tmp_path) == state
    assert (state.present, state.process, state.host) == (2, os.getpid(), socket.gethostname())


def test_the_end_of_a_job_tells_what_its_ledgers_and_logs_hold(tmp_path: Path) -> None:
    append_line(tmp_path / "spending.jsonl", '{"requests": 2}')
    append_line(tmp_path / "spending-1.jsonl", '{"tokens_in": 30, "tokens_out": 10, "cost": 0.5}')
    (tmp_path / "matches.jsonl").write_text("12345\n")
    ended = begun("now", "digest", tmp_path).ended(tmp_path, "failed", "two\nlines", 1, 3)
    assert (ended.spending.requests, ended.spending.tokens, ended.spending.cost) == (2, 40, 0.5)
    assert (ended.logged, ended.reason, ended.done, ended.planned) == (6, "two lines", 1, 3)


def test_nobody_knows_when_a_killed_job_died(tmp_path: Path) -> None:
    assert begun("now", "digest", tmp_path).ended(tmp_path, "killed").seconds is None


@pytest.mark.parametrize("content", ["", "[]", "{", '{"command": 5}', '{"commands": "a"}'])
def test_damaged_files_count_as_missing(tmp_path: Path, content: str) -> None:
    for name in ("job.json", "sweep.json"):
        (tmp_path / name).write_text(content)
    assert (read_job(tmp_path), read_sweep(tmp_path)) == (None, None)


def test_a_sweep_reads_what_it_wrote(tmp_path: Path) -> None:
    sweep = Sweep(command="now", started=1.5, settings="s", jobs=("a", "b"), skipped=("a",), host="h", process=7)
    write_sweep(tmp_path, sweep)
    assert read_sweep(tmp_path) == sweep


def test_a_process_is_known_to_be_gone_on_its_own_machine_only(monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(process: int, signal: int) -> None:
        raise ProcessLookupError

    here = JobState(command="now", settings="", host=socket.gethostname(), process=os.getpid())
    assert alive(here)
    monkeypatch.setattr(sweep_state.os, "kill", gone)
    assert not alive(here)
    assert alive(here.model_copy(update={"host": "elsewhere"}))


def test_files_that_cannot_be_read_are_named_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "job.json").write_text('{"schema_version": 3, "command": "now"}')
    (tmp_path / "sweep.json").write_text("{")
    for _ in range(2):
        assert (read_job(tmp_path), read_sweep(tmp_path)) == (None, None)
    assert caplog.messages == [
        f"{tmp_path / 'job.json'}: the file is of a later schema (3); update gtarena to read it",
        f"{tmp_path / 'sweep.json'}: the file is damaged; the command that started the sweep writes it anew"]


def test_requests_under_way_at_the_end_of_a_job_are_told_apart(tmp_path: Path) -> None:
    append_line(tmp_path / "spending.jsonl", '{"requests": 2, "under_way": 3}')
    ended = begun("now", "digest", tmp_path).ended(tmp_path, "killed")
    assert (ended.spending.requests, ended.spending.under_way) == (2, 3)
