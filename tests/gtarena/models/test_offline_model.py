"""Calls to the offline models, which need neither litellm nor a network."""

import asyncio
import math
from dataclasses import replace

import pytest

from adapters.replies.reply_forms import ReplyForm
from custom_games.action_specs.patterns import Pattern, Range
from gtarena.errors import NoMoreCalls
from gtarena.models import offline
from gtarena.models.base import Alternative, Reply, Request, TokenLogprob
from gtarena.models.offline_model import OfflineModel
from gtarena.models.settings import ModelSettings
from gtarena.seeds import derive
from tests.support.model_calls import Noted

ASK = Request(
    messages=({"role": "system", "content": "Rules."}, {"role": "user", "content": "Legal moves: a | b"}),
    form=ReplyForm((Pattern("a"), Pattern("b"))))


def test_offline_models_are_asked_in_words_alone_and_have_log_probabilities_of_one_word() -> None:
    reply = asyncio.run(OfflineModel(ModelSettings("offline/first", logprobs=5)).complete(ASK))
    assert (reply.text, reply.logprobs) == ("Answer: a", None)
    asked = replace(ASK, form=ReplyForm(tuple(map(Pattern, "ab")), label=""), max_tokens=1, logprobs=5)
    sure = asyncio.run(OfflineModel(ModelSettings("offline/first")).complete(asked))
    assert (sure.text, sure.truncated) == ("a", True)
    assert sure.logprobs == (TokenLogprob("a", 0.0, (Alternative("a", 0.0),)),)
    drawn = asyncio.run(OfflineModel(ModelSettings("offline/random")).complete(asked))
    assert drawn.logprobs is not None
    top = drawn.logprobs[0].top
    assert {other.token for other in top} == {"a", "b"}
    assert sum(math.exp(other.logprob) for other in top) == pytest.approx(1)
    assert top[0].logprob >= top[1].logprob
    model = OfflineModel(ModelSettings("offline/first", structured="on", reasoning_effort="high", temperature=None))
    assert asyncio.run(model.complete(replace(ASK, schema={"type": "object"}))).text == "Answer: a"


def test_offline_models_answer_as_their_pure_function_does_and_cost_nothing() -> None:
    model = OfflineModel(ModelSettings("offline/random"))
    legal, form = {"role": "user", "content": "Which?"}, ReplyForm((Pattern(Range("0", "999999")),))

    async def samples() -> list[str]:
        requests = [
            Request(messages=(legal,), seed=seed, sample=sample, form=form) for seed in (1, 2) for sample in (0, 1)]
        return [(await model.complete(request)).text for request in [*requests, *requests]]

    texts = asyncio.run(samples())
    assert (texts[:4], len(set(texts))) == (texts[4:], 4)
    assert texts[0] == offline.answer("offline/random", [legal], derive(1, 0), form).text
    model = OfflineModel(ModelSettings("offline/flaky:1"))

    async def replies() -> list[Reply]:
        return [await model.complete(replace(ASK, seed=seed)) for seed in range(20)]

    found = asyncio.run(replies())
    for reply in found:
        assert (reply.cost, reply.tokens_in, reply.tokens_out) == (0.0, 6, len(reply.text.split()))
        assert reply.truncated == (reply.text == offline.CUT_OFF)
    assert any(reply.truncated for reply in found)


def test_a_request_is_noted_before_its_reply_and_not_at_all_if_it_may_not_leave() -> None:
    meter, allowed = Noted(), iter([True, False])

    async def leave() -> None:
        if not next(allowed):
            raise NoMoreCalls("no more")

    async def ask_twice() -> None:
        model = OfflineModel(ModelSettings("offline/first"), meter, leave)
        await model.complete(ASK)
        with pytest.raises(NoMoreCalls):
            await model.complete(ASK)

    asyncio.run(ask_twice())
    assert meter.told == ["leaves", "Answer: a"]


def test_calls_made_together_take_turns() -> None:
    async def ask_twice(name: str, told: list[str]) -> None:
        model = OfflineModel(ModelSettings("offline/first"))
        for _ in range(2):
            await model.complete(ASK)
            told.append(name)

    async def together() -> list[str]:
        told: list[str] = []
        await asyncio.gather(ask_twice("a", told), ask_twice("b", told))
        return told

    assert asyncio.run(together()) == ["a", "b", "a", "b"]
