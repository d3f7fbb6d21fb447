"""Sitting: one match with a person in one seat, which can be left and goes on later."""

from dataclasses import dataclass
from pathlib import Path

from gtarena.agents.persons import Person
from gtarena.logs.records import MatchRecord
from gtarena.runs.schedule import MatchSpec
from gtarena.runs.settings import RunSettings


@dataclass(frozen=True)
class Sitting:
    """Match to be played by a person.

    Attributes:
        spec: the match; the agent in ``seat`` is ``human``.
        seat: the person's seat, counted from 0.
        folder: the results folder, where the match is logged and its journal is kept until then.
        settings: the run's settings: models, cache, budget.
    """

    spec: MatchSpec
    seat: int
    folder: Path
    settings: RunSettings


async def sit(sitting: Sitting, person: Person) -> MatchRecord:
    """Plays the match, or the rest of it, logs it, and returns its record; the person is told the end.

    Raises:
        Quit: the person has left; the journal keeps the moves so far.
    """
    raise NotImplementedError
