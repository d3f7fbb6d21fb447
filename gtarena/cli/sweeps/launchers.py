"""Launches of a sweep's jobs: one whose process dies costs the others nothing, and all end with the command."""

import hashlib
import multiprocessing
import os
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from hydra.core.utils import JobReturn, JobStatus

from gtarena.cli.error_messages import FAILED, error_line, exit_code
from gtarena.cli.sweeps import sweep_results
from gtarena.cli.sweeps.lost_results import return_lost_results
from gtarena.errors import UnfinishedError
from gtarena.runs.sweeps.state import DIED, JobState, read_job
from gtarena.system.files import make_subfolder

LAUNCHER = "GTARENA_LAUNCHER"  # environment variable with the process id of the command, for the processes of its jobs
RELAUNCHES = 3
WATCH = "end with launcher"
LOOK_EVERY = 0.2  # seconds
_PACE = ("budget.", "cache.", "workers=", "report.", "objective=", "tracker=", *(f"model.{name}=" for name in (
    "concurrency", "timeout", "retries", "requests_per_minute", "tokens_per_minute", "prices")))
BROKEN = "a process of the sweep died (out of memory, or killed)"


@dataclass(frozen=True)
class SweptJob:
    """Job of a sweep: its number, the name of its folder, and what it overrides."""

    number: int
    name: str
    words: Sequence[str] = field(compare=False)
    sweep: Path

    @property
    def folder(self) -> Path:
        """Results folder of the job."""
        return self.sweep / self.name


def settings_digest(settings: str, words: Sequence[str]) -> str:
    """Returns a digest of the digest of a sweep's settings and of a job's overrides, in whatever order.

    Overrides that say how fast, and at which cost, matches are played leave a job that is done as it is.
    """
    relevant = sorted(word for word in words if not word.lstrip("+~").startswith(_PACE))
    return hashlib.sha256("\n".join([settings, *relevant]).encode()).hexdigest()


def launch_jobs(launcher: Any, jobs: Sequence[SweptJob], command: str, *, numbered: bool) -> None:
    """Launches jobs with one of Hydra's launchers, and marks those whose processes died.

    When a process dies, joblib ends all others too. So the jobs that ran then are launched again one by one, which
    shows whose fault it is, and given up after ``RELAUNCHES`` further deaths; the others go on together.
    ``numbered`` jobs keep their numbers, so that their folders may be named after them.

    Raises:
        UnfinishedError: processes died time and again before any job began.
        Exception: what the launch raises otherwise.
    """
    together, alone, deaths = list(jobs), list[SweptJob](), Counter[SweptJob]()
    unexplained = 0
    while together or alone:
        batch = together or alone[:1]
        if _launch_together(launcher, batch, numbered):
            for job in batch:
                _mark_lost(job, command)
            together, alone = [], alone if together else alone[1:]
            continue
        died = [job for job in batch if _is_running(job, command)]
        unexplained += not died
        if unexplained > RELAUNCHES:
            raise UnfinishedError(f"{BROKEN} {unexplained} times before any job began. The same command goes on; "
                                  "finished matches are kept.")
        print(f"gtarena: {BROKEN}; the sweep goes on", file=sys.stderr)
        for job in died:
            _mark_killed(job, DIED)
        deaths.update(died)
        alone = [job for job in dict.fromkeys([*alone, *died]) if deaths[job] <= RELAUNCHES]
        together = [job for job in together if not _has_ended(job, command)]


def _launch_together(launcher: Any, jobs: Sequence[SweptJob], numbered: bool) -> bool:
    """Launches jobs and returns true, or false if their processes had to be ended because one died."""
    try:
        with return_lost_results(type(launcher).__module__):
            for group in _in_a_row(jobs) if numbered else [jobs]:
                returned = launcher.launch([list(job.words) for job in group], initial_job_idx=group[0].number)
                for job, result in zip(group, returned, strict=True):
                    _keep_failure(job, result)
    except BrokenProcessPool:
        return False
    return True


def _in_a_row(jobs: Sequence[SweptJob]) -> list[list[SweptJob]]:
    """Returns the jobs in groups of numbers without gaps."""
    groups: list[list[SweptJob]] = []
    for job in jobs:
        if groups and groups[-1][-1].number + 1 == job.number:
            groups[-1].append(job)
        else:
            groups.append([job])
    return groups


def _keep_failure(job: SweptJob, result: JobReturn) -> None:
    """Remembers an error that a job could not write down itself, such as that of a full disk."""
    if result.status != JobStatus.FAILED:
        return
    try:
        raise result.return_value
    except Exception as error:  # noqa: BLE001  (the other jobs' reports are still to be merged)
        message = error_line(error)
        print(f"gtarena: {job.name}: {message}", file=sys.stderr)
        sweep_results.remember_failure(sweep_results.JobFailure(job.name, exit_code(error), message))


def _mark_lost(job: SweptJob, command: str) -> None:
    if _is_running(job, command):
        print(f"gtarena: {job.name}: {DIED}", file=sys.stderr)
        _mark_killed(job, DIED)
    elif not _has_ended(job, command) and not any(job.name == known.job for known in sweep_results.unwritten):
        folder = make_subfolder(job.sweep, *Path(job.name).parts)
        sweep_results.JobFailure(job.name, FAILED, "it never began").write(folder)


def _mark_killed(job: SweptJob, reason: str) -> None:
    state = read_job(job.folder)
    assert state is not None
    state.end(job.folder, "killed", reason).write(job.folder)
    sweep_results.JobFailure(job.name, FAILED, reason).write(job.folder)


def _state(job: SweptJob, command: str) -> JobState | None:
    state = read_job(job.folder)
    return state if state and state.command == command else None


def _is_running(job: SweptJob, command: str) -> bool:
    state = _state(job, command)
    return state is not None and state.state == "running"


def _has_ended(job: SweptJob, command: str) -> bool:
    state = _state(job, command)
    return state is not None and state.state != "running"


def announce_launcher() -> None:
    """Tells the processes of jobs which process launches them."""
    os.environ[LAUNCHER] = str(os.getpid())


@cache
def end_with_launcher() -> None:
    """Ends this process, if a launcher has started it on this machine to run jobs, as soon as the command is gone."""
    launcher = int(os.environ.get(LAUNCHER) or os.getpid())
    # Launchers on clusters start main processes, which are to outlive the command; submitit's local ones only seem to
    # be on a cluster. A program may run the command in a child of its own.
    if launcher == os.getpid():
        return
    if os.environ.get("SUBMITIT_EXECUTOR") == "local":
        _end_unless(lambda: _exists(launcher))
    elif multiprocessing.current_process().name != "MainProcess":
        _end_unless(lambda: os.getppid() == launcher)


def _end_unless(going_on: Callable[[], bool]) -> None:
    def watch() -> None:
        while going_on():
            time.sleep(LOOK_EVERY)
        os._exit(1)

    threading.Thread(target=watch, name=WATCH, daemon=True).start()


def _exists(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True
