import asyncio

import pytest

from gtarena.agents.base import NoMove, Seating, Unanswered
from gtarena.agents.llm.agent import LlmAgent
from gtarena.agents.llm.inquiries import Estimate, Inquiry
from gtarena.agents.llm.settings import LlmSettings
from gtarena.errors import UsageError
from gtarena.logs.prompt_texts import InMemoryTexts
from gtarena.models.base import Alternative, ModelError, Reply, TokenLogprob
from tests.support.llm_decisions import decision_at
from tests.support.scripted import ScriptedModel

MOVES = Inquiry("policy", ("Pass", "Bet"))


def inquire(model, inquiry=MOVES, **settings):
    decision = decision_at("kuhn_poker", 2, 0)
    agent = LlmAgent(Seating(decision.state.get_game(), decision.player, 1), model, LlmSettings.read(settings),
                     InMemoryTexts())
    return asyncio.run(agent.inquire(decision, inquiry))


def test_the_stated_probabilities_are_the_answer_and_their_call_is_logged():
    model = ScriptedModel('{"Pass": 0.25, "Bet": 0.75}')
    answer = inquire(model)
    assert isinstance(answer, Estimate)
    assert answer.probabilities == (0.25, 0.75)
    (call,) = answer.calls
    assert (call.purpose, call.actions, call.failure) == ("inquiry", [], None)


def test_the_model_sees_the_decision_without_the_form_of_a_move():
    model = ScriptedModel('{"Pass": 0.25, "Bet": 0.75}')
    inquire(model)
    rules, turn = model.requests[0].messages
    assert "Kuhn poker" in rules["content"]
    assert "move" not in rules["content"].splitlines()[-1]
    assert '"move"' not in rules["content"] + turn["content"]
    assert turn["content"].endswith('{"Pass": <probability>, "Bet": <probability>}')
    assert model.requests[0].schema["required"] == ["Pass", "Bet"]


def test_a_model_that_thinks_first_has_a_place_for_its_thoughts():
    model = ScriptedModel('{"thoughts": "...", "Pass": 0.25, "Bet": 0.75}')
    assert inquire(model, reasoning="cot").probabilities == (0.25, 0.75)
    assert model.requests[0].schema["required"] == ["thoughts", "Pass", "Bet"]


def test_it_is_asked_again_after_a_reply_that_states_none():
    model = ScriptedModel("Bet.", '{"Pass": 0.7, "Bet": 0.7}', '{"Pass": 0, "Bet": 1}')
    answer = inquire(model)
    assert answer.probabilities == (0, 1)
    assert [call.failure for call in answer.calls] == ["unparsable", "illegal", None]
    assert [call.nudges for call in answer.calls] == [0, 1, 2]
    again = model.requests[2].messages[-1]["content"]
    assert again.startswith("The probabilities in your reply add up to 1.4, not to 1.")
    assert [message["role"] for message in model.requests[2].messages[-4:]] == ["assistant", "user"] * 2


def test_replies_without_probabilities_are_no_answer():
    answer = inquire(ScriptedModel("Bet.", "Bet.", "Bet."))
    assert isinstance(answer, NoMove)
    assert answer.outcome == "invalid"
    assert len(answer.calls) == 3


def test_a_model_that_cannot_be_reached_is_no_answer_of_its_own():
    assert isinstance(inquire(ScriptedModel(ModelError("down"))), Unanswered)


def next_token(*shares):
    top = tuple(Alternative(token, logprob) for token, logprob in shares)
    return Reply(text=top[0].token, truncated=True, logprobs=(TokenLogprob(*shares[0], top),))


def test_log_probabilities_are_those_of_the_numbers_of_the_options():
    model = ScriptedModel(next_token(("2", -0.5), (" 1", -1.5), ("The", -2.0)))
    answer = inquire(model, Inquiry("policy", ("Pass", "Bet"), source="logprobs"))
    # exp(-1.5) / (exp(-1.5) + exp(-0.5)) = 1 / (1 + e)
    assert answer.probabilities == pytest.approx((0.2689414213699951, 0.7310585786300049))
    assert model.requests[0].messages[-1]["content"].endswith("Reply with the number of one option and nothing else.")


def test_other_tokens_that_are_more_probable_than_a_number_do_not_hide_it():
    model = ScriptedModel(next_token(("2", -0.5), ("The", -1.0), ("I", -1.2), ("1", -1.5)))
    inquire(model, Inquiry("policy", ("Pass", "Bet"), source="logprobs"))
    assert model.requests[0].logprobs == 20


def test_first_tokens_without_any_number_state_no_probabilities():
    answer = inquire(ScriptedModel(next_token(("The", -0.1), ("**", -3.0))),
                     Inquiry("policy", ("Pass", "Bet"), source="logprobs"))
    assert isinstance(answer, NoMove)
    assert (answer.outcome, answer.reason) == ("invalid", "no probabilities in the last reply, which was unparsable")


def test_a_model_without_log_probabilities_is_told_so():
    answer = inquire(ScriptedModel(Reply(text="2")), Inquiry("policy", ("Pass", "Bet"), source="logprobs"))
    assert isinstance(answer, Unanswered)
    assert "log-probabilities" in str(answer.error)


@pytest.mark.parametrize(("name", "options", "source", "told"), [
    ("polycy", ("a", "b"), "stated", "has no prompt"),
    ("policy", ("a",), "stated", "1 options are not from 2"),
    ("policy", ("a", "b"), "guessed", "source=guessed"),
    ("policy", tuple(map(str, range(10))), "logprobs", "9 options at most"),
])
def test_an_inquiry_that_nobody_can_answer_is_refused(name, options, source, told):
    with pytest.raises(UsageError, match=told):
        Inquiry(name, options, source=source)
