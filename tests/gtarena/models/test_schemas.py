import asyncio
import logging
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from adapters.replies.reply_forms import FormKey, ReplyForm
from custom_games.action_specs.patterns import Pattern
from gtarena.models.base import ModelError, Reply, Request
from gtarena.models.budget import Budget, BudgetSpent
from gtarena.models.cache import ResponseCache
from gtarena.models.settings import ModelSettings
from gtarena.models.stack import Shared, model_for
from tests.support.model_calls import forget_providers, run
from tests.support.openai_server import OpenAIServer, Raw, chat, error
from tests.support.schema_servers import enforcing, refusing, schema_in, unprocessable

SCHEMA = {"type": "object", "properties": {"move": {"type": "string", "enum": ["a", "b"]}}, "required": ["move"],
          "additionalProperties": False}
MOVES = (Pattern("a"), Pattern("b"))
TURN = {"role": "user", "content": 'Answer in the form:\n{"move": "<move>"}\nLegal moves: a | b'}
ASK = Request(messages=(TURN,), schema=SCHEMA, form=ReplyForm(MOVES, (FormKey("move", quoted=True, moves=MOVES),)))


@pytest.fixture(autouse=True)
def _no_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    forget_providers(monkeypatch)


def ask(
    server: OpenAIServer, *requests: Request, name: str = "openai/anything", at_once: bool = False,
    shared: Shared | None = None, **settings: Any,
) -> list[Reply]:
    model = model_for(ModelSettings(name, api_base=server.api_base, retries=0, **settings), shared or Shared())

    async def all_of_them() -> list[Reply]:
        if at_once:
            return await asyncio.gather(*map(model.complete, requests))
        return [await model.complete(request) for request in requests]

    return run(all_of_them())


def samples(number: int) -> list[Request]:
    return [replace(ASK, sample=sample) for sample in range(number)]


def with_schema(server: OpenAIServer) -> Sequence[bool]:
    return [schema_in(request.payload) is not None for request in server.received]


@pytest.mark.parametrize(("structured", "name", "expected"), [
    *(("auto", f"{name}", True) for name in (
        "openai/gpt-4o-mini", "openai/anything", "hosted_vllm/anything", "lm_studio/anything")),
    ("on", "openai/anything", True), ("off", "openai/gpt-4o-mini", False)])
def test_a_schema_is_sent_where_litellm_can_send_one_unless_a_setting_says_otherwise(
        structured, name, expected, openai_server):
    replies = ask(openai_server, ASK, replace(ASK, schema=None), name=name, structured=structured)
    assert with_schema(openai_server) == [expected, False]
    assert [(reply.structured, reply.retries) for reply in replies] == [(expected, 0), (False, 0)]


def test_a_provider_that_cannot_be_sent_one_is_asked_without(openai_server: OpenAIServer) -> None:
    with pytest.raises(ModelError, match="does not accept these settings"):
        ask(openai_server, ASK, name="cohere/anything", structured="on")
    with pytest.raises(ModelError) as caught:
        ask(openai_server, ASK, name="cohere/anything")
    assert "response_format" not in str(caught.value)
    assert not any(with_schema(openai_server))


@pytest.mark.parametrize("refusal", [
    refusing, unprocessable,
    *(lambda payload, status=status: error(status, "boom") if schema_in(payload) else '{"move": "a"}'
      for status in (400, 404, 422, 501)),
    lambda payload: error(500, "Failed to initialize samplers: failed to parse grammar")
    if schema_in(payload) else '{"move": "a"}',
    lambda payload: Raw('{"error": {"message": "boom", "code": 400}}') if schema_in(payload) else '{"move": "a"}'])
def test_a_server_that_refuses_a_schema_is_asked_without_once_and_for_all(refusal, openai_server, caplog):
    openai_server.reply = refusal
    with caplog.at_level(logging.WARNING):
        replies = ask(openai_server, *samples(3))
    assert with_schema(openai_server) == [True, False, False, False]
    assert [reply.retries for reply in replies] == [1, 0, 0]
    assert not any(reply.structured for reply in replies)
    assert caplog.messages == ["openai/anything: its server refuses JSON schemas, so it is sent none from now on"]


def test_first_requests_at_once_warn_once(openai_server: OpenAIServer, caplog: pytest.LogCaptureFixture) -> None:
    openai_server.reply = refusing
    with caplog.at_level(logging.WARNING):
        replies = ask(openai_server, *samples(8), at_once=True)
    assert (len(replies), len(caplog.messages)) == (8, 1)
    assert sum(reply.retries for reply in replies) == sum(with_schema(openai_server)) <= 8


def test_a_setting_sends_schemas_whatever_the_server_says_of_them(openai_server: OpenAIServer) -> None:
    openai_server.reply = refusing
    with pytest.raises(ModelError, match="'json_schema' is not supported") as caught:
        ask(openai_server, ASK, structured="on")
    assert (caught.value.requests, with_schema(openai_server)) == (1, [True])


def test_where_the_request_fails_without_a_schema_too_that_is_the_error_and_nothing_is_remembered(
        openai_server, caplog):
    openai_server.reply = lambda payload: error(400, "with" if schema_in(payload) else "without")
    model = model_for(ModelSettings("openai/anything", api_base=openai_server.api_base), Shared())

    async def twice() -> None:
        for _ in range(2):
            with pytest.raises(ModelError, match="without") as caught:
                await model.complete(ASK)
            assert caught.value.requests == 2

    run(twice())
    assert with_schema(openai_server) == [True, False] * 2
    assert not caplog.messages


@pytest.mark.parametrize(("answer", "kind"), [
    (error(400, "boom", "context_length_exceeded"), "setup"), (error(400, "boom", "content_filter"), "setup"),
    (error(401, "boom"), "setup"), (error(402, "boom"), "setup"), (error(403, "boom"), "setup"),
    (error(429, "boom"), "temporary"), (error(500, "boom"), "temporary"),
    (Raw("<html>our schema</html>", 502), "temporary"), (Raw("<html>a schema</html>"), "unreadable"),
    (Raw('{"schema": "junk"}'), "unreadable"), (chat("", choices=[]), "unreadable")])
def test_another_failure_is_no_refusal_of_the_schema(answer: Raw, kind: str, openai_server: OpenAIServer) -> None:
    openai_server.reply = lambda payload: answer
    with pytest.raises(ModelError) as caught:
        ask(openai_server, ASK)
    assert (caught.value.kind, caught.value.requests, with_schema(openai_server)) == (kind, 1, [True])


def test_a_reply_that_ignores_the_schema_is_a_reply(openai_server: OpenAIServer) -> None:
    openai_server.reply = lambda payload: "I would rather not."
    replies = ask(openai_server, *samples(2))
    assert [(reply.text, reply.structured) for reply in replies] == [("I would rather not.", True)] * 2
    assert with_schema(openai_server) == [True] * 2


def test_a_refused_request_counts_towards_the_budget(openai_server: OpenAIServer) -> None:
    openai_server.reply = refusing
    budget = Budget(calls=4)
    ask(openai_server, *samples(3), shared=Shared(budget=budget))
    assert budget.spent.calls == len(openai_server.received) == 4
    with pytest.raises(BudgetSpent) as caught:
        ask(openai_server, ASK, shared=Shared(budget=Budget(calls=1)))
    assert (caught.value.requests, len(openai_server.received)) == (1, 5)


@pytest.mark.parametrize(("reply", "requests", "structured"), [(refusing, 4, False), (enforcing, 3, True)])
def test_a_second_run_pays_for_nothing(reply, requests, structured, openai_server, tmp_path):
    openai_server.reply = reply
    for _ in range(2):
        cache = ResponseCache(tmp_path / "cache.sqlite")
        replies = ask(openai_server, *samples(3), shared=Shared(cache))
        cache.close()
    assert len(openai_server.received) == requests
    assert [(reply.cached, reply.structured) for reply in replies] == [(True, structured)] * 3
