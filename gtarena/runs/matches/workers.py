"""Workers: play the matches of a run in this process, or in several that end with it, and log each durably."""

import asyncio
import logging
import traceback
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import cache, partial
from multiprocessing.connection import Connection
from pathlib import Path

from gtarena.agents import registry
from gtarena.agents.lineup import called_seats, seat_model
from gtarena.errors import NoMoreCalls, UsageError
from gtarena.formatting import format_number
from gtarena.logs.ledger import Ledger
from gtarena.logs.prompt_texts import read_text_hashes
from gtarena.logs.reader import match_ids
from gtarena.logs.records import Attempt, Call, MatchRecord, Seat
from gtarena.logs.spending import Spending, sum_attempts
from gtarena.logs.writer import ERRORS, GroupedSyncs, LogWriter, append_line, repair_logs, sync_logs
from gtarena.models import litellm_loader
from gtarena.models.base import Model, ModelError
from gtarena.models.budget import Account, Limits, Spent
from gtarena.models.cache import ResponseCache
from gtarena.models.functions import is_local
from gtarena.models.rate_limits import Queues
from gtarena.models.settings import ModelSettings
from gtarena.models.stack import Shared, model_for
from gtarena.models.stop import Stop
from gtarena.runs.matches.match import MatchProgress
from gtarena.runs.matches.match_records import LoadedGames, record_match, utc_now
from gtarena.runs.schedule import MatchSpec
from gtarena.system.exhaustion import find_exhaustion, unwritable_error
from gtarena.system.processes import start_process, wait_for_pipes
from gtarena.system.redaction import redact

_log = logging.getLogger(__name__)

SPARE_THREADS = 4  # for syncs, for looking up addresses, and for litellm's import
MOST_UNSYNCED = 200  # matches, so that a slow disk holds up the play
DIED = "a worker process died; if it was out of memory, lower workers or model.concurrency"


@dataclass(frozen=True)
class Job:
    """Matches of one process, and their settings.

    ``cache`` is the file of the response cache; ``None`` turns it off. ``queues`` is the file of the limits per minute,
    which the processes of one machine share; ``None`` limits each process. ``stored`` are the SHA-256s of the texts
    that the folder already holds. ``worker`` is part of the names of the process's files; it is empty if there is only
    one process. ``spent`` is what the command has spent before, which counts towards its budget. With an ``account``
    the budget is that of all processes that have it, and ``spent`` is in it already.
    """

    specs: tuple[MatchSpec, ...]
    model: ModelSettings
    folder: Path
    budget: Limits = field(default_factory=Limits)
    cache: Path | None = None
    queues: Path | None = None
    stored: frozenset[str] = frozenset()
    worker: str = ""
    spent: Spending = field(default_factory=Spending)
    account: Account | None = None

    def share(self, number: int, of: int) -> "Job":
        """Returns the job of one of several processes, with a share of the budget and of the requests at a time."""
        model = replace(self.model, concurrency=max(1, self.model.concurrency // of))
        budget = self.budget if self.account else self.budget.share(of)
        return replace(
            self, specs=self.specs[number::of], model=model, budget=budget, worker=str(number),
            spent=self.spent.share(of))


@dataclass(frozen=True, slots=True)
class Ended:
    """End of a match, or of an attempt at it: ``error`` is empty if the match is in the log.

    ``mistake`` marks an error of the user's; ``result`` lists the returns.
    """

    match_id: str
    error: str = ""
    mistake: bool = False
    result: str = ""
    spent: Spending = field(default_factory=Spending)


OnEnded = Callable[[Ended], None]  # called with every match that has ended


class Worker:
    """Plays the matches of one process, as many at once as model calls are allowed."""

    def __init__(self, job: Job, on_ended: OnEnded) -> None:
        self._job, self._on_ended = job, on_ended
        self._log = LogWriter(job.folder, job.worker, job.stored)
        self._cache = ResponseCache(job.cache) if job.cache else None
        self._budget = job.budget.budget(
            job.account, Spent(job.spent.cost or 0.0, job.spent.tokens, job.spent.requests))
        self._ledger, self._queues = Ledger(job.folder, job.worker), Queues(job.queues)
        self._stop = Stop()
        shared = Shared(self._cache, self._budget, self._ledger, self._queues, self._stop)
        # Seats of the same model share its limits.
        self._model = cache(lambda settings: model_for(settings, shared))
        self._refused: dict[tuple[str, str], str] = {}  # (model, game) whose further calls would all fail, and why
        self._games = LoadedGames()
        self._all_finished = True

    async def run(self) -> None:
        """Plays everything; returns when all matches have ended, finished or not."""
        waiting = iter(self._job.specs)
        # A person is asked about one match at a time.
        people = any(seat.kind == "human" for spec in self._job.specs for seat in spec.seats)
        alone = people or any(registry.plays_alone(seat.kind) for spec in self._job.specs for seat in spec.seats)
        lanes = 1 if alone else min(len(self._job.specs), self._job.model.concurrency)
        # litellm takes a thread for every call; asyncio's default pool is too small for them.
        loop = asyncio.get_running_loop()
        loop.set_default_executor(ThreadPoolExecutor(self._job.model.concurrency + SPARE_THREADS))
        loop.set_exception_handler(self._stop.on_loose_error)
        try:
            # Importing litellm takes seconds, which must not count as time of a match.
            models = {str(called.model) for spec in self._job.specs for seat in spec.seats if seat.model
                      for called in called_seats(seat)}
            if not all(map(is_local, models)):
                await litellm_loader.warm_up()
            async with asyncio.TaskGroup() as group:
                syncs = GroupedSyncs(self._log.sync, group)
                for _ in range(lanes):
                    group.create_task(self._lane(waiting, syncs, 0 if people else MOST_UNSYNCED))
            if self._stop.closing and self._all_finished:
                _log.warning("%s", self._stop.closing)  # no match is left whose reason it could be
        finally:
            self._log.close()
            self._ledger.close()
            self._queues.close()
            if self._budget:
                self._budget.close()
            if self._cache:
                self._cache.close()
            await litellm_loader.close_litellm()

    async def _lane(self, waiting: Iterator[MatchSpec], syncs: GroupedSyncs, unsynced: int) -> None:
        for spec in waiting:
            refusals = (self._refused.get((called.model or "", spec.game))
                        for seat in spec.seats for called in called_seats(seat))
            reason = self._stop.closing or next(filter(None, refusals), "")
            ended = Ended(spec.match_id, reason) if reason else await self._play_or_stop(spec)
            if ended.error:
                self._tell(ended)
            else:
                syncs.written(partial(self._end_synced, ended))
                await syncs.at_most(unsynced)

    def _tell(self, ended: Ended) -> None:
        self._all_finished = self._all_finished and not ended.error
        self._on_ended(ended)

    def _end_synced(self, ended: Ended, failure: Exception | None) -> None:
        if failure:
            self._stop.halt(unwritable_error(failure))
            ended = replace(ended, error=self._stop.reason, result="")
        self._tell(ended)

    async def _play_or_stop(self, spec: MatchSpec) -> Ended:
        """Plays a match; stops the run if it cannot be logged, because such a match must not be paid for."""
        try:
            with self._stop.guarding():
                return await self._play(spec)
        except NoMoreCalls:
            return Ended(spec.match_id, self._stop.reason)

    async def _play(self, spec: MatchSpec) -> Ended:
        progress = MatchProgress()
        try:
            record = await record_match(spec, self._games.adapter(spec), self._model_of, self._log, progress)
        except ModelError as error:
            if error.kind == "setup":
                self._refused[error.model, spec.game] = str(error)
            return self._log_unfinished(spec, progress, str(error), requests=error.requests)
        except UsageError as error:
            return replace(self._log_unfinished(spec, progress, str(error)), mistake=True)
        except Exception as error:  # noqa: BLE001  (a fault of one game or agent must not cost the other matches)
            if end := self._stop.halt_if_ended(error):
                return self._log_unfinished(spec, progress, self._stop.reason, requests=end.requests)
            note_error(self._job.folder, f"match {spec.match_id} of {spec.game}", traceback.format_exc())
            reason = redact(f"{spec.game}: {type(error).__name__}: {error}")
            return self._log_unfinished(spec, progress, reason)
        self._log.write(record)
        spent = Spending()
        spent.add_record(record)
        return Ended(spec.match_id, spent=spent, result=_result(record))

    def _log_unfinished(self, spec: MatchSpec, progress: MatchProgress, reason: str, requests: int = 0) -> Ended:
        """Logs a match without a result; ``requests`` counts those that got no reply."""
        attempt = Attempt(
            match_id=spec.match_id,
            error=reason,
            at=utc_now(),
            requests=requests + sum(call.requests for call in progress.calls),
            tokens_in=sum(call.tokens_in or 0 for call in progress.calls if not call.cached),
            tokens_out=sum(call.tokens_out or 0 for call in progress.calls if not call.cached),
            cost=_cost(progress.calls),
        )
        self._log.write_attempt(attempt)
        return Ended(spec.match_id, reason, spent=sum_attempts([attempt]))

    def _model_of(self, seat: Seat) -> Model:
        return self._model(seat_model(self._job.model, seat))


def _cost(calls: Sequence[Call]) -> float | None:
    costs = [call.cost for call in calls]
    return None if None in costs else sum(cost or 0.0 for cost in costs)


def note_error(folder: Path, heading: str, trace: str) -> None:
    """Appends the traceback of an unforeseen error, without secrets, to the log of errors of a run's folder.

    Raises:
        OSError: the disk has no room.
    """
    indents = ((line, len(line) - len(line.lstrip())) for line in trace.splitlines())
    shown = (" " * indent + redact(line) for line, indent in indents)
    append_line(folder / ERRORS, "\n".join([heading, *shown, ""]))


def _result(record: MatchRecord) -> str:
    if record.returns is None:
        return f"{record.outcome}, {record.error}"
    paid = zip(record.seats, record.returns, strict=True)
    return ", ".join(f"{seat.agent} {format_number(got)}" for seat, got in paid)


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
    job = replace(job, stored=frozenset(read_text_hashes(folder)))
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
            running[start_process(partial(_run_job, job))] = job
        except Exception as error:  # noqa: BLE001  (the others are playing)
            yield _describe_failure(job, error)
    while running:
        for pipe in wait_for_pipes(running):
            try:
                told = pipe.recv()
            except (EOFError, OSError):  # OSError if the process died while it wrote
                del running[pipe]
            else:
                yield _describe_failure(running[pipe], told) if isinstance(told, Exception) else told


def _describe_failure(job: Job, error: Exception) -> Failed:
    if told := find_exhaustion(error) or (error if isinstance(error, UsageError) else None):
        return Failed(job, redact(str(told)))
    # Its process has added the traceback as a note.
    note_error(job.folder, f"worker {job.worker}", "\n".join(getattr(error, "__notes__", [])))
    return Failed(job, redact(f"{type(error).__name__}: {error}"))


def _run_job(job: Job, pipe: Connection) -> None:
    asyncio.run(Worker(job, pipe.send).run())
