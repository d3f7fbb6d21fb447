import asyncio

import pyspiel
import pytest

import adapters
from adapters import ReplyError
from gtarena.agents.base import Decision
from gtarena.agents.llm.model_calls import ModelCalls
from gtarena.agents.llm.scheme_steps import SchemeMemory, Steps, ending_with, read_thought, think_wording, tree_wording
from gtarena.logs.prompt_texts import InMemoryTexts
from tests.support.scripted import ScriptedModel

GAME = pyspiel.load_game("tic_tac_toe")
RULES = {"role": "system", "content": "the rules"}
TURN = {"role": "user", "content": "your turn"}


def steps(model: ScriptedModel, **more) -> Steps:
    decision = Decision(GAME.new_initial_state(), 0, adapters.for_game(GAME), 0)
    calls = ModelCalls(model, InMemoryTexts(), 1, decision)
    return Steps(calls, (RULES,), TURN, TURN, "be brief", None, decision.reply_form("v1"), **more)


def test_notes_stand_between_the_turn_and_the_instruction():
    model = ScriptedModel("Answer: C1R1")
    asyncio.run(steps(model).moves(1, "a note", "", "another"))
    assert [message["content"] for message in model.requests[0].messages] == [
        "the rules", "your turn\n\na note\n\nanother\n\nbe brief"]


def test_a_settled_move_takes_no_call():
    model = ScriptedModel()
    settled = steps(model).settled("Answer: C2R1")
    assert settled.stated == (1,)
    assert settled.question.purpose == "move"
    assert model.requests == []


def test_a_settled_move_has_to_be_legal():
    with pytest.raises(ReplyError, match="C9R9"):
        steps(ScriptedModel()).settled("Answer: C9R9")


def test_a_second_try_keeps_the_memory():
    model = ScriptedModel("hm")
    memory = SchemeMemory("seen", "an analysis")
    asked = steps(model, memory=memory)
    (failed,) = asyncio.run(asked.moves(1))
    assert asked.after(failed).memory is memory
    assert asked.after(failed).nudges == 1


def test_a_second_try_repeats_the_question_of_the_first_with_its_chat():
    asked = steps(ScriptedModel("hm"))
    (failed,) = asyncio.run(asked.moves(1))
    again = asked.after(failed).again
    assert (again.before, again.turn, again.nudges) == (failed.question.before, failed.question.turn, 1)
    assert again.after == asked.after(failed).failures
    assert asked.again is None


def test_a_thought_is_asked_for_without_the_form_and_the_move_with_it():
    model = ScriptedModel("hm", "Answer: C2R1")
    asked = steps(model)
    answer = asyncio.run(asked.after_thought("think"))
    assert answer.stated == (1,)
    assert answer.question.remembered == TURN
    first, second = ([message["content"] for message in request.messages] for request in model.requests)
    assert first == ["the rules", f"your turn\n\n{think_wording('think')}"]
    assert second[:3] == [*first, "hm"]
    assert '{"move": "<move>"}' in second[3]
    assert second[3].endswith("\n\nbe brief")


def test_a_new_memory_is_empty_and_nobody_elses():
    first, second = steps(ScriptedModel()), steps(ScriptedModel())
    assert first.memory == SchemeMemory() == SchemeMemory("", "", None)
    assert first.memory is not second.memory


def test_a_turn_keeps_what_else_it_carries():
    assert ending_with(TURN | {"image": "abc"}, "", "more") == {
        "role": "user", "content": "your turn\n\nmore", "image": "abc"}


def test_a_thought_is_kept_as_it_is_unless_it_says_nothing():
    assert read_thought("anything").actions == ()
    with pytest.raises(ReplyError, match="empty"):
        read_thought(" \n")


def test_texts_of_the_tree_quote_what_they_show():
    assert '"a \\"thought\\""' in tree_wording("given", thought='a "thought"')
