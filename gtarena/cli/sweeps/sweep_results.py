"""Result folders and failures of a command's jobs, with any of Hydra's launchers, and the table of a sweep's jobs."""

import json
import os
import re
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from gtarena.formatting import format_dollars, one_line, setting_key
from gtarena.logs.reader import MATCHES, find
from gtarena.reports.spreadsheets import guard_frame
from gtarena.runs.settings import ReportSettings
from gtarena.runs.sweeps.state import SweepState, read_sweep
from gtarena.runs.sweeps.status import SweptJobState, count_states, jobs_of
from gtarena.system.files import write_text
from gtarena.system.redaction import hide_json_secrets, hide_secrets
from gtarena.trackers.registry import require_tracker

ERROR_FILE = "error.json"
SETTINGS = ".hydra"  # folder in which Hydra saves the settings of a job
JOBS_FILE = "jobs.csv"
MOST_ROWS = 20  # of jobs on the terminal

run_folders: list[Path] = []  # folder of the single run of the current command
sweep_folders: list[Path] = []  # folder of its multirun
_reports: list[ReportSettings] = []  # what the merged report of its multirun shows
_trackers: list[str] = []  # which follows it


@dataclass(frozen=True)
class JobFailure:
    """Failure of a run, or of a job of a multirun, stored as a file in its folder."""

    job: str
    exit_code: int
    message: str

    def write(self, folder: Path) -> None:
        write_text(folder / ERROR_FILE, hide_json_secrets(json.dumps(asdict(self))))


def read_failures(files: Iterable[Path]) -> list[JobFailure]:
    """Returns the failures stored in these files; files that do not exist are skipped."""
    return [JobFailure(**json.loads(file.read_text())) for file in files if file.exists()]


def remember_failure(failure: JobFailure) -> bool:
    """Keeps a failure that cannot be written, and returns true, if the command runs in this process."""
    if os.getpid() not in _processes:
        return False
    unwritten.append(failure)
    return True


def report_settings() -> ReportSettings:
    """Returns what the merged report of the current multirun shows."""
    return _reports[-1] if _reports else ReportSettings()


def forget_command() -> None:
    """Forgets the folders and failures of an earlier command of the same process."""
    run_folders.clear()
    sweep_folders.clear()
    unwritten.clear()
    _reports.clear()
    _trackers.clear()
    _processes[:] = [os.getpid()]


unwritten: list[JobFailure] = []  # failures in this process whose files could not be written
_processes: list[int] = []  # that of the current command


def begin_run(folder: Path) -> None:
    """Remembers the folder of a run that the gate has admitted."""
    run_folders.append(folder)
    _remove_links(folder)


def tracker() -> str | None:
    """Returns the tracker that follows the current multirun, if any."""
    return _trackers[-1] if _trackers else None


def begin_sweep(folder: Path, report: ReportSettings, tracker: str | None = None) -> None:
    """Remembers the folder of a multirun that the gate has admitted, and removes an earlier one's failures from it.

    Raises:
        UsageError: there is no such tracker, or its package is not installed.
    """
    if tracker is not None:
        require_tracker(tracker)
        _trackers[:] = [tracker]
    sweep_folders[:] = [folder]
    _reports[:] = [report]
    for each in (folder, *(saved.parent for saved in folder.rglob(SETTINGS))):
        _remove_links(each)
    for left_behind in folder.rglob(ERROR_FILE):
        left_behind.unlink()


def _remove_links(folder: Path) -> None:
    """Removes links in place of saved settings, which Hydra would follow when it saves those of a new job."""
    for saved in (folder / "multirun.yaml", folder / SETTINGS, *folder.glob(f"{SETTINGS}/*.yaml")):
        if saved.is_symlink():
            saved.unlink()


def print_jobs(folder: Path) -> None:
    """Prints the jobs of a sweep, of many only those that are not done, and writes all of them into ``jobs.csv``.

    Raises:
        OSError: the file cannot be written.
    """
    sweep = read_sweep(folder)
    if sweep is None:
        return
    jobs = jobs_of(folder, sweep, time.time())
    _write_jobs(folder / JOBS_FILE, jobs, sweep)
    print()
    for line in job_rows(jobs):
        print(line)
    print(f"{len(jobs)} jobs: {count_states(jobs)}; all are in {folder / JOBS_FILE}")
    if others := count_other_jobs(folder, sweep):
        more = "another job" if others == 1 else f"{others} other jobs"
        print(f"The report also has the matches of {more}, from earlier commands in this folder.")


def count_other_jobs(folder: Path, sweep: SweepState) -> int:
    """Returns the number of folders with matches in a sweep's folder that are none of its latest command's jobs."""
    return len({log.parent for log in find(MATCHES, folder)} - {folder / name for name in sweep.jobs})


def job_rows(jobs: Sequence[SweptJobState]) -> Iterator[str]:
    """Yields the rows of the jobs, under a line of titles; of many jobs only those that are not done."""
    shown = [job for job in jobs if len(jobs) <= MOST_ROWS or job.state != "done"]
    if not shown:
        return
    rows = [("job", "matches", "state", "seconds", "cost"), *(_job_cells(job) for job in shown[:MOST_ROWS])]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
    if len(shown) > MOST_ROWS:
        yield f"and {len(shown) - MOST_ROWS} more"


def _job_cells(job: SweptJobState) -> tuple[str, str, str, str, str]:
    planned = "?" if job.planned is None else str(job.planned)
    cost = "unknown" if job.spent.cost is None else format_dollars(job.spent.cost)
    state = f"{job.state}: {job.reason}" if job.reason else job.state
    return (one_line(job.name), f"{job.done} of {planned}", one_line(state, 100),
            "" if job.seconds is None else f"{job.seconds:.1f}", cost)


def _stated(word: str) -> tuple[str, str]:
    """Returns the key and the value of an override, as its user means them, without quotation marks and escapes."""
    value = word.partition("=")[2]
    quoted = re.fullmatch(r"(['\"])(.*)\1", value, re.DOTALL)
    return setting_key(word), re.sub(r"\\(.)", r"\1", quoted[2] if quoted else value)


def _write_jobs(path: Path, jobs: Sequence[SweptJobState], sweep: SweepState) -> None:
    """Writes the state of every job, with a column for each setting that the sweep states."""
    import pandas as pd

    # An older gtarena has not written which settings vary.
    settings = [dict(map(_stated, (*sweep.shared, *varying))) for varying in sweep.varying or [()] * len(jobs)]
    rows = [{"job": job.name, **stated, "state": job.state, "done": job.done, "planned": job.planned,
             "seconds": job.seconds, "requests": job.spent.requests, "tokens_in": job.spent.tokens_in,
             "tokens_out": job.spent.tokens_out, "cost": job.spent.cost, "reason": job.reason}
            for job, stated in zip(jobs, settings, strict=True)]
    frame = pd.DataFrame(rows).astype({"planned": "Int64"})
    write_text(path, hide_secrets(guard_frame(frame).to_csv(index=False)))
