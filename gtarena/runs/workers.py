"""Worker processes: plays the matches of a run in this process, or in several that end with it."""

import asyncio
import signal
from collections.abc import Iterator, Sequence
from dataclasses import replace
from multiprocessing.connection import Connection, wait

from gtarena.logs.reader import match_ids
from gtarena.logs.stored_texts import text_hashes
from gtarena.logs.writer import repair_logs, sync_logs
from gtarena.output import without_secrets
from gtarena.processes import end_with_parent, spawning
from gtarena.runs.runner import Ended, Job, OnEnded, Worker


def play_all(job: Job, workers: int, on_ended: OnEnded) -> None:
    """Plays the matches in this process, or in several.

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
    left = {spec.match_id for spec in job.specs}
    for ended in _play_apart(jobs):
        left.discard(ended.match_id)
        on_ended(ended)
    # A process may die after it has logged a match and before it has reported it, or synced it.
    sync_logs(folder)
    logged = match_ids(folder) if left else set()
    for match_id in sorted(left):
        on_ended(Ended(match_id, "" if match_id in logged else "the worker process died (out of memory, or killed)"))


def _play_apart(jobs: Sequence[Job]) -> Iterator[Ended]:
    """Runs each job in a process of its own and yields the matches as they end."""
    context = spawning()
    # A pipe for each process: one that is killed while it uses a shared pipe would leave it locked for the others.
    readers: list[Connection] = []
    for job in jobs:
        reader, writer = context.Pipe(duplex=False)
        context.Process(target=_work, args=(job, writer), daemon=True).start()
        writer.close()  # Now only the process holds this end, so that the pipe closes when it ends.
        readers.append(reader)
    while readers:
        ready = wait(readers)
        for reader in [each for each in readers if each in ready]:
            try:
                yield reader.recv()
            except (EOFError, OSError):  # OSError if the process died while it wrote
                readers.remove(reader)


def _work(job: Job, writer: Connection) -> None:
    # Ctrl-C reaches every process of the terminal; the parent ends its workers.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()  # the next run would write to the same files
    with without_secrets():
        asyncio.run(Worker(job, writer.send).run())
