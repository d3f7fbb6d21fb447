"""Playing the matches of a run: many at once, each one logged durably when it ends."""

import asyncio
import multiprocessing
import queue
import traceback
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cache
from importlib.metadata import version
from pathlib import Path
from time import monotonic

import adapters
from gtarena import games, logs, match
from gtarena.errors import UsageError
from gtarena.lineup import maker
from gtarena.models.base import Model, ModelError
from gtarena.models.client import ModelSettings, model_for
from gtarena.models.loading import close
from gtarena.records import MatchRecord, Seat
from gtarena.schedule import MatchSpec
from gtarena.texts import Texts, sha256


@dataclass(frozen=True)
class Job:
    """Matches for one process; ``worker`` is empty if it is the only one, otherwise it names its files."""

    specs: tuple[MatchSpec, ...]
    model: ModelSettings
    folder: Path
    worker: str = ""


@dataclass(frozen=True)
class Ended:
    """What became of a match: ``error`` is empty if it is in the log; otherwise it is to be played again."""

    match_id: str
    error: str = ""
    cost: float | None = 0.0


SPARE_THREADS = 4  # for people, and for litellm's import

Report = Callable[[Ended], None]


class Log:
    """The files of one process: a line for each match, and the prompt texts that the lines refer to."""

    def __init__(self, folder: Path, worker: str) -> None:
        suffix = f"-{worker}" if worker else ""
        self._matches, self._texts = folder / f"matches{suffix}.jsonl", folder / f"texts{suffix}.jsonl"
        for path in (self._matches, self._texts):
            if path.exists():
                logs.repair(path)
        self._known = logs.text_hashes(folder)
        self._pending: dict[str, str] = {}

    def put(self, text: str) -> str:
        digest = sha256(text)
        if digest not in self._known:
            self._pending[digest] = text
        return digest

    def write(self, record: MatchRecord) -> None:
        """Appends the texts that the record needs, then the record; both are on disk when this returns."""
        needed = {ref.sha256 for call in record.calls for ref in call.messages} & self._pending.keys()
        if needed:
            lines = [logs.text_line(digest, self._pending.pop(digest)) for digest in sorted(needed)]
            logs.append_line(self._texts, "\n".join(lines))
            self._known |= needed
        logs.append_line(self._matches, record.line())


def play_all(specs: Sequence[MatchSpec], model: ModelSettings, folder: Path, workers: int, report: Report) -> None:
    """Plays the matches in this process, or spread over several."""
    if workers == 1:
        asyncio.run(Worker(Job(tuple(specs), model, folder), report).run())
        return
    jobs = [Job(tuple(specs[i::workers]), model, folder, str(i)) for i in range(min(workers, len(specs)))]
    # A forked copy of a process with threads can deadlock.
    context = multiprocessing.get_context("spawn")
    events: multiprocessing.Queue[Ended] = context.Queue()
    processes = [context.Process(target=_work, args=(job, events), daemon=True) for job in jobs]
    for process in processes:
        process.start()
    left = {spec.match_id for spec in specs}
    for ended in _events(events, processes):
        left.discard(ended.match_id)
        report(ended)
    for match_id in sorted(left):
        report(Ended(match_id, "the worker process died (out of memory, or killed)"))


def _work(job: Job, events: "multiprocessing.Queue[Ended]") -> None:
    asyncio.run(Worker(job, events.put).run())


def _events(
    events: "multiprocessing.Queue[Ended]", processes: Sequence[multiprocessing.process.BaseProcess]
) -> Iterator[Ended]:
    while any(process.is_alive() for process in processes) or not events.empty():
        try:
            yield events.get(timeout=0.2)
        except queue.Empty:
            continue


class Worker:
    """Plays the matches of one process, as many at once as there may be calls to a model."""

    def __init__(self, job: Job, report: Report) -> None:
        self._job, self._report = job, report
        self._log = Log(job.folder, job.worker)
        self._model = cache(model_for)  # seats of the same model share its limit of calls at a time
        self._refused: dict[tuple[str, str], str] = {}  # what (model, game) no further call can help, and why

    async def run(self) -> None:
        """Plays everything; returns when all matches have ended in one way or another."""
        waiting = iter(self._job.specs)
        # A person is asked about one match at a time.
        people = any(seat.params["kind"] == "human" for spec in self._job.specs for seat in spec.seats)
        lanes = 1 if people else min(len(self._job.specs), self._job.model.concurrency)
        # litellm takes a thread for every call; asyncio's own handful of them would make calls wait for each other.
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(self._job.model.concurrency + SPARE_THREADS))
        try:
            async with asyncio.TaskGroup() as group:
                for _ in range(lanes):
                    group.create_task(self._lane(waiting))
        finally:
            await close()

    async def _lane(self, waiting: Iterator[MatchSpec]) -> None:
        for spec in waiting:
            refusals = (self._refused.get((seat.model or "", spec.game)) for seat in spec.seats)
            reason = next(filter(None, refusals), "")
            self._report(Ended(spec.match_id, reason) if reason else await self._end(spec))

    async def _end(self, spec: MatchSpec) -> Ended:
        try:
            record = await play_spec(spec, self._model_of, self._log)
        except ModelError as error:
            if error.kind == "setup":
                self._refused[error.model, spec.game] = str(error)
            return Ended(spec.match_id, str(error))
        except UsageError:
            raise
        except Exception as error:  # noqa: BLE001  (one game's or agent's fault must not cost the other matches)
            with (self._job.folder / "errors.log").open("a") as file:
                file.write(f"match {spec.match_id} of {spec.game}\n{traceback.format_exc()}\n")
            return Ended(spec.match_id, f"{spec.game}: {type(error).__name__}: {error}")
        self._log.write(record)
        costs = [call.cost for call in record.calls]
        return Ended(spec.match_id, cost=None if None in costs else sum(cost or 0 for cost in costs))

    def _model_of(self, seat: Seat) -> Model:
        return self._model(seat_settings(self._job.model, seat))


def seat_settings(model: ModelSettings, seat: Seat) -> ModelSettings:
    """The run's model settings as a seat that plays with a model has them."""
    return replace(model, name=seat.model or model.name, api_base=seat.params.get("api_base"))  # type: ignore[arg-type]


async def play_spec(spec: MatchSpec, model_of: Callable[[Seat], Model], texts: Texts) -> MatchRecord:
    """Plays a match and puts down what happened.

    Raises:
        ModelError: a model could not be reached.
        AgentError: an agent returned an illegal action.
    """
    # Loaded anew for every match: some games draw from a generator of the game object's own.
    adapter = adapters.for_game(games.load(spec.game, spec.params))
    started, began = datetime.now(UTC), monotonic()
    played = await match.play(adapter, [maker(seat, model_of, texts) for seat in spec.seats], spec.seed)
    return MatchRecord(
        match_id=spec.match_id,
        key=spec.key,
        suite=spec.suite,
        game=spec.game,
        params=spec.params,
        seed=spec.seed,
        seats=list(spec.seats),
        history=played.history,
        calls=played.calls,
        returns=played.returns,
        outcome=played.outcome,
        offender=played.offender,
        error=played.error,
        versions=_versions(),
        started=started.isoformat(timespec="milliseconds"),
        seconds=round(monotonic() - began, 3),
    )


@cache
def _versions() -> dict[str, str]:
    return {package: version(package) for package in ("gtarena", "open_spiel", "litellm")}
