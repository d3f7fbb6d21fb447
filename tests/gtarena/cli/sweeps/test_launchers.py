import multiprocessing
import os
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest
from hydra.core.utils import JobReturn, JobStatus

from gtarena.cli.sweeps import launchers, sweep_results
from gtarena.cli.sweeps.launchers import SweptJob, settings_digest
from gtarena.cli.sweeps.sweep_results import failures
from gtarena.errors import UnfinishedError, UsageError
from gtarena.runs.sweeps.state import DIED, JobState, Progress, begun, read_job
from tests.support import ROOT

CHILD = """
import multiprocessing, os, signal, sys, threading
from gtarena.cli.sweeps import launchers

def watched():
    launchers.end_with_launcher()
    os.write(1, b"ready\\n")  # one write, which another process cannot divide
    threading.Event().wait()

if __name__ == "__main__":
    os.environ[launchers.LAUNCHER] = str(os.getpid())
    child = multiprocessing.get_context("fork").Process(target=watched)
    child.start()
    os.write(1, b"started\\n")
    sys.stdin.readline()
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture(autouse=True)
def _no_launcher(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(launchers.LAUNCHER, "")


COMMAND = "now"


def jobs(sweep: Path, number: int) -> list[SweptJob]:
    return [SweptJob(index, f"seed={index}", (f"seed={index}",), sweep) for index in range(number)]


def run(job: SweptJob, state: Progress) -> None:
    job.folder.mkdir(parents=True, exist_ok=True)
    begun(COMMAND, "", job.folder).model_copy(update={"state": state}).write(job.folder)
    if state == "done":
        (job.folder / sweep_results.ERROR_FILE).unlink(missing_ok=True)


class Pool:
    """Launcher that runs two jobs at a time; both die with the pool, as joblib's do, if one is ``deadly``."""

    def __init__(self, sweep: Path, *deadly: str) -> None:
        self.sweep, self.deadly, self.launches = sweep, deadly, list[list[str]]()

    def launch(self, job_overrides: Sequence[Sequence[str]], initial_job_idx: int) -> list[JobReturn]:
        names = [words[0] for words in job_overrides]
        self.launches.append(names)
        for first in range(0, len(names), 2):
            running = [SweptJob(0, name, (), self.sweep) for name in names[first:first + 2]]
            broken = any(job.name in self.deadly for job in running)
            for job in running:
                run(job, "running" if broken else "done")
            if broken:
                raise BrokenProcessPool("gone")
        return [JobReturn(status=JobStatus.COMPLETED) for _ in names]


def states(sweep: Path) -> dict[str, str]:
    return {job.name: read_sweep_job(job).state for job in jobs(sweep, len(list(sweep.glob("seed=*"))))}


def read_sweep_job(job: SweptJob) -> JobState:
    state = read_job(job.folder)
    assert state is not None
    return state


def test_a_job_that_kills_its_process_is_found_and_given_up_and_all_others_end(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pool = Pool(tmp_path, "seed=1")
    launchers.launch_jobs(pool, jobs(tmp_path, 5), COMMAND, numbered=False)
    assert states(tmp_path) == {"seed=0": "done", "seed=1": "killed", "seed=2": "done", "seed=3": "done",
                                "seed=4": "done"}
    # The two that ran together are suspects, which then run alone: the first once, the guilty one three times.
    assert pool.launches == [[f"seed={number}" for number in range(5)], ["seed=2", "seed=3", "seed=4"], ["seed=0"],
                             ["seed=1"], ["seed=1"], ["seed=1"]]
    assert capsys.readouterr().err.count("gtarena: a process of the sweep died") == 4
    (failure,) = failures(sorted(tmp_path.rglob("error.json")))
    assert (failure.job, failure.exit_code) == ("seed=1", 3)


def test_a_pool_whose_processes_die_before_any_job_begins_ends_the_sweep(tmp_path: Path) -> None:
    class Dead:
        launches = 0

        def launch(self, job_overrides: Sequence[Sequence[str]], initial_job_idx: int) -> list[JobReturn]:
            self.launches += 1
            raise BrokenProcessPool("gone")

    dead = Dead()
    with pytest.raises(UnfinishedError, match=r"died \(out of memory, or killed\) 4 times before any job began"):
        launchers.launch_jobs(dead, jobs(tmp_path, 2), COMMAND, numbered=False)
    assert dead.launches == 4


def test_other_errors_end_a_launch_at_once(tmp_path: Path) -> None:
    class Wrong:
        def launch(self, job_overrides: Sequence[Sequence[str]], initial_job_idx: int) -> list[JobReturn]:
            raise UsageError("wrong")

    with pytest.raises(UsageError, match="wrong"):
        launchers.launch_jobs(Wrong(), jobs(tmp_path, 2), COMMAND, numbered=False)


def test_a_job_that_a_cluster_has_lost_is_marked_and_one_that_never_began_is_a_failure(tmp_path: Path) -> None:
    class Cluster:
        def launch(self, job_overrides: Sequence[Sequence[str]], initial_job_idx: int) -> list[JobReturn]:
            for job, state in zip(jobs(tmp_path, 2), ("done", "running"), strict=True):
                run(job, state)
            return [JobReturn(status=JobStatus.COMPLETED) for _ in job_overrides]

    launchers.launch_jobs(Cluster(), jobs(tmp_path, 3), COMMAND, numbered=False)
    assert [read_sweep_job(job).state for job in jobs(tmp_path, 2)] == ["done", "killed"]
    found = failures(sorted(tmp_path.rglob("error.json")))
    assert [(failure.job, failure.message) for failure in found] == [("seed=1", DIED), ("seed=2", "it never began")]


def test_the_error_of_a_job_that_could_not_write_it_is_kept_for_the_command(tmp_path: Path) -> None:
    class Full:
        def launch(self, job_overrides: Sequence[Sequence[str]], initial_job_idx: int) -> list[JobReturn]:
            return [JobReturn(_return_value=OSError(28, "No space left on device"), status=JobStatus.FAILED)]

    sweep_results.forget()
    launchers.launch_jobs(Full(), jobs(tmp_path, 1), COMMAND, numbered=False)
    (failure,) = sweep_results.unwritten
    assert (failure.job, failure.exit_code) == ("seed=0", 3)
    assert "nothing more can be written (No space left on device): make room" in failure.message
    sweep_results.forget()


def test_jobs_whose_folders_are_numbered_keep_their_numbers(tmp_path: Path) -> None:
    class Numbering(Pool):
        def launch(self, job_overrides: Sequence[Sequence[str]], initial_job_idx: int) -> list[JobReturn]:
            numbers.append((initial_job_idx, len(job_overrides)))
            return super().launch(job_overrides, initial_job_idx)

    numbers: list[tuple[int, int]] = []
    first, _, third, fourth = jobs(tmp_path, 4)
    launchers.launch_jobs(Numbering(tmp_path), [first, third, fourth], COMMAND, numbered=True)
    assert numbers == [(0, 1), (2, 2)]


def test_the_order_of_overrides_makes_no_other_job() -> None:
    assert settings_digest("s", ["a=1", "b=2"]) == settings_digest("s", ["b=2", "a=1"])
    assert settings_digest("s", ["a=1"]) != settings_digest("t", ["a=1"])


def test_a_job_that_is_done_stays_done_with_another_budget_but_not_with_more_matches() -> None:
    done = settings_digest("s", ["seed=1", "budget.usd=1", "model.concurrency=2"])
    assert done == settings_digest("s", ["+budget.calls=9", "seed=1", "workers=2"])
    assert done != settings_digest("s", ["seed=1", "matches=3"])


def test_the_command_announces_itself() -> None:
    launchers.announce()
    assert os.environ[launchers.LAUNCHER] == str(os.getpid())


def test_a_child_of_the_command_ends_when_the_command_is_killed() -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", CHILD], cwd=ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdout
    assert {process.stdout.readline(), process.stdout.readline()} == {"started\n", "ready\n"}
    # The child holds the other end of the pipe too, so this returns when both have ended.
    assert process.communicate("die\n", timeout=60)[0] == ""
    assert process.returncode == -9


def test_a_main_process_outlives_whoever_started_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(launchers.LAUNCHER, "1")
    assert multiprocessing.current_process().name == "MainProcess"
    launchers.end_with_launcher.cache_clear()
    launchers.end_with_launcher()
    assert not any(thread.name == launchers.WATCH for thread in launchers.threading.enumerate())


def test_a_command_that_a_program_runs_in_a_child_of_its_own_is_not_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(launchers.LAUNCHER, str(os.getpid()))
    monkeypatch.setattr(multiprocessing.current_process(), "name", "SpawnProcess-1")
    started: list[str] = []
    monkeypatch.setattr(launchers.threading, "Thread", lambda name, **others: started.append(name))
    launchers.end_with_launcher.cache_clear()
    launchers.end_with_launcher()
    assert started == []
    launchers.end_with_launcher.cache_clear()


@pytest.mark.parametrize(("executor", "watches"), [("local", [launchers.WATCH]), ("slurm", [])])
def test_a_job_of_submitit_ends_with_the_command_only_on_its_own_machine(
    monkeypatch: pytest.MonkeyPatch, executor: str, watches: list[str]
) -> None:
    monkeypatch.setenv(launchers.LAUNCHER, "1")
    monkeypatch.setenv("SUBMITIT_EXECUTOR", executor)
    started: list[str] = []

    class Thread:
        def __init__(self, name: str, **others: object) -> None:
            self.name = name

        def start(self) -> None:
            started.append(self.name)

    monkeypatch.setattr(launchers.threading, "Thread", Thread)
    launchers.end_with_launcher.cache_clear()
    launchers.end_with_launcher()
    assert started == watches
    launchers.end_with_launcher.cache_clear()
