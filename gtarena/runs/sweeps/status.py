"""Status of a whole sweep, also while it runs: what is done of each job, and what it has cost (`gtarena status`)."""

import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from gtarena.formatting import format_duration
from gtarena.logs.ledger import read_ledgers
from gtarena.logs.plans import read_plan
from gtarena.logs.spending import Spending
from gtarena.runs.sweeps.state import SweepState, count_lines, may_run, read_job

STATES = ("done", "running", "failed", "killed", "not started")
SLOW = 3  # times the median of the jobs that are done
SHOWN = 5  # jobs of a kind


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


def jobs_of(folder: Path, sweep: SweepState, now: float) -> list[SweptJobState]:
    """Returns the jobs of a sweep's latest command in their order; ``now`` is the time since the epoch in seconds."""
    skipped = frozenset(sweep.skipped)
    return [_job(folder / name, name, sweep.command, name in skipped, now) for name in sweep.jobs]


def _job(folder: Path, name: str, command: str, skipped: bool, now: float) -> SweptJobState:
    state = read_job(folder)
    if state is None or not (skipped or state.command == command):
        # Earlier commands may have played some of it already.
        spent = read_ledgers(folder) or (state.spending if state else Spending())
        return SweptJobState(name, "not started", count_lines(folder), _count_planned(folder), spent=spent)
    if state.done is not None and state.planned is not None:
        return SweptJobState(
            name, state.state, state.done, state.planned, 0 if skipped else max(0, state.done - state.present),
            state.seconds, state.started + (state.seconds or 0.0), state.reason, state.spending)
    logged, spent = count_lines(folder), read_ledgers(folder) or Spending()
    seen, seconds = state.state, state.seconds
    if seen == "running":
        seconds = now - state.started
        # A job may outlive its command on a cluster, but not its own process.
        seen = "running" if may_run(state) else "killed"
    reason = state.reason or ("its process is gone" if seen == "killed" else "")
    return SweptJobState(name, seen, logged, _count_planned(folder), max(0, logged - state.present), seconds,
                         state.started + (state.seconds or 0.0), reason, spent)


def _count_planned(folder: Path) -> int | None:
    plan = read_plan(folder)
    return None if plan is None else len(plan)


def slow_jobs(jobs: Sequence[SweptJobState]) -> list[SweptJobState]:
    """Returns the running jobs that take more than ``SLOW`` times the median of those done, slowest first."""
    done = [job.seconds for job in jobs if job.state == "done" and job.seconds is not None]
    if not done:
        return []
    limit = SLOW * statistics.median(done)
    slow = [job for job in jobs if job.state == "running" and (job.seconds or 0.0) > limit]
    return sorted(slow, key=lambda job: -(job.seconds or 0.0))


def sweep_lines(folder: Path, sweep: SweepState, clock: Callable[[], float] = time.time) -> Iterator[str]:
    """Yields the status of a sweep: jobs, matches, rate and time left, spending, slow jobs and last errors.

    ``clock`` returns the time since the epoch in seconds.
    """
    now = clock()
    jobs = jobs_of(folder, sweep, now)
    yield f"{folder}: sweep of {len(jobs)} jobs: {count_states(jobs)}"
    yield from settings_lines(sweep)
    done, planned, known = _matches(jobs)
    yield f"  matches: {done:,} of {'' if known else 'about '}{planned:,} done"
    running = [job for job in jobs if job.state == "running"]
    if running or (may_run(sweep) and done < planned):
        yield f"  {_rate(jobs, planned - done, now - sweep.started)}"
    elif any(job.state != "done" for job in jobs):
        yield "  the command has ended; repeat it to play what is missing"
    spent = Spending()
    for job in jobs:
        spent.add(job.spent)
    yield f"  spent: {spent.text()}"
    slow = [f"{job.name}: {_part(job)}, {format_duration(job.seconds or 0)}" for job in slow_jobs(jobs)]
    yield from _list_items("slow", slow)
    failed = sorted((job for job in jobs if job.reason), key=lambda job: -job.ended)
    yield from _list_items("last errors", [f"{job.name}: {job.reason}" for job in failed])


def count_states(jobs: Sequence[SweptJobState]) -> str:
    """Returns the number of jobs in each state that occurs, as in ``3 done, 1 failed``."""
    found = Counter(job.state for job in jobs)
    return ", ".join(f"{found[state]} {state}" for state in STATES if found[state])


def settings_lines(sweep: SweepState) -> Iterator[str]:
    """Yields the settings that vary among the jobs, with the numbers of their values, and those that all have."""
    values: dict[str, set[str]] = {}
    for words in sweep.varying:
        for word in words:
            key, _, value = word.partition("=")
            values.setdefault(key, set()).add(value)
    if values:
        yield f"  over {' x '.join(f'{key} ({len(found)})' for key, found in values.items())}"
    if sweep.shared:
        yield f"  all with {' '.join(sweep.shared)}"


def _matches(jobs: Sequence[SweptJobState]) -> tuple[int, int, bool]:
    """Returns the matches done and planned; jobs that are not planned yet count as many as the mean of the others."""
    known = [job.planned for job in jobs if job.planned is not None]
    unknown = len(jobs) - len(known)
    planned = sum(known) + round(unknown * sum(known) / len(known)) if known else 0
    done = sum(job.done if job.planned is None else min(job.done, job.planned) for job in jobs)
    return done, planned, not unknown


def _rate(jobs: Sequence[SweptJobState], left: int, seconds: float) -> str:
    played = sum(job.played for job in jobs)
    rate = played / max(seconds, 1e-9)
    remaining = f", about {format_duration(left / rate)} left" if played else ""
    return f"running for {format_duration(seconds)}: {rate:.1f} matches/s{remaining}"


def _part(job: SweptJobState) -> str:
    return f"{job.done} of {'?' if job.planned is None else job.planned} matches"


def _list_items(title: str, items: Sequence[str]) -> Iterator[str]:
    if items:
        yield f"  {title}:"
        yield from (f"    {item}" for item in items[:SHOWN])
        if len(items) > SHOWN:
            yield f"    and {len(items) - SHOWN} more"
