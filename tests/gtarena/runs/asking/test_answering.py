import asyncio
import json

import pytest

import adapters
from adapters import Adapter
from gtarena import games
from gtarena.agents.lineup import Lineup
from gtarena.agents.llm.inquiries import Inquiry
from gtarena.agents.llm.settings import IllegalMoves
from gtarena.agents.presets import all_presets
from gtarena.agents.strategies import Strategy
from gtarena.errors import UsageError
from gtarena.logs.prompt_texts import InMemoryTexts
from gtarena.logs.reader import match_row
from gtarena.models.settings import ModelSettings
from gtarena.runs.api import play
from gtarena.runs.asking.answering import answer_question
from gtarena.runs.asking.answers import Answer
from gtarena.runs.asking.plan import question_specs
from gtarena.runs.asking.positions import Position
from gtarena.runs.asking.questions import Question
from gtarena.runs.matches.match import MatchProgress
from gtarena.runs.matches.match_records import record_match
from gtarena.runs.matches.match_state import AgentError
from tests.support.scripted import ScriptedModel

KUHN = Position("kuhn_poker", {}, ((-1, 0), (-1, 2), (0, 0)), 1)


def adapter_of(position: Position) -> Adapter:
    return adapters.for_game(games.load(position.game, position.params))


def ask(word, question, *replies):
    """Returns the record of an agent's answer, read back from its line in a log."""
    adapter = adapter_of(question.position)
    lineup = Lineup(all_presets(), ModelSettings(), "v1", IllegalMoves(policy="invalid", retries=0))
    (spec,) = question_specs([(lineup.seats([word], adapter)[0], question)])
    record = asyncio.run(record_match(spec, adapter, lambda seat: ScriptedModel(*replies), InMemoryTexts()))
    return match_row(record.line().encode())


def test_an_agent_answers_with_its_move():
    record = ask("llm", Question(KUHN), '{"move": "Bet"}')
    answer = Answer.of(record)
    assert (answer.choices, answer.probabilities, answer.position) == (
        (1,), None, Position("kuhn_poker", {"players": 2}, KUHN.history, 1))
    assert record.schema_version == 3
    assert record.returns is None
    assert len(record.calls) == 1


def test_agents_without_a_model_answer_as_in_a_match():
    assert Answer.of(ask("always:Bet", Question(KUHN))).choices == (1,)
    assert Answer.of(ask("mcts", Question(KUHN))).choices == (1,)  # with a King


@pytest.mark.parametrize("actions", [(2,), (), (0, 1)])
def test_an_illegal_move_of_an_agent_is_a_fault_of_its_code(actions):
    agent, adapter = Strategy(lambda decision: actions), adapter_of(KUHN)
    with pytest.raises(AgentError, match="no legal move"):
        asyncio.run(answer_question(adapter, lambda seating: agent, Question(KUHN), 0, "", MatchProgress()))


def test_a_model_answers_an_inquiry_with_probabilities():
    answer = Answer.of(ask("llm", Question(KUHN, 3, Inquiry("policy", ("Pass", "Bet"))), '{"Pass": 0.2, "Bet": 0.8}'))
    assert (answer.inquiry, answer.options, answer.probabilities, answer.sample, answer.choices) == (
        "policy", ("Pass", "Bet"), (0.2, 0.8), 3, ())


def test_a_reply_without_a_move_is_no_answer_and_nothing_is_drawn_in_its_place():
    record = ask("llm", Question(KUHN), "I would rather not say.")
    assert (record.outcome, record.offender, Answer.of(record).choices) == ("invalid", 1, ())
    assert Answer.of(ask("llm", Question(KUHN, 0, Inquiry("policy", ("Pass", "Bet"))), "No.")).probabilities is None


def test_an_agent_without_a_model_states_no_probabilities():
    with pytest.raises(UsageError, match="states no probabilities"):
        ask("random", Question(KUHN, 0, Inquiry("policy", ("Pass", "Bet"))))


def test_samples_of_one_question_are_drawn_independently_and_always_the_same():
    drawn = [Answer.of(ask("random", Question(KUHN, sample))).choices[0] for sample in range(40)]
    assert set(drawn) == {0, 1}
    assert drawn == [Answer.of(ask("random", Question(KUHN, sample))).choices[0] for sample in range(40)]


def test_a_compound_move_is_answered_whole():
    position = Position("divide_dollar", {"players": 2, "rounds": 1}, (), 0)
    assert Answer.of(ask("fixed:40", Question(position))).choices == (40,)


def test_where_players_speak_the_answer_is_what_was_said():
    played = play("chameleon", ["random"] * 3)
    first = next(index for index, step in enumerate(played.history) if step.action is None)
    before = tuple((step.player, step.choice) for step in played.history[:first])
    position = Position("chameleon", {}, before, played.history[first].player)
    (key,) = adapter_of(position).reader(position.state(), position.player).keys
    assert Answer.of(ask("llm", Question(position), json.dumps({key: "It is round."}))).choices == ("It is round.",)


def test_what_agents_hear_on_the_way_counts():
    """A bot that copies the other's last move does so although it has seen none of the match."""
    position = Position("iterated_prisoners_dilemma", {"termination_probability": 0.0, "max_rounds": 3},
                        ((0, 0), (1, 1)), 0)
    assert Answer.of(ask("tit_for_tat", Question(position))).choices == (1,)


