import asyncio
from collections.abc import Callable
from dataclasses import replace

import pyspiel
import pytest

import adapters
from adapters import ReplyError
from adapters.replies import Reading
from gtarena.agents.base import Decision
from gtarena.agents.llm.model_calls import (
    Answer,
    ModelCalls,
    Parsed,
    Question,
    assistant_message,
    read_thought,
)
from gtarena.logs.prompt_texts import InMemoryTexts
from gtarena.logs.records import TreeNode
from gtarena.models.base import ModelError, Reply, TokenLogprob
from tests.support.scripted import ScriptedModel

ADAPTER = adapters.for_game(pyspiel.load_game("tic_tac_toe"))
QUESTION = Question("move", ({"role": "system", "content": "The rules."},), {"role": "user", "content": "Your move?"})
THOUGHT = Question("thought", (), {"role": "user", "content": "What do you think?"})


def calls(model: ScriptedModel, seed: int = 1, texts: InMemoryTexts | None = None) -> ModelCalls:
    state = ADAPTER.game.new_initial_state()
    return ModelCalls(model, InMemoryTexts() if texts is None else texts, seed, Decision(state, 0, ADAPTER, 3))


def ask(
    made: ModelCalls, question: Question = QUESTION, times: int = 1, read: Callable[[str], Reading] | None = None
) -> list[Answer]:
    return asyncio.run(made.ask(question, times, read or made.decision.read))


def test_a_reply_is_parsed_and_logged_with_what_it_states():
    texts = InMemoryTexts()
    made = calls(ScriptedModel("Answer: C2R2"), texts=texts)
    assert ask(made) == [Parsed(QUESTION, "Answer: C2R2", (4,), "line")]
    (call,) = made.calls
    assert (call.player, call.move_number, call.purpose, call.actions) == (0, 3, "move", [4])
    assert (call.form, call.failure) == ("line", None)
    assert [(ref.role, texts[ref.sha256]) for ref in call.messages] == [
        ("system", "The rules."), ("user", "Your move?")]


@pytest.mark.parametrize(("reply", "form"), [
    (Reply(text='{"move": "C2R2"}', structured=True), "schema"), (Reply(text='{"move": "C2R2"}'), "json"),
    (Reply(text="Answer: C2R2", structured=True), "line"), (Reply(text="C2R2", structured=True), "whole"),
    (Reply(text=r"\boxed{C2R2}"), "box"), (Reply(text='{"move": "?"}', structured=True), None)])
def test_the_form_of_a_move_is_logged_and_is_a_schema_where_one_held_the_json(reply, form):
    made = calls(ScriptedModel(reply))
    ask(made)
    assert made.calls[0].form == form


def test_log_probabilities_of_a_reply_are_logged():
    logprobs = (TokenLogprob("Answer", -0.5),)
    made = calls(ScriptedModel(Reply(text="Answer: C2R2", logprobs=logprobs), "Answer: C2R2"))
    ask(made, times=2)
    assert [call.logprobs for call in made.calls] == [logprobs, None]


def test_beliefs_and_a_checked_tree_are_added_to_the_latest_call():
    made = calls(ScriptedModel("Answer: C2R2", "Answer: C1R1"))
    ask(made)
    ask(made)
    made.note_beliefs([[1 / 3, 2 / 3], [0.5, 0.5]])
    tree = [TreeNode(), TreeNode(parent=0, action="C1R1", visits=1)]
    made.note_tree(tree)
    assert [call.beliefs for call in made.calls] == [None, [[0.333333, 0.666667], [0.5, 0.5]]]
    assert [call.tree for call in made.calls] == [None, tuple(tree)]
    with pytest.raises(ValueError, match="node 1 of the tree has parent=None"):
        made.note_tree([TreeNode(), TreeNode()])


def refuse(reply: str) -> Reading:
    raise ReplyError("illegal", "there is no option 9")


@pytest.mark.parametrize(("reply", "read", "reason"), [
    ("hm", None, "unparsable"), ("9", refuse, "illegal"),
    (Reply(text="Answer: C2R2", truncated=True), None, "truncated")])  # whatever it states
def test_a_reply_that_states_nothing_is_rejected_and_logged_with_the_reason(reply, read, reason):
    made = calls(ScriptedModel(reply))
    (answer,) = ask(made, read=read)
    assert answer.error.reason == reason
    assert (made.calls[0].actions, made.calls[0].failure) == ([], reason)


def test_calls_are_numbered_over_all_questions_and_each_number_has_a_seed_of_its_own():
    def seeds(seed: int) -> list[int | None]:
        model = ScriptedModel(*["Answer: C1R1"] * 3)
        made = calls(model, seed)
        ask(made, times=2)
        ask(made, THOUGHT)
        assert [call.sample for call in made.calls] == [request.sample for request in model.requests] == [0, 1, 2]
        return [request.seed for request in model.requests]

    assert seeds(1) == seeds(1)
    assert len({*seeds(1), *seeds(2)}) == 6


def test_only_the_answers_to_a_question_for_a_move_are_logged_as_actions():
    made = calls(ScriptedModel("2"))
    assert ask(made, THOUGHT, read=lambda reply: Reading((int(reply),))) == [Parsed(THOUGHT, "2", (2,))]
    assert (made.calls[0].purpose, made.calls[0].actions) == ("thought", [])


def test_failed_tries_follow_the_question_and_a_schema_goes_with_it():
    model, schema = ScriptedModel("Answer: C1R1"), {"type": "object"}
    after = ({"role": "assistant", "content": "hm"}, {"role": "user", "content": "Again, please."})
    ask(calls(model), Question("move", QUESTION.before, QUESTION.turn, after, schema))
    assert [message["content"] for message in model.requests[0].messages] == [
        "The rules.", "Your move?", "hm", "Again, please."]
    assert model.requests[0].schema == schema


def test_when_a_call_gets_no_reply_the_others_are_logged_all_the_same():
    made = calls(ScriptedModel("Answer: C1R1", ModelError("no connection"), "Answer: C3R3"))
    with pytest.raises(ModelError, match="no connection"):
        ask(made, times=3)
    assert [(call.sample, call.actions) for call in made.calls] == [(0, [0]), (2, [8])]


def test_a_question_after_a_look_up_is_the_same_one_with_the_reply_and_the_text_at_its_end():
    asked = replace(QUESTION, nudges=1)
    again = asked.after_look_up("Look up: Draws", "Nobody wins.")
    assert again.messages == (
        *asked.messages, assistant_message("Look up: Draws"), {"role": "user", "content": "Nobody wins."})
    assert (again.look_ups, again.nudges, again.turn) == (1, 1, asked.turn)
    assert again.after_look_up("x", "y").look_ups == 2


def test_a_thought_is_kept_as_it_is_unless_it_says_nothing():
    assert assistant_message("") == {"role": "assistant", "content": "(no answer)"}
    assert assistant_message(" yes") == {"role": "assistant", "content": " yes"}
    assert read_thought("anything").actions == ()
    with pytest.raises(ReplyError, match="empty"):
        read_thought(" \n")
