"""Tasks of inspect (inspect_ai): matches that it plays live with the model that it evaluates.

``inspect eval gtarena/gtbench --model openai/gpt-4o-mini`` plays a benchmark's schedule, a sample per match; there is a
task for each file of ``conf/suite``, and ``gtarena/game`` for any game. Settings after ``-T`` are those of the command
line. A sample's metadata holds the record of its match, which is the one that a run logs.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any

from gtarena.errors import UsageError, not_installed

try:
    from inspect_ai import Task, task
except ImportError as missing:
    raise not_installed("gtarena.cli.inspect_tasks", "inspect_ai", "inspect") from missing
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import Model, get_model
from inspect_ai.model._generate_config import active_generate_config
from inspect_ai.solver import Generate, Solver, TaskState, solver

from gtarena import games, plugins
from gtarena.agents.lineup import seat_model
from gtarena.cli.settings.hydra_config import Schema
from gtarena.cli.settings.stated_settings import compose_settings
from gtarena.exports.inspect_samples import SAMPLING, sample, sampling
from gtarena.exports.inspect_scorers import GAME, MEASURED, RECORD, all_scorers
from gtarena.logs.prompt_texts import InMemoryTexts
from gtarena.logs.records import Seat
from gtarena.logs.turns import seat_name
from gtarena.models.base import Model as SeatModel
from gtarena.models.functions import is_local
from gtarena.models.inspect_model import InspectModel
from gtarena.models.stack import Shared, model_for
from gtarena.runs.matches.match_records import LoadedGames, record_match
from gtarena.runs.plan import plan_matches
from gtarena.runs.schedule import MatchSpec
from gtarena.runs.settings import RunSettings

EVALUATED = "evaluated"  # stands for the model that inspect evaluates, until a match begins
_LISTS = {spec.name for spec in fields(Schema) if "list[str]" in str(spec.type)}
_OF_INSPECT = ("name", "workers", "cache", "budget", "report", "suite", "model.name", "model.api_base")


@task(name="game")  # type: ignore[untyped-decorator]
def game_task(game: str | list[str], **kwargs: Any) -> Task:
    """Returns the task of one game, such as ``pig(winscore=20)``; ``kwargs`` are settings of the command line.

    Raises:
        UsageError: a setting does not exist or is not allowed, or the model plays in no match.
    """
    # inspect reads commas as those of a list, and they may be those of the game's parameters.
    return _live_task(f"game={game if isinstance(game, str) else ','.join(game)}", kwargs)


def suite_task(suite: str) -> Callable[..., Task]:
    """Returns the function that makes the task of a suite, whose keyword arguments are those of :func:`game_task`."""
    def play_suite(**kwargs: Any) -> Task:
        return _live_task(f"suite={suite}", kwargs)

    made: Callable[..., Task] = task(name=suite)(play_suite)
    return made


plugins.load()
SUITE_TASKS: Mapping[str, Callable[..., Task]] = {
    file.stem: suite_task(file.stem)
    for folder in plugins.config_folders() for file in sorted(folder.glob("suite/*.yaml"))}


def _live_task(choice: str, given: Mapping[str, Any]) -> Task:
    for key in given:
        if any(key == own or key.startswith(f"{own}.") for own in _OF_INSPECT):
            raise UsageError(f"{key} is no setting of a task of inspect, which has options of its own for that")
    stated = (_setting(key, value) for key, value in given.items())
    settings = compose_settings([choice, f"model.name={EVALUATED}", *stated])
    matches = {name: spec for name, spec in _named(plan_matches(settings)) if _measured(spec)}
    if not matches:
        raise UsageError("the model that inspect evaluates plays in no match: list an agent with a model and without "
                         "an @, as in agents=llm,random")
    samples = [_sample(name, spec) for name, spec in matches.items()]
    return Task(dataset=MemoryDataset(samples, name=settings.name), solver=_match_player(matches, settings),
                scorer=all_scorers(settings.suite.name if settings.suite else None))


def _setting(key: str, value: Any) -> str:
    """Returns a setting as the command line takes it, of a value that inspect has read from its own one."""
    listed = [value] if key in _LISTS and not isinstance(value, list) else value
    return f"{key}={_word(listed)}"


def _word(value: Any) -> str:
    if isinstance(value, list):
        return f"[{','.join(map(_word, value))}]"
    return "null" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def _named(specs: Sequence[MatchSpec]) -> Iterator[tuple[str, MatchSpec]]:
    """Yields the matches with their names, such as ``nim-1``, in the order of the schedule."""
    numbers: Counter[str] = Counter()
    for spec in specs:
        numbers[spec.game] += 1
        yield f"{spec.game}-{numbers[spec.game]}", spec


def _measured(spec: MatchSpec) -> list[int]:
    """Returns the seats of the evaluated model that are measured: those of challengers, or all if there are none."""
    listed = range(len(spec.seats)) if spec.challengers is None else spec.challengers
    return [seat for seat in listed if spec.seats[seat].model == EVALUATED]


def _sample(name: str, spec: MatchSpec) -> Sample:
    seats = list(map(seat_name, spec.seats))
    return Sample(id=name, input=f"{games.label(spec.game, spec.params)}: {', '.join(seats)}", metadata={
        GAME: spec.game, "params": spec.params, "seed": spec.seed, "seats": seats, MEASURED: _measured(spec)})


def _match_player(matches: Mapping[str, MatchSpec], settings: RunSettings) -> Solver:
    loaded, shared = LoadedGames(), Shared()

    def model_of(seat: Seat) -> SeatModel:
        if is_local(str(seat.model)):
            return model_for(seat_model(settings.model, seat), shared)
        called = get_model() if seat.model == str(get_model()) else get_model(seat.model)
        return InspectModel(called, sampling(seat.params), structured=settings.model.structured != "off")

    @solver  # type: ignore[untyped-decorator]
    def play_match() -> Solver:
        async def solve(state: TaskState, generate: Generate) -> TaskState:
            spec, texts = _seated(matches[str(state.sample_id)], get_model(), state.epoch), InMemoryTexts()
            record = await record_match(spec, loaded.adapter(spec), model_of, texts)
            called = {call.player for call in record.calls}.intersection(state.metadata[MEASURED])
            shown = [sample(record, seat, texts) for seat in sorted(called)]
            if shown:  # forced moves may take no call
                state.messages, state.output = [said for each in shown for said in each.messages], shown[-1].output
            state.metadata[RECORD] = json.loads(record.line())
            return state

        return solve

    player: Solver = play_match()
    return player


def _seated(spec: MatchSpec, model: Model, epoch: int) -> MatchSpec:
    """Returns a match with the evaluated model in its seats, and those of its settings that inspect was given.

    Each epoch is another attempt: chance is the same, and agents draw anew.
    """
    given = model.config.merge(active_generate_config())
    chosen = given.model_dump(include=set(SAMPLING), exclude_none=True)
    seats = [seat.model_copy(update={"model": str(model), "params": seat.params | chosen})
             if seat.model == EVALUATED else seat for seat in spec.seats]
    return replace(spec, seats=tuple(seats), attempt=epoch - 1)
