"""Studies in results folders: what was asked about is saved beside the answers, from which alone results follow."""

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, JsonValue

from gtarena.errors import UsageError
from gtarena.game_theory import registry
from gtarena.game_theory.agent_names import names_of
from gtarena.game_theory.studies import Study, StudyResults, Subject, ids_of
from gtarena.logs.damage import DamagedLineError
from gtarena.logs.reader import validated
from gtarena.logs.records import Seat, StrictModel
from gtarena.runs.asking.answers import Answer, pick_answers, read_answers
from gtarena.system.files import write_text

FILE = "study.json"


class SavedStudy(StrictModel):
    """Study and subject of a results folder, as the file beside the answers has them."""

    NAME = "a study"

    schema_version: Literal[1] = 1
    study: str
    game: str
    params: dict[str, JsonValue]
    seed: int
    options: dict[str, JsonValue]
    seats: Annotated[list[Seat], Field(min_length=1)]

    @property
    def subject(self) -> Subject:
        """The game, the agents and the options."""
        return Subject(self.game, self.params, self.seats, self.seed, self.options)


@dataclass(frozen=True)
class Restudied:
    """Results of the study of a folder, from its log alone.

    The ``subject`` has the agents that have answered everything, ``answers`` are their answers by name, and ``missing``
    says in a line for each of the others how much it has not answered.
    """

    study: str
    subject: Subject
    results: StudyResults
    answers: Mapping[str, Sequence[Answer]]
    missing: tuple[str, ...] = ()


def save_study(folder: Path, study: Study, subject: Subject) -> None:
    """Saves in a folder what a study asks about; agents of an earlier call about the same are kept.

    Raises:
        OSError: the folder cannot be written.
    """
    saved = SavedStudy(study=study.name, game=subject.name, params=dict(subject.params), seed=subject.seed,
                       options=dict(subject.options), seats=list(subject.seats))
    with suppress(UsageError):  # there is none yet, or one that nobody can read
        earlier = read_study(folder)
        if earlier.model_copy(update={"seats": saved.seats}) == saved:
            added = [seat for seat in saved.seats if seat not in earlier.seats]
            saved = saved.model_copy(update={"seats": [*earlier.seats, *added]})
    write_text(folder / FILE, f"{saved.line()}\n")


def read_study(folder: Path) -> SavedStudy:
    """Returns the study of a folder.

    Raises:
        UsageError: the folder has none that can be read.
    """
    try:
        return validated((folder / FILE).read_bytes(), SavedStudy)
    except (OSError, DamagedLineError) as error:
        raise UsageError(f"{folder / FILE} cannot be read: {error}") from error


def restudy(folder: Path) -> Restudied:
    """Conducts the study of a folder again with the answers of its log, and asks nothing.

    An agent that has not answered all that the study asks of it is left out, and named.

    Raises:
        UsageError: the folder has no study, no agent has answered everything, or the study or its game does not exist
            here.
        ValueError: an answer does not fit the game.
    """
    saved = read_study(folder)
    if saved.study not in registry.MODULES:
        raise UsageError(f"there is no study {saved.study} here (there are: {', '.join(registry.MODULES)})")
    study = registry.study_of(saved.study)
    subject = replace(saved.subject, options=_options(study, saved))
    logged = {answer.match_id: answer for answer in read_answers(folder)}
    names = {seat.model_dump_json(): name for seat, name in zip(subject.seats, names_of(subject.seats), strict=True)}
    missing: list[str] = []
    while subject.seats:
        found = _conduct(study, subject, logged)
        if isinstance(found, Restudied):
            return replace(found, missing=tuple(missing))
        missing += [f"{names[seat]} has {count:,} questions left to answer" for seat, count in found.items()]
        left = [seat for seat in subject.seats if seat.model_dump_json() not in found]
        subject = replace(subject, seats=left)
    raise UsageError(f"no agent has answered everything yet ({'; '.join(missing)}): `gtarena {study.name}` goes on")


def _options(study: Study, saved: SavedStudy) -> dict[str, Any]:
    """Returns the values of a study's options, the default of those that were added since it was saved."""
    found = {option.name: saved.options.get(option.name, option.default) for option in study.options}
    for option in study.options:
        value = found[option.name]
        if type(value) is not type(option.default) or (option.choices and value not in option.choices):
            raise UsageError(f"{FILE} has {option.name}={value}, which the study {study.name} does not take: ask "
                             "again, which saves its options anew")
    return found


def _conduct(study: Study, subject: Subject, logged: Mapping[str, Answer]) -> Restudied | Counter[str]:
    """Returns the results, or how many questions of a batch each seat, by its JSON, has not answered."""
    conduct, wanted = study.conduct(subject), list[str]()
    batch = next(conduct)
    while True:
        ids = ids_of(batch)
        if missing := Counter(asked.seat.model_dump_json() for asked, match_id in zip(batch, ids, strict=True)
                              if match_id not in logged):
            return missing
        wanted += ids
        given = pick_answers(wanted, logged)
        try:
            batch = conduct.send(given)
        except StopIteration as end:
            names = zip(subject.seats, names_of(subject.seats), strict=True)
            return Restudied(study.name, subject, end.value, {
                name: [answer for answer in given if answer.seat == seat] for seat, name in names})
