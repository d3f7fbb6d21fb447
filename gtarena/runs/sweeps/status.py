"""Status of a whole sweep in a few lines, also while it runs (`gtarena status`)."""

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from gtarena.formatting import duration
from gtarena.logs.spending import Spending
from gtarena.runs.sweeps.jobs import STATES, SweptJobState, jobs_of, slow_ones
from gtarena.runs.sweeps.state import Sweep, alive

SHOWN = 5  # jobs of a kind


def sweep_lines(folder: Path, sweep: Sweep, clock: Callable[[], float] = time.time) -> Iterator[str]:
    """Yields the status of a sweep: jobs, matches, rate and time left, spending, slow jobs and last errors.

    ``clock`` returns the time since the epoch in seconds.
    """
    now = clock()
    jobs = jobs_of(folder, sweep, now)
    yield f"{folder}: sweep of {len(jobs)} jobs: {counts(jobs)}"
    done, planned, known = _matches(jobs)
    yield f"  matches: {done:,} of {'' if known else 'about '}{planned:,} done"
    running = [job for job in jobs if job.state == "running"]
    if running or (alive(sweep) and done < planned):
        yield f"  {_rate(jobs, planned - done, now - sweep.started)}"
    elif any(job.state != "done" for job in jobs):
        yield "  the command has ended; repeat it to play what is missing"
    spent = Spending()
    for job in jobs:
        spent.add(job.spent)
    yield f"  spent: {spent.text()}"
    yield from _listed("slow", [f"{job.name}: {_part(job)}, {duration(job.seconds or 0)}" for job in slow_ones(jobs)])
    failed = sorted((job for job in jobs if job.reason), key=lambda job: -job.ended)
    yield from _listed("last errors", [f"{job.name}: {job.reason}" for job in failed])


def counts(jobs: Sequence[SweptJobState]) -> str:
    """Returns the number of jobs in each state that occurs, as in ``3 done, 1 failed``."""
    found = Counter(job.state for job in jobs)
    return ", ".join(f"{found[state]} {state}" for state in STATES if found[state])


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
    remaining = f", about {duration(left / rate)} left" if played else ""
    return f"running for {duration(seconds)}: {rate:.1f} matches/s{remaining}"


def _part(job: SweptJobState) -> str:
    return f"{job.done} of {'?' if job.planned is None else job.planned} matches"


def _listed(title: str, items: Sequence[str]) -> Iterator[str]:
    if items:
        yield f"  {title}:"
        yield from (f"    {item}" for item in items[:SHOWN])
        if len(items) > SHOWN:
            yield f"    and {len(items) - SHOWN} more"
