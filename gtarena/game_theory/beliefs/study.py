"""Study of beliefs: agents state how probable hidden facts are, beside the posterior of the rules."""

from collections.abc import Sequence
from typing import cast

from gtarena.agents.llm.inquiries import Source
from gtarena.errors import UsageError
from gtarena.game_theory.agent_names import names_of
from gtarena.game_theory.beliefs import reliability_diagrams
from gtarena.game_theory.beliefs.calibration import Statement, calibration_table, reliability_bins
from gtarena.game_theory.beliefs.questions import BeliefQuestion, ask_beliefs, others_who_play, random_positions
from gtarena.game_theory.studies import Conduct, Option, Study, StudyResults, Subject, ask_everyone
from gtarena.game_theory.table_measures import measure_cells
from gtarena.reports.sections import Figure
from gtarena.runs.asking.answers import Answer
from gtarena.runs.asking.plan import require_models
from gtarena.runs.asking.questions import Question

POSTERIOR, EVEN = "(posterior)", "(all options alike)"
MEASURES = {"Brier score": "brier", "excess": "excess_brier"}  # by column


def conduct(subject: Subject) -> Conduct:
    """Asks every agent all questions at positions of random matches."""
    require_models(subject.seats, "a belief")
    count = int(subject.options["positions"])
    if count < 1:
        raise UsageError(f"positions={count} is not a whole number of at least 1")
    others = others_who_play(str(subject.options["others"]), subject.game)
    positions = random_positions(subject.name, subject.params, count, subject.seed, others.draw)
    questions = [question for position in positions for question in ask_beliefs(position, others)]
    if not questions:
        raise UsageError(f"{subject.label}: nothing is hidden at these {count} positions: ask at more of them")
    source = cast("Source", subject.options["ask"])
    answered = yield from ask_everyone(subject, [
        (question, Question(question.position, 0, question.inquiry(source))) for question in questions])
    names = names_of(subject.seats)
    stated = [_statement(names[place], question, answer) for place, question, answer in answered]
    return _results(subject, stated, questions)


def _statement(agent: str, question: BeliefQuestion, answer: Answer) -> Statement:
    return Statement(agent, str(question.position.key), answer.probabilities, question.truth, question.posterior)


def _references(questions: Sequence[BeliefQuestion]) -> list[Statement]:
    """Returns what one who states the posterior, and one who knows nothing, would have answered."""
    known = [(POSTERIOR, question, question.posterior) for question in questions]
    even = [(EVEN, question, (1 / len(question.options),) * len(question.options)) for question in questions]
    return [Statement(name, str(question.position.key), stated, question.truth, question.posterior)
            for name, question, stated in [*known, *even]]


def _results(subject: Subject, stated: Sequence[Statement], questions: Sequence[BeliefQuestion]) -> StudyResults:
    agents = {name: reliability_bins([each for each in stated if each.agent == name])
              for name in dict.fromkeys(each.agent for each in stated)}
    drawn = {name: bins for name, bins in agents.items() if bins}
    figures = [
        Figure("reliability", "Stated probabilities and what came true", lambda: reliability_diagrams.draw(drawn))]
    table = calibration_table([*stated, *_references(questions)], subject.seed)
    return StudyResults([table], figures if drawn else [], measure_cells(table, agents, subject.label, MEASURES))


STUDY = Study(
    "beliefs", "Ask models how probable hidden facts are, and compare this with Bayes' rule.",
    (Option("positions", 30, "number of positions, each of another match"),
     Option("others", "uniform", "what is assumed of the other players: all legal moves are equally likely, or they "
            "play near an equilibrium", ("uniform", "cfr")),
     Option("ask", "stated", "probabilities that a model states, or the log-probabilities of the options' numbers",
            ("stated", "logprobs"))),
    conduct)
