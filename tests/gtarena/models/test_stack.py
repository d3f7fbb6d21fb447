"""All layers of a model together, against a local server."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from adapters.replies.reply_forms import ReplyForm
from custom_games.action_specs.patterns import Pattern
from gtarena.models import litellm_loader, retry
from gtarena.models.base import ModelError, Reply, Request
from gtarena.models.budget import Budget, BudgetSpent
from gtarena.models.cache import ResponseCache
from gtarena.models.rate_limits import Queues
from gtarena.models.settings import ModelSettings
from gtarena.models.stack import Shared, model_for
from tests.support import virtual_time
from tests.support.openai_server import OpenAIServer, Payload, Raw, chat, error
from tests.support.stub_litellm import StubLitellm

REQUESTS = [
    Request(messages=({"role": "user", "content": "Which?"},), sample=sample, form=ReplyForm((Pattern("a"),)))
    for sample in range(5)]


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retry, "FIRST_WAIT", 0.001)


def ask_all(cache: ResponseCache | None, budget: Budget | None, name: str, **settings: Any) -> list[Reply]:
    async def one_by_one() -> list[Reply]:
        model = model_for(ModelSettings(name, **settings), Shared(cache, budget))
        try:
            return [await model.complete(request) for request in REQUESTS]
        finally:
            await litellm_loader.close()

    return asyncio.run(one_by_one())


def test_samples_stay_samples_and_a_repeated_run_makes_no_request(openai_server: OpenAIServer, tmp_path: Path) -> None:
    openai_server.reply = lambda payload: chat(str(len(openai_server.received)))
    texts = []
    for _ in range(2):
        cache = ResponseCache(tmp_path / "cache.sqlite")
        replies = ask_all(cache, Budget(calls=5), "openai/x", api_base=openai_server.api_base)
        texts.append([reply.text for reply in replies])
        cache.close()
    assert texts == [["1", "2", "3", "4", "5"]] * 2
    assert all(reply.cached for reply in replies)
    assert len(openai_server.received) == 5


def test_retries_count_towards_the_budget_and_what_was_paid_for_is_kept(
    openai_server: OpenAIServer, tmp_path: Path
) -> None:
    def every_other(payload: Payload) -> Raw:
        return error(500, "boom") if len(openai_server.received) % 2 else chat("Answer: a")

    openai_server.reply = every_other
    cache, budget = ResponseCache(tmp_path / "cache.sqlite"), Budget(calls=5)
    with pytest.raises(BudgetSpent, match=r"budget\.calls=5 is spent") as caught:
        ask_all(cache, budget, "openai/x", api_base=openai_server.api_base)
    assert caught.value.requests == 1  # failed, and could not be repeated
    assert len(openai_server.received) == budget.spent.calls == 5
    assert cache.summary().entries == 2
    replies = ask_all(cache, Budget(calls=6), "openai/x", api_base=openai_server.api_base)
    assert [reply.cached for reply in replies] == [True, True, False, False, False]
    # The request that the first budget did not reach to repeat failed then, so this one succeeds at once.
    assert [reply.retries for reply in replies] == [0, 0, 0, 1, 1]
    assert len(openai_server.received) == 10
    cache.close()


def test_retries_wait_for_the_limits_too(monkeypatch: pytest.MonkeyPatch) -> None:
    litellm = StubLitellm(0, answer=None)
    litellm.replace_litellm(monkeypatch)
    settings = ModelSettings("openai/x", retries=4, requests_per_minute=2)
    with pytest.raises(ModelError) as caught:
        virtual_time.run(model_for(settings, Shared(queues=Queues(clock=virtual_time.now))).complete(REQUESTS[0]))
    assert caught.value.requests == 5
    assert litellm.calls == [0, 30, 60, 90, 120]


def test_a_model_of_default_settings_retries_six_times(monkeypatch: pytest.MonkeyPatch) -> None:
    litellm = StubLitellm(0, answer=None)
    litellm.replace_litellm(monkeypatch)
    with pytest.raises(ModelError) as caught:
        virtual_time.run(model_for(ModelSettings("openai/x"), Shared()).complete(REQUESTS[0]))
    assert caught.value.requests == 7
    assert len(litellm.calls) == 7


def test_offline_models_wait_for_no_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    litellm = StubLitellm(0)
    litellm.replace_litellm(monkeypatch)
    model = model_for(ModelSettings("offline/first", requests_per_minute=1, tokens_per_minute=1), Shared())

    async def simultaneous() -> None:
        await asyncio.gather(*map(model.complete, REQUESTS))

    virtual_time.run(simultaneous())
    assert litellm.calls == [0] * 5


def test_offline_models_are_not_cached_but_can_be_budgeted(tmp_path: Path) -> None:
    cache = ResponseCache(tmp_path / "cache.sqlite")
    replies = ask_all(cache, Budget(calls=5, usd=1.0), "offline/first")
    assert {(reply.text, reply.cached) for reply in replies} == {("Answer: a", False)}
    assert cache.summary().entries == 0
    with pytest.raises(BudgetSpent):
        ask_all(cache, Budget(calls=3), "offline/first")
    cache.close()
