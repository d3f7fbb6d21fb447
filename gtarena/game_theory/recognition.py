"""Recognition of a game: models say by which of several names a game is known, with and without a disguise.

A model that no longer recognises a game in a disguise, and plays it as well, does not play from memory of its name. One
question is scored by its Brier score (see :func:`gtarena.game_theory.beliefs.calibration.brier_score`) and by its
accuracy, which is 1 if the right name alone has the highest probability, 1 over their number if several names share the
highest one with it, and 0 otherwise.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from adapters import Adapter
from adapters.disguises.disguise import NO_DISGUISE, find_disguise
from gtarena.agents.llm.inquiries import Inquiry
from gtarena.errors import UsageError
from gtarena.game_theory.agent_names import names_of
from gtarena.game_theory.beliefs.calibration import brier_score
from gtarena.game_theory.studies import Asked, Conduct, Option, Study, StudyResults, Subject
from gtarena.game_theory.table_measures import measure_cells
from gtarena.logs.records import Seat
from gtarena.metrics.agent_settings import WORDING
from gtarena.metrics.bootstrap import estimate_mean
from gtarena.reports.tables import Cell, Table
from gtarena.runs.asking.answers import Answer
from gtarena.runs.asking.plan import question_specs, require_models
from gtarena.runs.asking.positions import Choice, Position
from gtarena.runs.asking.questions import Question
from gtarena.seeds import derive

DISGUISE = "disguise"  # the setting of a seat
NAMES = 8  # among which a model chooses
EVEN = "(all names alike)"
DIGITS = 3
COLUMNS = ("asked", "unanswered", "accuracy", "Brier score")
NOTES = (
    "Accuracy: higher is better. Brier score: lower is better, from 0 to 2. Who recognises nothing has what the last "
    "row has.",)

# Names by which games are widely known, for short names.
WELL_KNOWN = {
    "backgammon": "Backgammon", "battleship": "Battleship", "blackjack": "Blackjack", "blotto": "Colonel Blotto",
    "breakthrough": "Breakthrough", "bridge": "Contract bridge", "checkers": "Checkers", "chess": "Chess",
    "connect_four": "Connect Four", "dots_and_boxes": "Dots and Boxes", "euchre": "Euchre",
    "first_sealed_auction": "First-price sealed-bid auction", "gin_rummy": "Gin rummy", "go": "Go",
    "goofspiel": "Goofspiel", "hanabi": "Hanabi", "hearts": "Hearts", "hex": "Hex",
    "iterated_prisoners_dilemma": "Iterated prisoner's dilemma", "kuhn_poker": "Kuhn poker",
    "leduc_poker": "Leduc poker", "liars_dice": "Liar's dice", "mancala": "Mancala", "nim": "Nim",
    "othello": "Othello", "pig": "Pig", "matrix_rps": "Rock, paper, scissors", "spades": "Spades",
    "tic_tac_toe": "Tic-tac-toe"}


@dataclass(frozen=True)
class Recognition:
    """Answer to one question: the probability stated for each name, ``None`` if none were, and the right one's place.

    ``number`` is that of the question, which is the same with every disguise.
    """

    agent: str
    number: int
    stated: tuple[float, ...] | None
    truth: int


def name_of(adapter: Adapter) -> str:
    """Returns the name by which a game is known, or else its long name."""
    kind = adapter.game.get_type()
    return WELL_KNOWN.get(kind.short_name, str(kind.long_name))


def draw_names(adapter: Adapter, seed: int) -> tuple[str, ...]:
    """Returns names of different games in random order, among them that of the game itself."""
    name, rng = name_of(adapter), random.Random(seed)
    others = [known for game, known in WELL_KNOWN.items()
              if known.casefold() != name.casefold() and game != adapter.game.get_type().short_name]
    names = [name, *rng.sample(others, NAMES - 1)]
    rng.shuffle(names)
    return tuple(names)


def ask_name(seat: Seat, adapter: Adapter, names: Sequence[str]) -> Inquiry:
    """Returns the inquiry about the name of a game to an agent, which is shown the names as they are in any disguise.

    Raises:
        ValueError: the agent's disguise does not apply to the game.
    """
    disguise = find_disguise(str(seat.params.get(DISGUISE, NO_DISGUISE)), adapter)
    # What is revealed here is concealed when it is sent: the words change twice.
    return Inquiry("game", tuple(map(disguise.reveal, names)))


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
    even = (1 / NAMES,) * NAMES
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
    batch = [(number, seat) for number in range(count) for seat in range(len(subject.seats))]
    asked = [Asked(subject.seats[seat], Question(
        first_decision(subject, number), number, ask_name(subject.seats[seat], subject.adapter, drawn[number])))
        for number, seat in batch]
    answers = {answer.match_id: answer for answer in (yield asked)}
    labels = _labels(subject.seats)
    found = [(seat, _recognition(labels[seat], number, drawn[number], subject, answers[spec.match_id]))
             for (number, seat), spec in zip(batch, question_specs(asked), strict=True)]
    in_order = sorted(found, key=lambda pair: pair[0])
    table = recognition_table([answer for _, answer in in_order], subject.seed)
    agents = dict(zip(labels, names_of(subject.seats), strict=True))
    measured = [replace(each, agent=agents[each.agent])
                for each in measure_cells(table, agents, subject.label, {"accuracy": "recognition"})]
    return StudyResults([table], (), measured)


def _recognition(agent: str, number: int, names: Sequence[str], subject: Subject, answer: Answer) -> Recognition:
    return Recognition(agent, number, answer.probabilities, names.index(name_of(subject.adapter)))


def _labels(seats: Sequence[Seat]) -> list[str]:
    """Returns the name of each agent with the disguise in which it sees the game."""
    bare = [seat.model_copy(update={"params": {
        name: value for name, value in seat.params.items() if name not in (DISGUISE, WORDING)}}) for seat in seats]
    return [f"{name} {DISGUISE}={seat.params.get(DISGUISE, NO_DISGUISE)}"
            for name, seat in zip(names_of(bare), seats, strict=True)]


STUDY = Study(
    "recognition", "Ask models by which of several names they know the game, as they see it.",
    (Option("questions", 20, "number of questions, each with other names to choose from"),),
    conduct)
