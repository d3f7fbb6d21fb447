import multiprocessing
import os
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from hydra.core.utils import JobReturn, JobStatus

from gtarena.cli.sweeps import launchers, sweep_results
from gtarena.cli.sweeps.launchers import SweptJob, settings_digest
from gtarena.cli.sweeps.lost_results import lost_job_return, replace_function, return_lost_results
from gtarena.cli.sweeps.sweep_results import read_failures
from gtarena.errors import UnfinishedError, UsageError
from gtarena.runs.sweeps.state import DIED, JobState, Progress, begin_job, read_job
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
def _no_launcher(monkeypatch):
    monkeypatch.setenv(launchers.LAUNCHER, "")


COMMAND = "now"


def jobs(sweep: Path, number: int) -> list[SweptJob]:
    return [SweptJob(index, f"seed={index}", (f"seed={index}",), sweep) for index in range(number)]


def run(job: SweptJob, state: Progress) -> None:
    job.folder.mkdir(parents=True, exist_ok=True)
    begin_job(COMMAND, "", job.words, job.folder).model_copy(update={"state": state}).write(job.folder)
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


def test_a_job_that_kills_its_process_is_found_and_given_up_and_all_others_end(tmp_path, capsys):
    pool = Pool(tmp_path, "seed=1")
    launchers.launch_jobs(pool, jobs(tmp_path, 5), COMMAND, numbered=False)
    assert states(tmp_path) == {"seed=0": "done", "seed=1": "killed", "seed=2": "done", "seed=3": "done",
                                "seed=4": "done"}
    # The two that ran together are suspects, which then run alone: the first once, the guilty one three times.
    assert pool.launches == [[f"seed={number}" for number in range(5)], ["seed=2", "seed=3", "seed=4"], ["seed=0"],
                             ["seed=1"], ["seed=1"], ["seed=1"]]
    assert capsys.readouterr().err.count("gtarena: a process of the sweep died") == 4
    (failure,) = read_failures(sorted(tmp_path.rglob("error.json")))
    assert (failure.job, failure.exit_code) == ("seed=1", 3)


def launched(launch, jobs: Sequence[SweptJob]) -> None:
    """Launches jobs by a launcher with this method."""
    launchers.launch_jobs(SimpleNamespace(launch=launch), jobs, COMMAND, numbered=False)


def test_a_pool_whose_processes_die_before_any_job_begins_ends_the_sweep_and_other_errors_do_at_once(tmp_path):
    launches = []

    def die(job_overrides, initial_job_idx):
        launches.append(job_overrides)
        raise BrokenProcessPool("gone")

    def refuse(job_overrides, initial_job_idx):
        raise UsageError("wrong")

    with pytest.raises(UnfinishedError, match=r"died \(out of memory, or killed\) 4 times before any job began"):
        launched(die, jobs(tmp_path, 2))
    assert len(launches) == 4
    with pytest.raises(UsageError, match="wrong"):
        launched(refuse, jobs(tmp_path, 2))


def test_a_job_that_a_cluster_has_lost_is_marked_and_one_that_never_began_is_a_failure(tmp_path):
    def lose(job_overrides, initial_job_idx):
        for job, state in zip(jobs(tmp_path, 2), ("done", "running"), strict=True):
            run(job, state)
        return [JobReturn(status=JobStatus.COMPLETED) for _ in job_overrides]

    launched(lose, jobs(tmp_path, 3))
    assert [read_sweep_job(job).state for job in jobs(tmp_path, 2)] == ["done", "killed"]
    found = read_failures(sorted(tmp_path.rglob("error.json")))
    assert [(failure.job, failure.message) for failure in found] == [("seed=1", DIED), ("seed=2", "it never began")]


def test_the_error_of_a_job_that_could_not_write_it_is_kept_for_the_command(tmp_path):
    def fill(job_overrides, initial_job_idx):
        return [JobReturn(_return_value=OSError(28, "No space left on device"), status=JobStatus.FAILED)]

    sweep_results.forget_command()
    launched(fill, jobs(tmp_path, 1))
    (failure,) = sweep_results.unwritten
    assert (failure.job, failure.exit_code) == ("seed=0", 3)
    assert "nothing more can be written (No space left on device): make room" in failure.message
    sweep_results.forget_command()


def test_jobs_whose_folders_are_numbered_keep_their_numbers(tmp_path):
    class Numbering(Pool):
        def launch(self, job_overrides: Sequence[Sequence[str]], initial_job_idx: int) -> list[JobReturn]:
            numbers.append((initial_job_idx, len(job_overrides)))
            return super().launch(job_overrides, initial_job_idx)

    numbers: list[tuple[int, int]] = []
    first, _, third, fourth = jobs(tmp_path, 4)
    launchers.launch_jobs(Numbering(tmp_path), [first, third, fourth], COMMAND, numbered=True)
    assert numbers == [(0, 1), (2, 2)]


def test_a_job_stays_done_whatever_the_order_of_overrides_and_the_budget_but_not_with_more_matches():
    assert settings_digest("s", ["a=1", "b=2"]) == settings_digest("s", ["b=2", "a=1"])
    assert settings_digest("s", ["a=1"]) != settings_digest("t", ["a=1"])
    done = settings_digest("s", ["seed=1", "budget.usd=1", "model.concurrency=2"])
    assert done == settings_digest("s", ["+budget.calls=9", "seed=1", "workers=2", "report.tables=true"])
    assert done != settings_digest("s", ["seed=1", "matches=3"])


def test_the_command_announces_itself_and_a_child_of_it_ends_when_it_is_killed():
    launchers.announce_launcher()
    assert os.environ[launchers.LAUNCHER] == str(os.getpid())
    process = subprocess.Popen(
        [sys.executable, "-c", CHILD], cwd=ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdout
    assert {process.stdout.readline(), process.stdout.readline()} == {"started\n", "ready\n"}
    # The child holds the other end of the pipe too, so this returns when both have ended.
    assert (process.communicate("die\n", timeout=60)[0], process.returncode) == ("", -9)


@pytest.mark.parametrize(("launcher", "process", "executor", "watches"), [
    ("1", "MainProcess", "", []), ("1", "MainProcess", "slurm", []),  # which outlive the command
    ("1", "MainProcess", "local", [launchers.WATCH]),
    ("own", "SpawnProcess-1", "", [])])  # which a program runs in a child of its own
def test_jobs_end_with_the_command_only_in_its_own_processes_and_those_of_a_local_submitit(
    monkeypatch, launcher, process, executor, watches
):
    started = []
    monkeypatch.setenv(launchers.LAUNCHER, str(os.getpid()) if launcher == "own" else launcher)
    monkeypatch.setenv("SUBMITIT_EXECUTOR", executor)
    monkeypatch.setattr(multiprocessing.current_process(), "name", process)
    monkeypatch.setattr(launchers.threading, "Thread", lambda name, **others: SimpleNamespace(
        start=lambda: started.append(name)))
    launchers.end_with_launcher.cache_clear()
    launchers.end_with_launcher()
    assert started == watches
    launchers.end_with_launcher.cache_clear()


class FakeLostError(Exception):
    """Error of a job without a result."""


class Waiting:
    def results(self) -> list[Any]:
        raise FakeLostError


def modules(monkeypatch: pytest.MonkeyPatch, **contents: dict[str, Any]) -> None:
    """Provides modules, named with double underscores for dots, with these contents."""
    for name, content in contents.items():
        module = ModuleType(name.replace("__", "."))
        vars(module).update(content)
        monkeypatch.setitem(sys.modules, module.__name__, module)


def test_a_job_that_submitit_or_ray_has_lost_has_a_result_and_other_errors_stay(monkeypatch):
    modules(monkeypatch, submitit={}, submitit__core={}, submitit__core__core={"Job": Waiting},
            submitit__core__utils={"FailedJobError": FakeLostError, "UncompletedJobError": FakeLostError})
    with return_lost_results("hydra_plugins.hydra_submitit_launcher.submitit_launcher"):
        (result,) = Waiting().results()
        assert isinstance(result, JobReturn)
    with pytest.raises(FakeLostError):
        Waiting().results()

    def get(reference: Exception) -> Any:
        raise reference

    modules(monkeypatch, ray={"get": get}, ray__exceptions={"RayError": FakeLostError})
    with return_lost_results("hydra_plugins.hydra_ray_launcher.ray_launcher"):
        assert isinstance(sys.modules["ray"].get(FakeLostError()), JobReturn)
        with pytest.raises(KeyError):
            sys.modules["ray"].get(KeyError())
    assert sys.modules["ray"].get is get


def test_other_launchers_stay_as_they_are_and_a_replaced_function_comes_back_also_after_an_error():
    with return_lost_results("hydra_plugins.hydra_joblib_launcher.joblib_launcher"):
        assert lost_job_return().return_value is None

    class Holder:
        double = staticmethod(lambda number: 2 * number)

    original = Holder.double

    def use() -> None:
        with replace_function(Holder, "double", lambda double, number: double(number) + 1):
            raise KeyError(Holder.double(3))

    with pytest.raises(KeyError, match="7"):
        use()
    assert Holder.double is original
