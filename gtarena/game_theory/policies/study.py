"""Study of policies: agents are asked in every information state of a small game, or where a response to them comes."""

from collections.abc import Generator, Mapping, Sequence
from functools import partial

from adapters.disguises.disguise import find_disguise
from gtarena.agents.llm.inquiries import Inquiry, Source
from gtarena.agents.solving.named_policies import policy_text
from gtarena.errors import UsageError
from gtarena.game_theory.agent_names import names_of
from gtarena.game_theory.policies.agreement import Agreement, agreement
from gtarena.game_theory.policies.best_responses import Budget, Choices, LowerBound, Request, lower_bound
from gtarena.game_theory.policies.information_states import InformationState
from gtarena.game_theory.policies.measures import PolicyMeasures, measure_policy
from gtarena.game_theory.policies.sequence_form import SequenceForm, sequence_form
from gtarena.game_theory.policies.tables import agreement_table, bound_table, policy_table
from gtarena.game_theory.policies.tabular import (
    TabularAnswers,
    action_probabilities,
    average_statements,
    count_moves,
    sampled_policy,
    stated_policy,
)
from gtarena.game_theory.studies import Conduct, Measured, Option, SeatQuestion, Study, StudyResults, Subject, ids_of
from gtarena.logs.records import Seat
from gtarena.reports.sections import file_stems
from gtarena.runs.asking.answers import Answer
from gtarena.runs.asking.plan import require_models
from gtarena.runs.asking.positions import Position
from gtarena.runs.asking.questions import Question, repeat_questions

MOVES, STATED, LOGPROBS, BOTH = "moves", "stated", "logprobs", "both"


def conduct(subject: Subject) -> Conduct:
    """Asks every agent for its policy and returns what can be won against it."""
    samples, questions, matches = (int(subject.options[name]) for name in ("samples", "questions", "matches"))
    if samples < 1:
        raise UsageError(f"samples={samples} is not a whole number of at least 1")
    if questions < 0:
        raise UsageError(f"questions={questions} is not a whole number of at least 0")
    if samples < 2 and subject.options["ask"] == BOTH:
        raise UsageError(f"samples={samples} does not go with ask={BOTH}: what an agent says is compared with 2 moves "
                         "or more")
    if questions:
        return (yield from _bound_from_below(subject, Budget(questions, samples, matches=matches)))
    return (yield from _ask_everywhere(subject, samples, str(subject.options["ask"])))


def _ask_everywhere(subject: Subject, samples: int, ask: str) -> Conduct:
    form = sequence_form(subject.game)
    asked: list[SeatQuestion] = []
    if ask in (MOVES, BOTH):
        positions = [_position(subject, state) for state in form.states]
        asked += subject.ask_all(repeat_questions(positions, samples))
    if ask != MOVES:
        require_models(subject.seats, "a policy in words")
        source: Source = "logprobs" if ask == LOGPROBS else "stated"
        asked += [SeatQuestion(seat, Question(_position(subject, state), 0, _inquiry(subject, seat, state, source)))
                  for state in form.states for seat in subject.seats]
    answers = yield asked
    return _results(subject, form, ask, answers)


def _position(subject: Subject, state: InformationState) -> Position:
    return Position(subject.name, subject.params, state.history, state.player, subject.seed)


def _inquiry(subject: Subject, seat: Seat, state: InformationState, source: Source) -> Inquiry:
    """Returns the question for the probabilities of an agent's moves, by the names that it sees."""
    disguise = find_disguise(seat.disguise, subject.adapter)
    view, reached = disguise.show(subject.adapter).view, _position(subject, state).state()
    names = (view.names(reached, state.player, action)[0] for action in state.actions)
    return Inquiry("policy", tuple(names), source=source)


def _results(subject: Subject, form: SequenceForm, ask: str, answers: Sequence[Answer]) -> StudyResults:
    by_agent = _by_agent(subject, answers)
    seed = subject.seed
    sampled = {name: sampled_policy(form, count_moves(form, given)) for name, given in by_agent.items()}
    stated = {name: stated_policy(form, average_statements(form, given)) for name, given in by_agent.items()}
    main = stated if ask in (STATED, LOGPROBS) else sampled
    measured = {name: measure_policy(policy, seed) for name, policy in main.items()}
    tables = [policy_table(subject.label, measured)]
    # A profile tells what agents do, and not what they say that they do.
    found = [each for name, measures in measured.items() for each in _main_numbers(subject, name, measures)
             if main is sampled and main[name].known]
    if ask == BOTH:
        compared = {name: agreement(stated[name], sampled[name], seed) for name in by_agent}
        spoken = {f"{name}, as it says": measure_policy(policy, seed) for name, policy in stated.items()}
        tables = [policy_table(subject.label, {**measured, **spoken}), agreement_table(subject.label, compared)]
        found += [_distance(subject, name, each) for name, each in compared.items() if each.states]
    return StudyResults(tables, (), found, _policy_files(main))


def _policy_files(policies: Mapping[str, TabularAnswers]) -> dict[str, str]:
    """Returns the policies as files to which the agent ``best_response`` can respond."""
    known = {name: action_probabilities(policy) for name, policy in policies.items() if policy.known}
    return {f"policies/{stem}.json": policy_text(found)
            for stem, found in zip(file_stems(known), known.values(), strict=True) if found is not None}


def _by_agent(subject: Subject, answers: Sequence[Answer]) -> Mapping[str, Sequence[Answer]]:
    return {name: [answer for answer in answers if answer.seat == seat]
            for name, seat in zip(names_of(subject.seats), subject.seats, strict=True)}


def _main_numbers(subject: Subject, agent: str, measures: PolicyMeasures) -> list[Measured]:
    exact, found = measures.exploitability, measures.intervals
    low, high = found.nash_conv if found else (float("nan"), float("nan"))
    number = partial(Measured, agent, subject.label)
    players = len(exact.values)
    return [number("nash_conv", exact.nash_conv, low, high),
            number("exploitability", exact.exploitability, low / players, high / players)]


def _distance(subject: Subject, agent: str, found: Agreement) -> Measured:
    overall = found.overall
    return Measured(agent, subject.label, "says_does_distance", overall.estimate, *overall.interval)


def _bound_from_below(subject: Subject, budget: Budget) -> Conduct:
    """Asks each agent where a response to it comes, and returns what that response wins."""
    if subject.options["ask"] != MOVES:
        raise UsageError(f"ask={subject.options['ask']} does not go with questions={budget.questions}: responses are "
                         "learned from moves")
    bounds: dict[str, LowerBound] = {}
    for name, seat in zip(names_of(subject.seats), subject.seats, strict=True):
        bounds[name] = yield from _learn(subject, seat, budget)
    players = subject.game.num_players()
    found = [Measured(name, subject.label, "nash_conv_bound", bound.nash_conv.value, bound.nash_conv.low, float("inf"))
             for name, bound in bounds.items() if bound.known]
    return StudyResults([bound_table(subject.label, bounds, players)], (), found)


def _learn(
    subject: Subject, seat: Seat, budget: Budget
) -> Generator[Sequence[SeatQuestion], Sequence[Answer], LowerBound]:
    waves = lower_bound(subject.game, budget, subject.seed)
    given: Sequence[Choices] | None = None
    try:
        while True:
            asked = _asked(subject, seat, next(waves) if given is None else waves.send(given))
            given = _choices(asked, (yield asked))
    except StopIteration as end:
        bound: LowerBound = end.value
        return bound


def _asked(subject: Subject, seat: Seat, requests: Sequence[Request]) -> list[SeatQuestion]:
    return [SeatQuestion(seat, Question(_position(subject, request.state), request.sample)) for request in requests]


def _choices(asked: Sequence[SeatQuestion], answers: Sequence[Answer]) -> list[Choices]:
    """Returns the actions of the answer to each question."""
    by_id = {answer.match_id: answer for answer in answers}
    return [tuple(choice for choice in by_id[match_id].choices if isinstance(choice, int))
            for match_id in ids_of(asked)]


STUDY = Study(
    "policy", "Asks agents for their move in every information state of a small game, and shows how much could be won "
    "against their policies.",
    (Option("samples", 20, "independent answers in every information state"),
     Option("ask", MOVES, "what is asked: moves; the probabilities of moves that a model states, or the "
            "log-probabilities of their numbers; or moves and stated probabilities, which are compared",
            (MOVES, STATED, LOGPROBS, BOTH)),
     Option("questions", 0, "of larger games: number of questions from which a response is learned, for a lower bound"),
     Option("matches", 200, "with --questions: number of fresh matches that the response of each player plays")),
    conduct)
