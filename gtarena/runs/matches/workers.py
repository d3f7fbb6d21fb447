"""Worker processes: plays the matches of a run in this process, or in several that end with it."""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing.connection import Connection

from gtarena.errors import UsageError
from gtarena.logs.reader import match_ids
from gtarena.logs.stored_texts import text_hashes
from gtarena.logs.writer import repair_logs, sync_logs
from gtarena.runs.matches.runner import Ended, Job, OnEnded, Worker, note_error
from gtarena.system.exhaustion import exhausted
from gtarena.system.processes import ready, start
from gtarena.system.redaction import redacted

DIED = "a worker process died; if it was out of memory, lower workers or model.concurrency"


@dataclass(frozen=True)
class Failed:
    """Process of a job that cannot be started or has failed: its other matches are not played, and the reason."""

    job: Job
    reason: str


def play_all(job: Job, workers: int, on_ended: OnEnded) -> None:
    """Plays the matches in this process, or in several, of which each stops or dies for itself.

    Raises:
        UsageError: the cache is damaged, or a log is damaged before its last line.
    """
    folder = job.folder
    job = replace(job, stored=frozenset(text_hashes(folder)))
    repair_logs(folder)
    workers = min(workers, len(job.specs), job.budget.calls or workers)
    if workers <= 1:
        asyncio.run(Worker(job, on_ended).run())
        return
    jobs = [job.share(number, workers) for number in range(workers)]
    left = {spec.match_id: DIED for spec in job.specs}
    for told in _play_apart(jobs):
        if isinstance(told, Failed):
            left.update({spec.match_id: told.reason for spec in told.job.specs if spec.match_id in left})
        else:
            left.pop(told.match_id, None)
            on_ended(told)
    # A process may die after it has logged a match and before it has reported it, or synced it.
    sync_logs(folder)
    logged = match_ids(folder) if left else set()
    for match_id, reason in sorted(left.items()):
        on_ended(Ended(match_id, "" if match_id in logged else reason))


def _play_apart(jobs: Sequence[Job]) -> Iterator[Ended | Failed]:
    """Runs each job in a process of its own and yields the matches as they end."""
    running: dict[Connection, Job] = {}
    for job in jobs:
        try:
            running[start(partial(_work, job))] = job
        except Exception as error:  # noqa: BLE001  (the others are playing)
            yield _failed(job, error)
    while running:
        for pipe in ready(running):
            try:
                told = pipe.recv()
            except (EOFError, OSError):  # OSError if the process died while it wrote
                del running[pipe]
            else:
                yield _failed(running[pipe], told) if isinstance(told, Exception) else told


def _failed(job: Job, error: Exception) -> Failed:
    if told := exhausted(error) or (error if isinstance(error, UsageError) else None):
        return Failed(job, redacted(str(told)))
    # Its process has added the traceback as a note.
    note_error(job.folder, f"worker {job.worker}", "\n".join(getattr(error, "__notes__", [])))
    return Failed(job, redacted(f"{type(error).__name__}: {error}"))


def _work(job: Job, pipe: Connection) -> None:
    asyncio.run(Worker(job, pipe.send).run())
