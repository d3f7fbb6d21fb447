import asyncio
import math
from collections.abc import Callable, Sequence
from dataclasses import replace

import pyspiel
import pytest
from hypothesis import given
from hypothesis import strategies as st

import adapters
from adapters import ReplyError
from adapters.replies import Reading
from gtarena.agents.base import Decision
from gtarena.agents.llm.model_calls import Answer, ModelCalls, Parsed, Question, assistant_message, read_thought
from gtarena.agents.llm.next_token import (
    Estimates,
    LogprobsMemory,
    count_shares,
    probabilities,
    probabilities_in,
    read_option,
    reply_form_of,
)
from gtarena.logs.prompt_texts import InMemoryTexts
from gtarena.logs.records import TreeNode
from gtarena.models.base import Alternative, Model, ModelError, Reply, Request, TokenLogprob
from gtarena.models.offline_model import OfflineModel
from gtarena.models.settings import ModelSettings
from tests.support.model_calls import run
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
    assert ask(made) == [Parsed(QUESTION, "Answer: C2R2", (4,), "line", (0, 12))]
    (call,) = made.calls
    assert (call.player, call.move_number, call.purpose, call.actions) == (0, 3, "move", [4])
    assert (call.form, call.answer_span, call.failure) == ("line", (0, 12), None)
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


def test_log_probabilities_beliefs_and_a_checked_tree_are_logged_with_their_call() -> None:
    logprobs = (TokenLogprob("Answer", -0.5),)
    made = calls(ScriptedModel(Reply(text="Answer: C2R2", logprobs=logprobs), "Answer: C2R2"))
    ask(made, times=2)
    assert [call.logprobs for call in made.calls] == [logprobs, None]
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


def test_only_answers_to_a_question_for_a_move_are_actions_and_lost_replies_leave_the_others_logged() -> None:
    made = calls(ScriptedModel("2"))
    assert ask(made, THOUGHT, read=lambda reply: Reading((int(reply),))) == [Parsed(THOUGHT, "2", (2,))]
    assert (made.calls[0].purpose, made.calls[0].actions) == ("thought", [])
    made = calls(ScriptedModel("Answer: C1R1", ModelError("no connection"), "Answer: C3R3"))
    with pytest.raises(ModelError, match="no connection"):
        ask(made, times=3)
    assert [(call.sample, call.actions) for call in made.calls] == [(0, [0]), (2, [8])]


def test_failed_tries_and_look_ups_follow_the_question_with_its_schema() -> None:
    model, schema = ScriptedModel("Answer: C1R1"), {"type": "object"}
    after = ({"role": "assistant", "content": "hm"}, {"role": "user", "content": "Again, please."})
    ask(calls(model), Question("move", QUESTION.before, QUESTION.turn, after, schema))
    assert [message["content"] for message in model.requests[0].messages] == [
        "The rules.", "Your move?", "hm", "Again, please."]
    assert model.requests[0].schema == schema
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


GOOD = Question("thought", (), {"role": "user", "content": "Is this move good? Answer yes or no."}, schema={"a": 1})
ANSWERS = ("yes", "no")


def tokens(**probabilities: float) -> tuple[Alternative, ...]:
    return tuple(Alternative(token, math.log(probability)) for token, probability in probabilities.items())


def one_token(**probabilities: float) -> Reply:
    top = tokens(**probabilities)
    return Reply(text=top[0].token, truncated=True, logprobs=(TokenLogprob(top[0].token, top[0].logprob, top),))


def calls_of(model: Model, memory: LogprobsMemory | None = None) -> ModelCalls:
    decision = Decision(ADAPTER.game.new_initial_state(), 0, ADAPTER, 3)
    return ModelCalls(model, InMemoryTexts(), 1, decision, logprobs=memory or LogprobsMemory())


def asked(made: ModelCalls, options: Sequence[str] = ANSWERS, how: Estimates = Estimates()) -> tuple[float, ...]:  # noqa: B008
    (found,) = run(made.ask_probabilities([GOOD], options, how))
    return found


def test_probabilities_and_shares_add_up_spellings_and_are_divided_by_their_sum() -> None:
    assert probabilities(tokens(yes=0.6, no=0.2), ANSWERS) == pytest.approx((0.75, 0.25))
    assert probabilities(tokens(yes=0.5, I=0.3), ANSWERS) == pytest.approx((0.625, math.exp(-100) / 0.8), rel=1e-9)
    top = (Alternative("Yes", math.log(0.4)), Alternative(" yes", math.log(0.2)), Alternative("NO\n", math.log(0.2)))
    assert probabilities(top, ANSWERS) == pytest.approx((0.75, 0.25))
    assert probabilities(tokens(**{"1": 0.5, "12": 0.5}), ["1", "2", "12"]) == pytest.approx((0.5, 0, 0.5))
    assert count_shares([0, 2, 0, 0], 3) == (0.75, 0, 0.25)
    assert count_shares([], 4) == (0.25,) * 4


@pytest.mark.parametrize("top", [(), (Alternative("yes", -9999.0), Alternative("no", -9999.0))])
def test_there_are_no_probabilities_without_tokens_that_any_model_can_have(top: tuple[Alternative, ...]) -> None:
    assert probabilities(top, ANSWERS) is None


@given(st.lists(st.tuples(st.sampled_from(["0", "1", " 1", "2", "x"]), st.floats(-9999, 9999)), max_size=20))
def test_probabilities_sum_to_at_most_1_whatever_a_server_reports(top: list[tuple[str, float]]) -> None:
    found = probabilities([Alternative(*token) for token in top], ["0", "1", "2"])
    assert found is None or (min(found) >= 0 and sum(found) <= 1 + 1e-9)


@pytest.mark.parametrize("text", ["", " ", "<think>", "<", "<|channel|>", "[THINK]"])
def test_a_token_of_the_thinking_before_an_answer_tells_nothing(text: str) -> None:
    assert probabilities_in(Reply(text=text, logprobs=one_token(yes=1).logprobs), ANSWERS) is None


@pytest.mark.parametrize(
    ("reply", "index"), [("yes", 0), ("No.", 1), ("**Yes**, because it wins.", 0), ("<think>no</think> yes", 0),
                         ("“Yes.”", 0), ("No…", 1)])
def test_the_first_word_of_a_reply_is_the_option_that_counts(reply: str, index: int) -> None:
    assert read_option(reply, ANSWERS) == index


@pytest.mark.parametrize("reply", ["I say yes", "yesterday", "", "..."])
def test_a_reply_that_begins_otherwise_states_no_option(reply: str) -> None:
    with pytest.raises(ReplyError):
        read_option(reply, ANSWERS)


@pytest.mark.parametrize("options", [[], [""], ["yes", "Yes "]])
def test_options_that_a_token_cannot_tell_apart_are_refused(options: list[str]) -> None:
    with pytest.raises(ValueError, match="not one or more different words"):
        reply_form_of(options)


def test_one_token_is_asked_for_with_as_many_log_probabilities_as_there_are_options_and_at_most_the_top() -> None:
    model = ScriptedModel(*[one_token(yes=0.6, no=0.2)] * 3)
    made = calls_of(model)
    assert asked(made) == pytest.approx((0.75, 0.25))
    asked(made, [str(number) for number in range(7)])
    asked(made, [str(number) for number in range(7)], Estimates(top=20))
    assert [(request.max_tokens, request.logprobs) for request in model.requests] == [(1, 2), (1, 5), (1, 7)]
    assert [(request.schema, request.sample) for request in model.requests] == [(None, 0), (None, 1), (None, 2)]
    call = made.calls[0]
    assert (call.purpose, call.reply, call.failure) == ("estimate", "yes", None)
    assert call.logprobs == one_token(yes=0.6, no=0.2).logprobs


def test_a_model_without_log_probabilities_is_counted_in_the_match_and_no_other_error_is_hidden() -> None:
    model = ScriptedModel(*["yes"] * 4, "no", "hm", *["hm"] * 5)
    memory = LogprobsMemory()
    made = calls_of(model, memory)
    assert asked(made) == (0.75, 0.25)  # of three replies "yes", one "no" and one that is left out
    assert [request.max_tokens for request in model.requests] == [1, *[None] * 5]
    assert [call.failure for call in made.calls] == [*[None] * 5, "unparsable"]
    assert {call.purpose for call in made.calls} == {"estimate"}
    assert asked(calls_of(model, memory)) == (0.5, 0.5)
    assert [request.logprobs for request in model.requests] == [2, *[None] * 10]
    refused = ModelError("m: it refused the request", "setup", refused=True)
    assert asked(calls_of(ScriptedModel(refused, *["no"] * 5))) == (0, 1)
    with pytest.raises(ModelError, match="no credit"):
        asked(calls_of(ScriptedModel(ModelError("m: no credit", "setup"))))


def test_log_probabilities_or_samples_alone_are_used_where_nothing_else_is_wanted() -> None:
    how = Estimates("logprobs")
    with pytest.raises(ModelError, match="gives no log-probabilities"):
        asked(calls_of(ScriptedModel("yes")), how=how)
    with pytest.raises(ModelError, match="refused"):
        asked(calls_of(ScriptedModel(ModelError("refused", "setup", refused=True))), how=how)
    model = ScriptedModel("yes", "no")
    assert asked(calls_of(model), how=Estimates("samples", samples=2)) == (0.5, 0.5)
    assert [request.logprobs for request in model.requests] == [None, None]


def test_questions_at_the_same_time_have_numbers_of_their_own() -> None:
    model = ScriptedModel(*[one_token(yes=1)] * 3)

    asyncio.run(calls_of(model).ask_probabilities([GOOD] * 3, ANSWERS))
    assert [request.sample for request in model.requests] == [0, 1, 2]


@pytest.mark.parametrize("slow", range(3))
def test_the_calls_do_not_depend_on_which_reply_comes_first(slow: int) -> None:
    class Slow(ScriptedModel):
        async def complete(self, request: Request) -> Reply:
            reply = await super().complete(request)
            for _ in range(10 if request.sample % 3 == slow else 0):
                await asyncio.sleep(0)
            return reply

    # Of three questions the second has log-probabilities, and the replies to the others are counted.
    model = Slow("well", one_token(yes=0.6, no=0.2), "well", "yes", "no", "no", "no")
    memory = LogprobsMemory()
    made = calls_of(model, memory)
    others = [replace(GOOD, turn={"role": "user", "content": f"Is {number} good?"}) for number in range(3)]
    found = asyncio.run(made.ask_probabilities(others, ANSWERS, Estimates(samples=2)))
    assert found == [(0.5, 0.5), pytest.approx((0.75, 0.25)), (0, 1)]
    assert [(request.sample, request.messages[-1]["content"]) for request in model.requests] == [
        (number, f"Is {asked} good?") for number, asked in enumerate([0, 1, 2, 0, 0, 2, 2])]
    assert [call.sample for call in made.calls] == list(range(7))
    assert not memory.given


@pytest.mark.parametrize(("name", "sure"), [("offline/first", True), ("offline/random", False)])
def test_offline_models_answer_with_log_probabilities_of_their_own(name: str, sure: bool) -> None:
    def found(how: Estimates) -> tuple[float, ...]:
        return asked(calls_of(OfflineModel(ModelSettings(name))), ["0", "1", "2"], how)

    assert found(Estimates()) == found(Estimates())
    assert sum(found(Estimates())) == pytest.approx(1)
    for how in (Estimates(), Estimates("samples")):
        assert (found(how) == (1, 0, 0) or max(found(how)[1:]) < 1e-40) is sure
