"""State of a sweep in its folder: the jobs that its latest command asked for, and how far each has come."""

import logging
import os
import socket
import time
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Literal, TypeVar

from pydantic import ValidationError

from gtarena.formatting import one_line
from gtarena.logs.damage import name_fault
from gtarena.logs.ledger import read_ledgers
from gtarena.logs.reader import MATCHES
from gtarena.logs.records import StrictModel
from gtarena.logs.spending import Spending
from gtarena.system.files import write_text
from gtarena.system.redaction import hide_json_secrets

SWEEP, JOB = "sweep.json", "job.json"
DIED = "its process died (out of memory, killed, or over its time limit)"

_REMEDY = "the command that started the sweep writes it anew"

Progress = Literal["running", "done", "failed", "killed"]
State = TypeVar("State", "SweepState", "JobState")

_log = logging.getLogger(__name__)


class SweepState(StrictModel):
    """Jobs of a sweep's latest command, by the names of their folders.

    ``command`` is a random word of its own, ``started`` the time since the epoch in seconds, and ``settings`` a digest
    of the version and the configuration files. ``skipped`` are the jobs that were done already. ``shared`` are the
    overrides that all jobs have, and ``varying`` the others of each job. ``host`` and ``process`` say where the command
    runs.
    """

    command: str
    started: float
    settings: str = ""
    jobs: tuple[str, ...] = ()
    skipped: tuple[str, ...] = ()
    shared: tuple[str, ...] = ()
    varying: tuple[tuple[str, ...], ...] = ()
    host: str = ""
    process: int = 0


class JobState(StrictModel):
    """Progress of a job in the command that ran it last, stored in its folder.

    ``overrides`` are the settings that it was given. ``settings`` is a digest of all that it was asked, and ``logged``
    the size of its logs of matches in bytes: a job that is done and has the same ones has nothing left to do.
    ``present`` counts the matches that were in the logs when it began, ``planned`` all, and ``done`` those that are
    finished; the latter two are ``None`` until it has ended, and if it could not be planned. Tokens and dollars are
    those of all commands; an unknown ``cost`` is ``None``.
    """

    command: str
    settings: str
    overrides: tuple[str, ...] = ()
    state: Progress = "running"
    host: str = ""
    process: int = 0
    started: float = 0.0
    seconds: float | None = None
    present: int = 0
    planned: int | None = None
    done: int | None = None
    requests: int = 0
    under_way: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    cost: float | None = 0.0
    logged: int = 0
    reason: str = ""

    @property
    def spending(self) -> Spending:
        """Requests, tokens and dollars of the job."""
        return Spending(self.requests, 0, self.tokens_in, self.tokens_out, self.cost, self.under_way)

    def write(self, folder: Path) -> None:
        """Writes the state into the job's folder.

        Raises:
            OSError: it cannot be written.
        """
        write_text(folder / JOB, hide_json_secrets(self.model_dump_json(exclude_defaults=True)))

    def end(self, folder: Path, state: Progress, reason: str = "", done: int | None = None,
              planned: int | None = None) -> "JobState":
        """Returns the state at the end of the job, with what the folder's ledgers and logs tell."""
        spent = read_ledgers(folder) or Spending()
        return self.model_copy(update={
            "state": state, "reason": one_line(reason),
            # Nobody knows when a process died.
            "seconds": None if state == "killed" else round(time.time() - self.started, 3),
            "done": done, "planned": planned, "requests": spent.requests, "under_way": spent.under_way,
            "tokens_in": spent.tokens_in, "tokens_out": spent.tokens_out, "cost": spent.cost,
            "logged": measure_logs(folder)})


def begin_job(command: str, settings: str, overrides: Sequence[str], folder: Path) -> JobState:
    """Returns the state of a job that begins in this process."""
    return JobState(command=command, settings=settings, overrides=tuple(overrides), host=socket.gethostname(),
                    process=os.getpid(), started=time.time(), present=count_lines(folder))


def count_lines(folder: Path) -> int:
    """Returns the number of lines in the logs of matches of a folder."""
    return sum(path.read_bytes().count(b"\n") for path in folder.glob(MATCHES))


def read_sweep(folder: Path) -> SweepState | None:
    """Returns the sweep of a folder, or ``None`` if there is none or, with a warning, if its file cannot be read."""
    return _read_state(folder / SWEEP, SweepState)


def read_job(folder: Path) -> JobState | None:
    """Returns the state of a folder's job, or ``None`` if it never began or, with a warning, cannot be read."""
    return _read_state(folder / JOB, JobState)


def write_sweep(folder: Path, sweep: SweepState) -> None:
    """Writes the sweep into its folder.

    Raises:
        OSError: it cannot be written.
    """
    write_text(folder / SWEEP, hide_json_secrets(sweep.model_dump_json()))


def measure_logs(folder: Path) -> int:
    """Returns the size of the logs of matches in a folder, in bytes."""
    return sum(path.stat().st_size for path in folder.glob(MATCHES))


def may_run(state: SweepState | JobState) -> bool:
    """Returns whether a command or a job that has not ended may still run; only its own machine knows."""
    if state.host != socket.gethostname():
        return True
    try:
        os.kill(state.process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:  # another user's
        return True
    return True


def _read_state(path: Path, kind: type[State]) -> State | None:
    try:
        data = path.read_bytes()
    except OSError:
        return None
    try:
        return kind.model_validate_json(data)
    except ValidationError:
        _tell(f"{path}: the file {name_fault(data, _REMEDY)}")
        return None


@cache
def _tell(fault: str) -> None:
    _log.warning("%s", fault)
