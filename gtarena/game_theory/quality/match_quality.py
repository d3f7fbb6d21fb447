"""Quality of the moves of logged matches, and of answers at positions."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol

from gtarena import games
from gtarena.game_theory.quality.made_decisions import MadeDecision, made_decisions
from gtarena.game_theory.quality.references import AUTO, REPEATS, SIMULATIONS, reference_for
from gtarena.game_theory.quality.regret import BLUNDER_SHARE, Judge, Judged
from gtarena.game_theory.quality.whole_moves import NotJudgedError
from gtarena.logs.records import MatchRecord, Seat
from gtarena.logs.replay import naming_match
from gtarena.logs.turns import seat_name
from gtarena.runs.asking.answers import Answer

DRAWN = "the move took the place of an unusable answer"
NONE_GIVEN = "no legal move was given"


class JudgeOf(Protocol):
    """The judge of a game, by its name, parameters and the seed that draws what it draws itself."""

    def __call__(self, game: str, params: games.Parameters, seed: int, /) -> Judge: ...


@dataclass
class Quality:
    """Judged decisions, and the number of those that were not judged by game, agent and reason; both grow.

    ``references`` says for each game how its moves were valued.
    """

    judged: list[Judged] = field(default_factory=list)
    skipped: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    references: dict[str, str] = field(default_factory=dict)

    def add(self, judge: Judge, agent: str, judged: Callable[[], Judged]) -> None:
        """Adds a decision, or the reason why it is not judged."""
        self.references[judge.label] = judge.reference.label
        try:
            self.judged.append(judged())
        except NotJudgedError as error:
            self.skipped[judge.label, agent, str(error)] += 1

    def merge(self, other: "Quality") -> None:
        """Adds what another one has."""
        self.judged += other.judged
        self.skipped += other.skipped
        self.references |= other.references


def judges(
    reference: str = AUTO, simulations: int = SIMULATIONS, repeats: int = REPEATS, blunder: float = BLUNDER_SHARE,
    seed: int = 0,
) -> JudgeOf:
    """Returns a function that gives the judge of each game, the same one whenever it is asked.

    The settings are those of :func:`.references.reference_for` and :class:`.regret.Judge`; what they raise, the
    function raises.
    """
    known: dict[str, Judge] = {}

    def judge_of(name: str, params: games.Parameters, match_seed: int, /) -> Judge:
        game = games.load(name, params, match_seed)
        key = str(game)
        if key not in known:
            label = games.label(name, games.complete(name, params))
            known[key] = Judge(reference_for(game, reference, simulations, repeats, seed), label, blunder)
        return known[key]

    return judge_of


def judge_matches(
    records: Iterable[MatchRecord], judge_of: JudgeOf, name_of: Callable[[Seat], str] = seat_name
) -> Quality:
    """Judges all decisions of all seats; the unit of a decision is the deal of its match.

    Raises:
        UsageError: a game does not exist, or no reference can value its moves.
        ValueError: a logged action is illegal.
    """
    quality = Quality()
    for record in records:
        judge = judge_of(record.game, record.params, record.seed)
        with naming_match(record.match_id):
            for made in made_decisions(record):
                agent = name_of(record.seats[made.player])
                quality.add(judge, agent, partial(_judge, judge, agent, record.unit, made))
    return quality


def _judge(judge: Judge, agent: str, unit: str, made: MadeDecision) -> Judged:
    if made.drawn:
        raise NotJudgedError(DRAWN)
    return judge.judge(agent, unit, made.state, made.player, made.choices)


def judge_answers(
    answers: Iterable[Answer], judge_of: JudgeOf, name_of: Callable[[Seat], str] = seat_name
) -> Quality:
    """Judges the moves that agents gave at positions; the unit of a decision is its position.

    Raises:
        UsageError: a game does not exist, or no reference can value its moves.
        ValueError: a position does not exist.
    """
    quality = Quality()
    for answer in answers:
        position, agent = answer.position, name_of(answer.seat)
        judge = judge_of(position.game, position.params, position.seed)
        quality.add(judge, agent, partial(_judge_answer, judge, agent, answer))
    return quality


def _judge_answer(judge: Judge, agent: str, answer: Answer) -> Judged:
    if not answer.choices:
        raise NotJudgedError(NONE_GIVEN)
    position = answer.position
    return judge.judge(agent, str(position.key), position.state(), position.player, answer.choices)
