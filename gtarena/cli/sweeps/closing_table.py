"""Table of jobs with which a sweep ends, on the terminal and as a file."""

import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from gtarena.formatting import dollars, one_line
from gtarena.reports.spreadsheets import guarded_frame
from gtarena.runs.sweeps.jobs import SweptJobState, jobs_of
from gtarena.runs.sweeps.state import read_sweep
from gtarena.runs.sweeps.status import counts
from gtarena.system.files import write_text
from gtarena.system.redaction import hidden

FILE = "jobs.csv"
LONGEST = 20  # jobs of which each has a row on the terminal


def show(folder: Path) -> None:
    """Prints the jobs of a sweep, of many only those that are not done, and writes all of them into ``jobs.csv``.

    Raises:
        OSError: the file cannot be written.
    """
    sweep = read_sweep(folder)
    if sweep is None:
        return
    jobs = jobs_of(folder, sweep, time.time())
    _write(folder / FILE, jobs)
    print()
    for line in table(jobs):
        print(line)
    print(f"{len(jobs)} jobs: {counts(jobs)}; all are in {folder / FILE}")


def table(jobs: Sequence[SweptJobState]) -> Iterator[str]:
    """Yields the rows of the jobs, under a line of titles; of many jobs only those that are not done."""
    shown = [job for job in jobs if len(jobs) <= LONGEST or job.state != "done"]
    if not shown:
        return
    rows = [("job", "matches", "state", "seconds", "cost"), *(_row(job) for job in shown[:LONGEST])]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
    if len(shown) > LONGEST:
        yield f"and {len(shown) - LONGEST} more"


def _row(job: SweptJobState) -> tuple[str, str, str, str, str]:
    planned = "?" if job.planned is None else str(job.planned)
    cost = "unknown" if job.spent.cost is None else dollars(job.spent.cost)
    state = f"{job.state}: {job.reason}" if job.reason else job.state
    return (one_line(job.name), f"{job.done} of {planned}", one_line(state, 100),
            "" if job.seconds is None else f"{job.seconds:.1f}", cost)


def _write(path: Path, jobs: Sequence[SweptJobState]) -> None:
    import pandas as pd

    rows = [{"job": job.name, "state": job.state, "done": job.done, "planned": job.planned, "seconds": job.seconds,
             "requests": job.spent.requests, "tokens_in": job.spent.tokens_in, "tokens_out": job.spent.tokens_out,
             "cost": job.spent.cost, "reason": job.reason} for job in jobs]
    frame = pd.DataFrame(rows).astype({"planned": "Int64"})
    write_text(path, hidden(guarded_frame(frame).to_csv(index=False)))
