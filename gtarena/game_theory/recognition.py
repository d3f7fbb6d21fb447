"""Recognition of a game: models say by which of several names a game is known, with and without a disguise.

A model that no longer recognises a game in a disguise, and plays it as well, does not play from memory of its name. One
question is scored by its Brier score (see :func:`gtarena.game_theory.beliefs.calibration.brier_score`) and by its
accuracy, which is 1 if the right name alone has the highest probability, 1 over their number if several names share the
highest one with it, and 0 otherwise.
"""

import random
import tomllib
from collections import ChainMap
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import numpy as np

from adapters import Adapter
from gtarena.agents.llm.inquiries import Inquiry
from gtarena.errors import UsageError
from gtarena.game_theory.agent_names import names_of
from gtarena.game_theory.beliefs.calibration import brier_score
from gtarena.game_theory.studies import Conduct, Option, Study, StudyResults, Subject, ask_everyone
from gtarena.game_theory.table_measures import measure_cells
from gtarena.logs.records import Seat
from gtarena.metrics.agent_settings import WORDING
from gtarena.metrics.bootstrap import estimate_mean
from gtarena.reports.tables import Cell, Table
from gtarena.runs.asking.plan import require_models
from gtarena.runs.asking.positions import Choice, Position
from gtarena.runs.asking.questions import Question
from gtarena.seeds import derive

DISGUISE = "disguise"  # the setting of a seat
CHOICES = 8  # names among which a model chooses
EVEN = "(all names alike)"
DIGITS = 3
COLUMNS = ("asked", "unanswered", "accuracy", "Brier score")
NOTES = (
    "Accuracy: higher is better. Brier score: lower is better, from 0 to 2. Who recognises nothing has what the last "
    "row has.",)

_GAME_NAMES = Path(__file__).with_name("game_names.toml")


@dataclass(frozen=True)
class Recognition:
    """Answer to one question: the probability stated for each name, ``None`` if none were, and the right one's place.

    ``number`` is that of the question, which is the same with every disguise.
    """

    agent: str
    number: int
    stated: tuple[float, ...] | None
    truth: int


@cache
def read_kinds() -> list[dict[str, str]]:
    """Returns kinds of games, each with the names by which its games are known for short names."""
    return list(tomllib.loads(_GAME_NAMES.read_text(encoding="utf-8")).values())


def name_of(adapter: Adapter) -> str:
    """Returns the name by which a game is known, or else its long name."""
    game = adapter.game.get_type()
    return ChainMap(*read_kinds()).get(game.short_name, str(game.long_name))


def draw_names(adapter: Adapter, seed: int) -> tuple[str, ...]:
    """Returns names of different games in random order, among them that of the game itself.

    The others are of games of its kind, as far as there are enough. A name that contains another one, as "Iterated
    prisoner's dilemma" does, is not asked about together with it.
    """
    name, short, rng = name_of(adapter), adapter.game.get_type().short_name, random.Random(seed)
    alike, others = ([other for kind in read_kinds() if (short in kind) == same for other in kind.values()
                      if not _contains(name, other)] for same in (True, False))
    drawn = [name, *rng.sample(alike, min(CHOICES - 1, len(alike)))]
    drawn += rng.sample(others, CHOICES - len(drawn))
    rng.shuffle(drawn)
    return tuple(drawn)


def _contains(name: str, other: str) -> bool:
    """Returns whether one of two names has the other one in it."""
    shorter, longer = sorted((name.casefold(), other.casefold()), key=len)
    return shorter in longer


def first_decision(subject: Subject, number: int) -> Position:
    """Returns the first decision of a match, after draws of chance that the number tells from others."""
    state, rng = subject.game.new_initial_state(), random.Random(derive(subject.seed, "recognition", number))
    drawn: list[Choice] = []
    while state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        (outcome,) = rng.choices(outcomes, chances)
        state.apply_action(outcome)
        drawn.append((-1, outcome))
    player = max(0, state.current_player())  # who moves first of all who move at once
    return Position(subject.name, subject.params, tuple(drawn), player, subject.seed)


def accuracy(stated: Sequence[float], truth: int) -> float:
    """Returns the accuracy of one question, from 0 to 1."""
    highest = max(stated)
    return 1 / list(stated).count(highest) if stated[truth] == highest else 0.0


def recognition_table(answers: Sequence[Recognition], seed: int = 0) -> Table:
    """Returns accuracy and Brier score of every agent, with bootstrap intervals over questions.

    Questions that got no answer have no score; the column "unanswered" counts them.
    """
    by_agent: dict[str, list[Recognition]] = {}
    for answer in answers:
        by_agent.setdefault(answer.agent, []).append(answer)
    even = (1 / CHOICES,) * CHOICES
    known = None, None, Cell(accuracy(even, 0), digits=DIGITS), Cell(brier_score(even, 0), digits=DIGITS)
    rows = *((agent, _cells(own, seed)) for agent, own in by_agent.items()), (EVEN, known)
    return Table("recognition", "Names by which models know the game", COLUMNS, rows, label="agent", notes=NOTES)


def _cells(answers: Sequence[Recognition], seed: int) -> tuple[Cell | None, ...]:
    stated = [(answer.number, answer.stated, answer.truth) for answer in answers if answer.stated is not None]
    counts = Cell(len(answers), digits=0), Cell(len(answers) - len(stated), digits=0)
    if not stated:
        return *counts, None, None
    units = [number for number, _, _ in stated]
    return *counts, *(_mean([score(shares, truth) for _, shares, truth in stated], seed, units)
                      for score in (accuracy, brier_score))


def _mean(scores: Sequence[float], seed: int, units: Sequence[int]) -> Cell:
    estimate = estimate_mean(np.array(scores), seed, units)
    low, high = estimate.interval()
    return Cell(estimate.value, low=low, high=high, digits=DIGITS)


def conduct(subject: Subject) -> Conduct:
    """Asks every agent by which name the game is known, at the first decision of several matches."""
    require_models(subject.seats, "the name of a game")
    count = int(subject.options["questions"])
    if count < 1:
        raise UsageError(f"questions={count} is not a whole number of at least 1")
    drawn = [draw_names(subject.adapter, derive(subject.seed, "names", number)) for number in range(count)]
    answered = yield from ask_everyone(subject, [
        (number, Question(first_decision(subject, number), number, ask_name(names)))
        for number, names in enumerate(drawn)])
    labels, known = _labels(subject.seats), name_of(subject.adapter)
    table = recognition_table(
        [Recognition(labels[place], number, answer.probabilities, drawn[number].index(known))
         for place, number, answer in answered], subject.seed)
    agents = dict(zip(labels, names_of(subject.seats), strict=True))
    measured = [replace(each, agent=agents[each.agent])
                for each in measure_cells(table, agents, subject.label, {"accuracy": "recognition"})]
    return StudyResults([table], (), measured)


def ask_name(names: Sequence[str]) -> Inquiry:
    """Returns the question which of these names a game is known by."""
    return Inquiry("game", tuple(names), as_they_are=True)


def _labels(seats: Sequence[Seat]) -> list[str]:
    """Returns the name of each agent with the disguise in which it sees the game."""
    bare = [seat.model_copy(update={"params": {
        name: value for name, value in seat.params.items() if name not in (DISGUISE, WORDING)}}) for seat in seats]
    return [f"{name} {DISGUISE}={seat.disguise}"
            for name, seat in zip(names_of(bare), seats, strict=True)]


STUDY = Study(
    "recognition", "Ask models by which of several names they know the game, as they see it.",
    (Option("questions", 20, "number of questions, each with other names to choose from"),),
    conduct)
