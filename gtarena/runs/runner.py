"""Runner: plays the matches of one process, many at once, and logs each durably when it ends."""

import asyncio
import traceback
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cache
from importlib.metadata import version
from pathlib import Path
from time import monotonic

import adapters
from gtarena import games
from gtarena.agents.lineup import agent_factory, seat_model
from gtarena.errors import UsageError
from gtarena.formatting import number
from gtarena.logs.prompt_texts import Texts
from gtarena.logs.records import Attempt, Call, MatchRecord, Seat
from gtarena.logs.spending import Spending, of_attempts
from gtarena.logs.writer import ERRORS, LogWriter, append_line
from gtarena.models import error_messages, litellm_loader
from gtarena.models.base import Model, ModelError
from gtarena.models.budget import BudgetSpent, Limits
from gtarena.models.cache import ResponseCache
from gtarena.models.offline import is_offline
from gtarena.models.settings import ModelSettings
from gtarena.models.stack import model_for
from gtarena.runs.match import MatchProgress, play_match
from gtarena.runs.schedule import MatchSpec

SPARE_THREADS = 4  # for looking up addresses, and for litellm's import


@dataclass(frozen=True)
class Job:
    """Matches of one process, and their settings.

    ``cache`` is the file of the response cache; ``None`` turns it off. ``stored`` are the SHA-256s of the texts that
    the folder already holds. ``worker`` is part of the names of the process's files; it is empty if there is only one
    process. ``spent`` is what the command has spent before, which counts towards its budget.
    """

    specs: tuple[MatchSpec, ...]
    model: ModelSettings
    folder: Path
    budget: Limits = field(default_factory=Limits)
    cache: Path | None = None
    stored: frozenset[str] = frozenset()
    worker: str = ""
    spent: Spending = field(default_factory=Spending)

    def share(self, number: int, of: int) -> "Job":
        """Returns the job of one of several processes, with a share of all limits: processes have no common counter."""
        model = replace(
            self.model,
            concurrency=max(1, self.model.concurrency // of),
            requests_per_minute=_part(self.model.requests_per_minute, of),
            tokens_per_minute=_part(self.model.tokens_per_minute, of),
        )
        return replace(
            self, specs=self.specs[number::of], model=model, budget=self.budget.share(of), worker=str(number),
            spent=self.spent.share(of))


def _part(limit: int | None, of: int) -> int | None:
    return None if limit is None else max(1, limit // of)


@dataclass(frozen=True)
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
        budget = job.budget.budget(job.spent.cost or 0.0, job.spent.tokens, job.spent.requests)
        # Seats of the same model share its limits.
        self._model = cache(lambda settings: model_for(settings, self._cache, budget))
        self._refused: dict[tuple[str, str], str] = {}  # (model, game) whose further calls would all fail, and why
        self._stopped = ""  # why no further match is played

    async def run(self) -> None:
        """Plays everything; returns when all matches have ended, finished or not."""
        waiting = iter(self._job.specs)
        # A person is asked about one match at a time.
        people = any(seat.kind == "human" for spec in self._job.specs for seat in spec.seats)
        lanes = 1 if people else min(len(self._job.specs), self._job.model.concurrency)
        # litellm takes a thread for every call; asyncio's default pool is too small for them.
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(self._job.model.concurrency + SPARE_THREADS))
        try:
            # Importing litellm takes seconds, which must not count as time of a match.
            models = {seat.model for spec in self._job.specs for seat in spec.seats if seat.model}
            if not all(map(is_offline, models)):
                await litellm_loader.warm_up()
            elif models:
                await litellm_loader.load_litellm()
            async with asyncio.TaskGroup() as group:
                for _ in range(lanes):
                    group.create_task(self._lane(waiting))
        finally:
            if self._cache:
                self._cache.close()
            await litellm_loader.close()

    async def _lane(self, waiting: Iterator[MatchSpec]) -> None:
        for spec in waiting:
            refusals = (self._refused.get((seat.model or "", spec.game)) for seat in spec.seats)
            reason = self._stopped or next(filter(None, refusals), "")
            self._on_ended(Ended(spec.match_id, reason) if reason else await self._play_or_stop(spec))

    async def _play_or_stop(self, spec: MatchSpec) -> Ended:
        try:
            return await self._play(spec)
        except OSError as error:
            # Stops the run: a reply that cannot be logged must not be paid for.
            self._stopped = f"{self._job.folder}: {error.strerror or error}"
            return Ended(spec.match_id, self._stopped)

    async def _play(self, spec: MatchSpec) -> Ended:
        progress = MatchProgress()
        try:
            record = await play_spec(spec, self._model_of, self._log, progress)
        except ModelError as error:
            if error.kind == "setup":
                self._refused[error.model, spec.game] = str(error)
            return self._unfinished(spec, progress, str(error), requests=error.retries + 1)
        except BudgetSpent as error:
            self._stopped = self._stopped or str(error)
            return self._unfinished(spec, progress, self._stopped, requests=error.requests)
        except UsageError as error:
            return replace(self._unfinished(spec, progress, str(error)), mistake=True)
        except Exception as error:  # noqa: BLE001  (a fault of one game or agent must not cost the other matches)
            trace = _without_secrets(traceback.format_exc())
            append_line(self._job.folder / ERRORS, f"match {spec.match_id} of {spec.game}\n{trace}\n")
            reason = error_messages.redacted(f"{spec.game}: {type(error).__name__}: {error}")
            return self._unfinished(spec, progress, reason)
        self._log.write(record)
        spent = Spending()
        spent.add_record(record)
        return Ended(spec.match_id, spent=spent, result=_result(record))

    def _unfinished(self, spec: MatchSpec, progress: MatchProgress, reason: str, requests: int = 0) -> Ended:
        """Logs a match without a result; ``requests`` counts those that got no reply."""
        attempt = Attempt(
            match_id=spec.match_id,
            error=reason,
            at=_now(),
            requests=requests + sum(call.requests for call in progress.calls),
            tokens_in=sum(call.tokens_in or 0 for call in progress.calls if not call.cached),
            tokens_out=sum(call.tokens_out or 0 for call in progress.calls if not call.cached),
            cost=_cost(progress.calls),
        )
        self._log.write_attempt(attempt)
        return Ended(spec.match_id, reason, spent=of_attempts([attempt]))

    def _model_of(self, seat: Seat) -> Model:
        return self._model(seat_model(self._job.model, seat))


def _cost(calls: Sequence[Call]) -> float | None:
    costs = [call.cost for call in calls]
    return None if None in costs else sum(cost or 0.0 for cost in costs)


def _without_secrets(trace: str) -> str:
    indents = ((line, len(line) - len(line.lstrip())) for line in trace.splitlines())
    return "\n".join(" " * indent + error_messages.redacted(line) for line, indent in indents)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def _result(record: MatchRecord) -> str:
    if record.returns is None:
        return f"{record.outcome}, {record.error}"
    return ", ".join(f"{seat.agent} {number(got)}" for seat, got in zip(record.seats, record.returns, strict=True))


async def play_spec(
    spec: MatchSpec, model_of: Callable[[Seat], Model], texts: Texts, progress: MatchProgress | None = None
) -> MatchRecord:
    """Plays a match and returns its record; ``progress`` holds the moves and calls even if this raises.

    Raises:
        ModelError: a model could not be reached.
        BudgetSpent: the budget allows no further model call.
        AgentError: an agent returned an illegal action.
    """
    # Loaded for every match: some game objects have a random generator of their own.
    adapter = adapters.for_game(games.load(spec.game, spec.params, spec.seed))
    started, began = _now(), monotonic()
    factories = [agent_factory(seat, model_of, texts) for seat in spec.seats]
    teams = list(games.teams(adapter.game))
    played = await play_match(adapter, factories, spec.seed, spec.match_id, progress)
    return MatchRecord(
        match_id=spec.match_id,
        key=spec.key,
        suite=spec.suite,
        game=spec.game,
        params=spec.params,
        seed=spec.seed,
        tags={"run": spec.run},
        seats=list(spec.seats),
        teams=None if teams == list(range(len(teams))) else teams,
        history=played.history,
        calls=played.calls,
        returns=played.returns,
        outcome=played.outcome,
        offender=played.offender,
        error=played.error,
        versions=_versions(),
        started=started,
        seconds=round(monotonic() - began, 3),
    )


@cache
def _versions() -> dict[str, str]:
    return {package: version(package) for package in ("gtarena", "open_spiel", "litellm")}
