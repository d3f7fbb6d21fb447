import asyncio
import math
from collections.abc import Sequence
from dataclasses import replace

import pyspiel
import pytest
from hypothesis import given
from hypothesis import strategies as st

import adapters
from adapters import ReplyError
from gtarena.agents.base import Decision
from gtarena.agents.llm.model_calls import ModelCalls, Question
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
from gtarena.models import litellm_loader
from gtarena.models.base import Alternative, Model, ModelError, Reply, Request, TokenLogprob
from gtarena.models.client import LitellmModel
from gtarena.models.settings import ModelSettings
from tests.support.scripted import ScriptedModel

ADAPTER = adapters.for_game(pyspiel.load_game("tic_tac_toe"))
GOOD = Question("thought", (), {"role": "user", "content": "Is this move good? Answer yes or no."}, schema={"a": 1})
ANSWERS = ("yes", "no")


def tokens(**probabilities: float) -> tuple[Alternative, ...]:
    return tuple(Alternative(token, math.log(probability)) for token, probability in probabilities.items())


def one_token(**probabilities: float) -> Reply:
    top = tokens(**probabilities)
    return Reply(text=top[0].token, truncated=True, logprobs=(TokenLogprob(top[0].token, top[0].logprob, top),))


def calls(model: Model, memory: LogprobsMemory | None = None) -> ModelCalls:
    decision = Decision(ADAPTER.game.new_initial_state(), 0, ADAPTER, 3)
    return ModelCalls(model, InMemoryTexts(), 1, decision, logprobs=memory or LogprobsMemory())


def asked(made: ModelCalls, options: Sequence[str] = ANSWERS, how: Estimates = Estimates()) -> tuple[float, ...]:  # noqa: B008
    async def estimated() -> tuple[float, ...]:
        try:
            (found,) = await made.ask_probabilities([GOOD], options, how)
            return found
        finally:
            await litellm_loader.close_litellm()

    return asyncio.run(estimated())


def test_probabilities_are_divided_by_the_sum_of_those_of_all_the_most_probable_tokens() -> None:
    assert probabilities(tokens(yes=0.6, no=0.2), ANSWERS) == pytest.approx((0.75, 0.25))
    assert probabilities(tokens(yes=0.5, I=0.3), ANSWERS) == pytest.approx((0.625, math.exp(-100) / 0.8), rel=1e-9)


def test_case_and_spaces_do_not_matter_and_spellings_of_the_same_word_are_added_up() -> None:
    top = (Alternative("Yes", math.log(0.4)), Alternative(" yes", math.log(0.2)), Alternative("NO\n", math.log(0.2)))
    assert probabilities(top, ANSWERS) == pytest.approx((0.75, 0.25))


def test_a_number_is_not_the_first_digit_of_another() -> None:
    assert probabilities(tokens(**{"1": 0.5, "12": 0.5}), ["1", "2", "12"]) == pytest.approx((0.5, 0, 0.5))


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


def test_shares_are_those_of_the_stated_options_and_equal_without_any() -> None:
    assert count_shares([0, 2, 0, 0], 3) == (0.75, 0, 0.25)
    assert count_shares([], 4) == (0.25,) * 4


@pytest.mark.parametrize("options", [[], [""], ["yes", "Yes "]])
def test_options_that_a_token_cannot_tell_apart_are_refused(options: list[str]) -> None:
    with pytest.raises(ValueError, match="not one or more different words"):
        reply_form_of(options)


def test_one_token_is_asked_for_with_as_many_log_probabilities_as_there_are_options_and_at_most_the_top() -> None:
    model = ScriptedModel(*[one_token(yes=0.6, no=0.2)] * 3)
    made = calls(model)
    assert asked(made) == pytest.approx((0.75, 0.25))
    asked(made, [str(number) for number in range(7)])
    asked(made, [str(number) for number in range(7)], Estimates(top=20))
    assert [(request.max_tokens, request.logprobs) for request in model.requests] == [(1, 2), (1, 5), (1, 7)]
    assert [(request.schema, request.sample) for request in model.requests] == [(None, 0), (None, 1), (None, 2)]
    call = made.calls[0]
    assert (call.purpose, call.reply, call.failure) == ("estimate", "yes", None)
    assert call.logprobs == one_token(yes=0.6, no=0.2).logprobs


def test_a_model_without_log_probabilities_is_counted_and_not_asked_for_them_again_in_the_match() -> None:
    model = ScriptedModel(*["yes"] * 4, "no", "hm", *["hm"] * 5)
    memory = LogprobsMemory()
    made = calls(model, memory)
    assert asked(made) == (0.75, 0.25)  # of three replies "yes", one "no" and one that is left out
    assert [request.max_tokens for request in model.requests] == [1, *[None] * 5]
    assert [call.failure for call in made.calls] == [*[None] * 5, "unparsable"]
    assert {call.purpose for call in made.calls} == {"estimate"}
    assert asked(calls(model, memory)) == (0.5, 0.5)
    assert [request.logprobs for request in model.requests] == [2, *[None] * 10]


def test_a_server_that_refuses_log_probabilities_is_counted_and_no_other_error_is_hidden() -> None:
    refused = ModelError("m: it refused the request", "setup", refused=True)
    assert asked(calls(ScriptedModel(refused, *["no"] * 5))) == (0, 1)
    with pytest.raises(ModelError, match="no credit"):
        asked(calls(ScriptedModel(ModelError("m: no credit", "setup"))))


def test_log_probabilities_alone_are_used_where_nothing_else_is_wanted() -> None:
    how = Estimates("logprobs")
    with pytest.raises(ModelError, match="gives no log-probabilities"):
        asked(calls(ScriptedModel("yes")), how=how)
    with pytest.raises(ModelError, match="refused"):
        asked(calls(ScriptedModel(ModelError("refused", "setup", refused=True))), how=how)


def test_samples_alone_are_counted_where_nothing_else_is_wanted() -> None:
    model = ScriptedModel("yes", "no")
    assert asked(calls(model), how=Estimates("samples", samples=2)) == (0.5, 0.5)
    assert [request.logprobs for request in model.requests] == [None, None]


def test_questions_at_the_same_time_have_numbers_of_their_own() -> None:
    model = ScriptedModel(*[one_token(yes=1)] * 3)

    asyncio.run(calls(model).ask_probabilities([GOOD] * 3, ANSWERS))
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
    made = calls(model, memory)
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
        return asked(calls(LitellmModel(ModelSettings(name))), ["0", "1", "2"], how)

    assert found(Estimates()) == found(Estimates())
    assert sum(found(Estimates())) == pytest.approx(1)
    for how in (Estimates(), Estimates("samples")):
        assert (found(how) == (1, 0, 0) or max(found(how)[1:]) < 1e-40) is sure
