"""Studies: questions to agents about one game, asked in batches, and the findings that their answers give."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import adapters
from gtarena import games
from gtarena.logs.records import Seat
from gtarena.reports.sections import Figure
from gtarena.reports.tables import Table
from gtarena.runs.asking.answers import Answer
from gtarena.runs.asking.plan import question_specs
from gtarena.runs.asking.questions import Question

if TYPE_CHECKING:
    import pyspiel

Topic = TypeVar("Topic")


@dataclass(frozen=True)
class Subject:
    """Game that a study is about, the agents that it asks, and the settings of the study by name.

    ``params`` are the parameters of the game that are given, ``seed`` draws what the study draws.
    """

    name: str
    params: Mapping[str, Any]
    seats: Sequence[Seat]
    seed: int = 0
    options: Mapping[str, Any] = field(default_factory=dict)

    @cached_property
    def game(self) -> pyspiel.Game:
        """The loaded game."""
        return games.load(self.name, self.params, self.seed)

    @cached_property
    def adapter(self) -> adapters.Adapter:
        """The prompts of the game."""
        return adapters.for_game(self.game)

    @property
    def label(self) -> str:
        """The game with the parameters that are not the default."""
        return games.label(self.name, games.complete(self.name, self.params))

    def ask_all(self, questions: Sequence[Question]) -> list[SeatQuestion]:
        """Returns the questions, each to all agents."""
        return [SeatQuestion(seat, question) for question in questions for seat in self.seats]


class SeatQuestion(NamedTuple):
    """Question and the agent to which it goes."""

    seat: Seat
    question: Question


@dataclass(frozen=True)
class Measured:
    """One number about an agent in a game, with its 95 % interval; what is not known is NaN.

    ``agent`` is named as in tables, and ``measure`` is one of :data:`gtarena.game_theory.profiles.measures.MEASURES`.
    """

    agent: str
    game: str
    measure: str
    value: float
    low: float
    high: float


@dataclass(frozen=True)
class StudyResults:
    """Tables and figures of a study, its main numbers, which profiles of agents show, and other ``files`` by path."""

    tables: Sequence[Table]
    figures: Sequence[Figure] = ()
    measured: Sequence[Measured] = ()
    files: Mapping[str, str] = field(default_factory=dict)


def ask_everyone(
    subject: Subject, about: Sequence[tuple[Topic, Question]]
) -> Generator[Sequence[SeatQuestion], Sequence[Answer], list[tuple[int, Topic, Answer]]]:
    """Asks all agents all questions, and returns the place of the agent, what a question is about, and its answer.

    The answers of the first agent come before those of the second, each in the order of the questions.
    """
    asked = subject.ask_all([question for _, question in about])
    answers = {answer.match_id: answer for answer in (yield asked)}
    agents, ids = len(subject.seats), ids_of(asked)
    return [(place, topic, answers[ids[number * agents + place]])
            for place in range(agents) for number, (topic, _) in enumerate(about)]


def ids_of(asked: Sequence[SeatQuestion]) -> list[str]:
    """Returns the id of the answer to each question."""
    return [spec.match_id for spec in question_specs(asked)]


# Yields a batch of questions, is sent all answers so far in the order of their questions, and returns what they show.
Conduct = Generator[Sequence[SeatQuestion], Sequence[Answer], StudyResults]


@dataclass(frozen=True)
class Option:
    """Option of a study's command: a number or one of the ``choices``, as its default is."""

    name: str
    default: int | float | str
    help: str
    choices: tuple[str, ...] = ()


@dataclass(frozen=True)
class Study:
    """Study that a command conducts: its name, what it does, its options, and the questions that it asks.

    ``conduct`` raises ``UsageError`` for a game or an option that it does not take. A study of one ``game`` alone names
    it.
    """

    name: str
    description: str
    options: tuple[Option, ...]
    conduct: Callable[[Subject], Conduct]
    game: str = ""
