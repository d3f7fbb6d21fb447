"""A small study, answers to it that are written by hand, and its registration in place of those that commands have."""

import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import ModuleType

import pytest

from gtarena.errors import UsageError
from gtarena.game_theory import registry
from gtarena.game_theory.agent_names import names_of
from gtarena.game_theory.saved_studies import save_study
from gtarena.game_theory.studies import Conduct, Measured, Option, SeatQuestion, Study, StudyResults, Subject
from gtarena.logs import records
from gtarena.logs.records import MatchRecord, Seat
from gtarena.runs.asking.plan import question_specs
from gtarena.runs.asking.positions import Position
from gtarena.runs.asking.questions import Question
from tests.support.records import record, steps, write_log

PASS, BET = 0, 1
JACK, QUEEN, KING = 0, 1, 2

Choose = Callable[[Seat, int, int], int | None]  # the action with a card in a sample, or none at all


def _position(subject: Subject, card: int) -> Position:
    dealt = ((-1, card), (-1, (card + 1) % 3))
    return Position(subject.name, subject.params, dealt, 0, subject.seed)


def _conduct(subject: Subject) -> Conduct:
    """Asks with each card, and with the King once more those who have passed with it."""
    if subject.game.get_type().short_name != "kuhn_poker":
        raise UsageError("bets are asked for in kuhn_poker alone")
    samples = int(subject.options["samples"])
    cards = [_position(subject, card) for card in (JACK, QUEEN, KING)]
    answers = yield subject.ask_all([Question(place, sample) for sample in range(samples) for place in cards])
    passed = [seat for seat in subject.seats if any(
        answer.seat == seat and answer.position.history == cards[KING].history and answer.choices == (PASS,)
        for answer in answers)]
    if passed:
        answers = yield [SeatQuestion(seat, Question(cards[KING], samples)) for seat in passed]
    found = []
    for name, seat in zip(names_of(subject.seats), subject.seats, strict=True):
        moves = [answer.choices for answer in answers if answer.seat == seat]
        found.append(Measured(name, subject.label, str(subject.options["measure"]), moves.count((BET,)) / len(moves),
                              0.0, 1.0))
    return StudyResults([], (), found)


_OPTIONS = Option("samples", 2, "of each card"), Option("measure", "blunder_rate", "the name of the number")
BETS = Study("bets", "Asks for bets.", _OPTIONS, _conduct)


@pytest.fixture
def bets(monkeypatch: pytest.MonkeyPatch) -> Study:
    """The study of bets, as the only one that there is."""
    module = ModuleType("study_of_bets")
    module.STUDY = BETS  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setattr(registry, "MODULES", {"bets": module.__name__})
    return BETS


def subject_of(*seats: Seat, options: Mapping[str, object] | None = None, game: str = "kuhn_poker") -> Subject:
    return Subject(game, {}, seats, 0, {"samples": 2, "measure": "blunder_rate", **(options or {})})


def write_answers(folder: Path, subject: Subject, choose: Choose) -> None:
    """Writes the study of bets into a folder with the answers to its questions; none where ``choose`` has none."""
    folder.mkdir(parents=True, exist_ok=True)
    save_study(folder, BETS, subject)
    samples = int(subject.options["samples"])
    for seat in subject.seats:
        for sample in range(samples + 1):
            for card in (JACK, QUEEN, KING) if sample < samples else (KING,):
                action = choose(seat, card, sample)
                if action is not None:
                    asked = SeatQuestion(seat, Question(_position(subject, card), sample))
                    write_log(folder / "answers.jsonl", *_records([asked], action))


def _records(asked: Iterable[SeatQuestion], action: int) -> Iterable[MatchRecord]:
    for each in asked:
        (spec,) = question_specs([each])
        place, made = each.question.position, records.Asked(player=0, moves=2, sample=each.question.sample)
        history = steps(*((player, int(choice)) for player, choice in place.history), (0, action))
        yield record(spec.match_id, spec.seats, None, params=spec.params, history=history, asked=made,
                     schema_version=records.ASKED_SCHEMA)
