"""Sitting: one match with a person in one seat, which can be left and goes on later."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path

from gtarena.agents.base import Agent, Decision, Seating
from gtarena.agents.lineup import agent_factory, called_seats, seat_model
from gtarena.agents.people.front_ends import Person
from gtarena.agents.people.human import HumanAgent
from gtarena.errors import NoMoreCalls, UnfinishedError
from gtarena.formatting import agent_name, format_number
from gtarena.logs.ledger import Ledger, open_ledger
from gtarena.logs.prompt_texts import Texts, read_text_hashes
from gtarena.logs.records import MatchRecord, Seat
from gtarena.logs.writer import LogWriter, only_writer, repair_logs
from gtarena.metrics.match_results import seat_results
from gtarena.models import litellm_loader
from gtarena.models.base import Model, ModelError
from gtarena.models.cache import ResponseCache
from gtarena.models.functions import is_local
from gtarena.models.rate_limits import Queues
from gtarena.models.stack import Shared, model_for
from gtarena.runs.matches.match import MatchProgress
from gtarena.runs.matches.match_records import LoadedGames, record_match, utc_now
from gtarena.runs.schedule import MatchSpec
from gtarena.runs.settings import RunSettings
from gtarena.runs.sittings.journal import Journal, JournalledAgent, JournalledModel, JournalledMove
from gtarena.runs.status import write_plan
from gtarena.seeds import derive
from gtarena.system.files import make_subfolder, refuse_link

JOURNALS = "under_way"  # the folder of journals below the results folder
OTHERS_LEFT = ("This is a new match. One that you left is under way too: the command that began it, with the same "
               "words and settings, goes on with it.")


@dataclass(frozen=True)
class Sitting:
    """Match to be played by a person.

    Attributes:
        spec: the match; the agent in ``seat`` is ``human``.
        seat: the person's seat, counted from 0.
        folder: the results folder, where the match is logged and its journal is kept until then.
        settings: the run's settings: models, cache, budget.
        before: the matches of the same series that are in the log already.
    """

    spec: MatchSpec
    seat: int
    folder: Path
    settings: RunSettings
    before: tuple[MatchSpec, ...] = ()

    def journal(self, spec: MatchSpec) -> Path:
        """Returns the file that keeps a match until it is logged."""
        return self.folder / JOURNALS / f"{spec.match_id}.jsonl"


def refuse_second(sitting: Sitting) -> None:
    """Checks that the folder can be written and that nobody plays in it.

    Raises:
        UsageError: another process plays in it.
        OSError: it cannot be written.
    """
    make_subfolder(sitting.folder, JOURNALS)
    with only_writer(sitting.folder):
        pass


async def sit(sitting: Sitting, person: Person) -> MatchRecord:
    """Plays the match, or the rest of it, logs it, and returns its record; the person is told the end.

    Raises:
        Quit: the person has left; the journal keeps the moves so far.
        UnfinishedError: a model could not be reached, or may not be asked any more; the journal keeps the moves.
        UsageError: another process plays in the folder, or the journal is damaged.
        OSError: the folder cannot be written.
    """
    make_subfolder(sitting.folder, JOURNALS)
    path = sitting.journal(sitting.spec)
    refuse_link(path)
    with only_writer(sitting.folder):
        repair_logs(sitting.folder)
        write_plan(sitting.folder, [*sitting.before, sitting.spec])
        for spec in sitting.before:
            sitting.journal(spec).unlink(missing_ok=True)  # a kill after the match was logged leaves it behind
        journal = Journal(path)
        if journal.moves:
            await person.tell(["The match goes on where you left off."])
        elif any(other != path for other in path.parent.glob("*.jsonl")):
            await person.tell([OTHERS_LEFT])
        journal.begin(utc_now())
        human, progress = HumanAgent(str(sitting.spec.seats[sitting.seat].params["prompt"]), person), MatchProgress()
        with _open_storage(sitting) as (log, model_of):
            try:
                record = await _SittingAgents(sitting, human, journal, log, model_of).play(progress)
            except (ModelError, NoMoreCalls) as error:
                raise UnfinishedError(f"{error} The moves so far are kept, and the same command goes on.") from error
            finally:
                await litellm_loader.close_litellm()
            log.write(record)
            log.sync()
        journal.finish()
    assert progress.state is not None, "the match has begun"
    decision = Decision(progress.state, sitting.seat, LoadedGames().adapter(sitting.spec), len(record.history))
    names = name_seats(record, decision)
    moves = moves_since(sitting.seat, journal.made, names)
    await human.end(decision, moves, tell_outcome(record, names), list_returns(record, names))
    return record


@dataclass(frozen=True)
class _SittingAgents:
    """Agents of a sitting: the person's, and the others with their moves and replies in the journal."""

    sitting: Sitting
    human: HumanAgent
    journal: Journal
    texts: Texts
    model_of: Callable[[Seat], Model]

    async def play(self, progress: MatchProgress) -> MatchRecord:
        """Plays the match, and returns its record as that of all its sittings."""
        spec = self.sitting.spec
        models = {str(called.model) for seat in spec.seats if seat.model for called in called_seats(seat)}
        if models and not all(map(is_local, models)):
            await litellm_loader.warm_up()
        factories = [partial(self._make_agent, place) for place in range(len(spec.seats))]
        adapter = LoadedGames().adapter(spec)
        record = await record_match(spec, adapter, self.model_of, self.texts, progress, factories)
        tags = {**record.tags, "sittings": len(self.journal.started)}
        return record.model_copy(update={"started": self.journal.started[0], "tags": tags})

    def _make_agent(self, place: int, seating: Seating) -> Agent:
        seat, journal = self.sitting.spec.seats[place], self.journal
        if place == self.sitting.seat:
            agent: Agent = self.human
        else:
            if seat.kind != "llm" and journal.moves:
                # Or an agent without a model would draw again what it drew at its first moves.
                seating = replace(seating, seed=derive(seating.seed, "goes on", journal.moves))
            model_of = self.model_of
            make = agent_factory(seat, lambda called: JournalledModel(model_of(called), place, journal), self.texts)
            agent = make(seating)
        return JournalledAgent(agent, place, journal, decides_again=seat.kind == "llm")


@contextmanager
def _open_storage(sitting: Sitting) -> Iterator[tuple[LogWriter, Callable[[Seat], Model]]]:
    """Opens the log, the cache and what else the models share, and closes them at the end."""
    folder, settings = sitting.folder, sitting.settings
    with ExitStack() as stack:
        stored = read_text_hashes(folder)
        log = stack.enter_context(closing(LogWriter(folder, stored=stored)))
        if any(seat.model for seat in sitting.spec.seats):
            open_ledger(folder)
        ledger = stack.enter_context(closing(Ledger(folder, "")))
        queues = stack.enter_context(closing(Queues(settings.cache.queues)))
        store = stack.enter_context(closing(ResponseCache(settings.cache.file))) if settings.cache.file else None
        shared = Shared(store, settings.budget.budget(), ledger, queues)
        models = cache(lambda model: model_for(model, shared))
        yield log, lambda seat: models(seat_model(settings.model, seat))


def name_seats(record: MatchRecord, decision: Decision) -> list[str]:
    """Returns the names by which prompts call the seats, each with its agent, or for the decision's seat "you"."""
    agents = [agent_name(each.agent, each.model or "", "") for each in record.seats]
    agents[decision.player] = "you"
    return [f"{decision.adapter.view.seat_name(decision.state, place)} ({agent})" for place, agent in enumerate(agents)]


def moves_since(seat: int, made: Sequence[JournalledMove], names: Sequence[str]) -> list[str]:
    """Returns the moves of the others since the last decision of a seat, those made at the same time included."""
    last = max((move.number for move in made if move.seat == seat), default=0)
    others = [move for move in made if move.number >= last and move.seat != seat]
    return [f"{names[move.seat]}: {move.name or '(nothing)'}" for move in others]


def tell_outcome(record: MatchRecord, names: Sequence[str]) -> str:
    """Returns who has won, by :func:`~gtarena.metrics.match_results.seat_results`, or why the match ended early."""
    results = seat_results(record)
    won, drawn = ([name for name, result in zip(names, results, strict=True) if result == kind]
                  for kind in ("win", "draw"))
    early = "" if record.outcome == "finished" else f"The match ended early: {record.error}. "
    if won:
        return f"{early}{' and '.join(won)} {'has' if len(won) == 1 else 'have'} won."
    if drawn:
        return f"{early}A draw between {' and '.join(drawn)}."
    return early.rstrip() or "The match is over."


def list_returns(record: MatchRecord, names: Sequence[str]) -> list[tuple[str, str]]:
    """Returns each seat's name with its return."""
    returns: Sequence[float | None] = record.returns or [None] * len(names)
    return [(name, "no result" if got is None else format_number(got))
            for name, got in zip(names, returns, strict=True)]


def tell_log(folder: Path, record: MatchRecord) -> str:
    """Returns where a match is logged, and the commands that show it again."""
    return (f"Logged in {folder}; `gtarena replay {folder} --match {record.match_id}` shows it move by move, and "
            f"`gtarena report {folder}` makes a page of the matches in this folder.")
