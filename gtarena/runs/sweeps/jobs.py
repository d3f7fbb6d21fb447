"""Jobs of a sweep as they stand: what is done of each, and what it has cost."""

import statistics
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from gtarena.logs.ledger import read_ledgers
from gtarena.logs.spending import Spending
from gtarena.runs.sweeps.state import Sweep, alive, lines, read_job

STATES = ("done", "running", "failed", "killed", "not started")
PLAN = "plan.json"
SLOW = 3  # times the median of the jobs that are done

_PLANNED = TypeAdapter(dict[str, str])


@dataclass(frozen=True)
class SweptJobState:
    """Job of a sweep: its state, its matches, and its time in seconds.

    ``planned`` is ``None`` if it has not been planned yet; ``played`` counts the matches of the latest command.
    ``ended`` is the time of its end since the epoch, or zero.
    """

    name: str
    state: str
    done: int = 0
    planned: int | None = None
    played: int = 0
    seconds: float | None = None
    ended: float = 0.0
    reason: str = ""
    spent: Spending = field(default_factory=Spending)


def jobs_of(folder: Path, sweep: Sweep, now: float) -> list[SweptJobState]:
    """Returns the jobs of a sweep's latest command in their order; ``now`` is the time since the epoch in seconds."""
    skipped = frozenset(sweep.skipped)
    return [_job(folder / name, name, sweep.command, name in skipped, now) for name in sweep.jobs]


def _job(folder: Path, name: str, command: str, skipped: bool, now: float) -> SweptJobState:
    state = read_job(folder)
    if state is None or not (skipped or state.command == command):
        # Earlier commands may have played some of it already.
        spent = read_ledgers(folder) or (state.spending if state else Spending())
        return SweptJobState(name, "not started", lines(folder), _planned(folder), spent=spent)
    if state.done is not None and state.planned is not None:
        return SweptJobState(
            name, state.state, state.done, state.planned, 0 if skipped else max(0, state.done - state.present),
            state.seconds, state.started + (state.seconds or 0.0), state.reason, state.spending)
    logged, spent = lines(folder), read_ledgers(folder) or Spending()
    seen, seconds = state.state, state.seconds
    if seen == "running":
        seconds = now - state.started
        # A job may outlive its command on a cluster, but not its own process.
        seen = "running" if alive(state) else "killed"
    reason = state.reason or ("its process is gone" if seen == "killed" else "")
    return SweptJobState(name, seen, logged, _planned(folder), max(0, logged - state.present), seconds,
                         state.started + (state.seconds or 0.0), reason, spent)


def parsed_plan(data: bytes) -> dict[str, str] | None:
    """Returns the planned matches' games by match id, or ``None`` if the data of the file are something else."""
    try:
        return _PLANNED.validate_json(data)
    except ValidationError:
        return None


def _planned(folder: Path) -> int | None:
    try:
        plan = parsed_plan((folder / PLAN).read_bytes())
    except OSError:
        return None
    return None if plan is None else len(plan)


def slow_ones(jobs: Sequence[SweptJobState]) -> list[SweptJobState]:
    """Returns the running jobs that take more than ``SLOW`` times the median of those done, slowest first."""
    done = [job.seconds for job in jobs if job.state == "done" and job.seconds is not None]
    if not done:
        return []
    limit = SLOW * statistics.median(done)
    slow = [job for job in jobs if job.state == "running" and (job.seconds or 0.0) > limit]
    return sorted(slow, key=lambda job: -(job.seconds or 0.0))
