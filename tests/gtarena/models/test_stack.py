"""All layers of a model together, against a local server."""

import asyncio
import errno
import logging
import os
from pathlib import Path
from typing import Any

import pytest

from adapters.replies.reply_forms import ReplyForm
from custom_games.action_specs.patterns import Pattern
from gtarena.errors import NoMoreCalls, UsageError
from gtarena.models import litellm_loader, retry
from gtarena.models import stop as module
from gtarena.models.base import Message, ModelError, Reply, Request
from gtarena.models.budget import Budget, BudgetSpent
from gtarena.models.cache import ResponseCache
from gtarena.models.rate_limits import Queues
from gtarena.models.settings import ModelSettings
from gtarena.models.stack import Shared, model_for
from gtarena.models.stop import Stop, StoppedMeter, StoppedModel
from tests.support import virtual_time
from tests.support.openai_server import OpenAIServer, Payload, Raw, chat, error
from tests.support.scripted import ScriptedModel
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
            await litellm_loader.close_litellm()

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


def test_retries_count_towards_the_budget_and_what_was_paid_for_is_kept(openai_server, tmp_path):
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


@pytest.mark.parametrize(("settings", "calls"), [
    ({"retries": 4, "requests_per_minute": 2}, [0, 30, 60, 90, 120]), ({}, [0] * 7)])  # six retries by default
def test_retries_wait_for_the_limits_too(monkeypatch, settings, calls):
    litellm = StubLitellm(0, answer=None)
    litellm.replace_litellm(monkeypatch)
    model = model_for(ModelSettings("openai/x", **settings), Shared(queues=Queues(clock=virtual_time.now)))
    with pytest.raises(ModelError) as caught:
        virtual_time.run(model.complete(REQUESTS[0]))
    assert caught.value.requests == len(calls)
    assert litellm.calls == pytest.approx(calls, abs=0.1)


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


ASK = Request(messages=(Message(role="user", content="Your move."),))


class Failing:
    """Model that raises an error, perhaps from another one."""

    def __init__(self, error: Exception, origin: Exception | None = None) -> None:
        self._error, self._origin = error, origin

    async def complete(self, request: Request) -> Reply:
        raise self._error from self._origin


@pytest.mark.parametrize("model", [
    Failing(MemoryError()),
    Failing(ModelError("the connection broke off"), MemoryError()),
    Failing(RuntimeError("can't start new thread")),
    Failing(OSError(errno.EMFILE, os.strerror(errno.EMFILE))),
    Failing(PermissionError(errno.EACCES, os.strerror(errno.EACCES), "budgets.sqlite")),
    Failing(NoMoreCalls("the budget is spent")),
])
def test_what_ends_a_run_is_told_once_and_no_further_call_is_made(model: Failing) -> None:
    stop, other = Stop(), ScriptedModel("a")
    with pytest.raises(NoMoreCalls) as first:
        asyncio.run(StoppedModel(model, stop).complete(ASK))
    assert stop.reason == str(first.value)
    stop.halt_if_ended(MemoryError("later"))
    with pytest.raises(NoMoreCalls) as second:
        asyncio.run(StoppedModel(other, stop).complete(ASK))
    assert (str(second.value), other.requests) == (str(first.value), [])


@pytest.mark.parametrize("error", [ModelError("nothing answers"), UsageError("no price"), KeyError("choices")])
def test_other_errors_stop_nothing(error: Exception) -> None:
    stop = Stop()
    with pytest.raises(type(error)):
        asyncio.run(StoppedModel(Failing(error), stop).complete(ASK))
    stop.check()


class Noting:
    """Meter that counts, and cannot note replies, nor more than two requests."""

    requests = 0

    def request(self) -> None:
        if self.requests == 2:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), "spending.jsonl")
        self.requests += 1

    def reply(self, reply: Reply) -> None:
        raise MemoryError


def test_a_request_that_waited_while_the_run_was_stopped_is_refused_and_a_reply_is_never_lost() -> None:
    stop, noting = Stop(), Noting()
    meter = StoppedMeter(noting, stop)
    meter.request()
    meter.reply(Reply(text="paid for"))
    with pytest.raises(NoMoreCalls, match="no more memory"):
        meter.request()
    assert noting.requests == 1


def test_a_request_that_cannot_be_noted_stops_the_run() -> None:
    stop, noting = Stop(), Noting()
    meter = StoppedMeter(noting, stop)
    for _ in range(2):
        meter.request()
    refused = "what the run pays for cannot be written down: spending.jsonl: Permission denied"
    with pytest.raises(NoMoreCalls, match=refused):
        meter.request()
    assert (stop.reason, noting.requests) == (refused, 2)


def test_nobody_sleeps_on_when_the_run_is_stopped() -> None:
    async def together() -> tuple[float, float]:
        stop = Stop()
        await stop.sleep(3)
        undisturbed, waiting = virtual_time.now(), asyncio.create_task(stop.sleep(300))
        await asyncio.sleep(1)
        stop.halt_if_ended(MemoryError())
        await waiting
        await stop.sleep(300)
        return undisturbed, virtual_time.now()

    assert virtual_time.run(together()) == pytest.approx((3, 4))


def test_the_reserve_is_given_up_by_the_first_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    closed = []

    class Reserve:
        def __init__(self, *arguments: object, **named: object) -> None:
            pass

        def close(self) -> None:
            closed.append(self)

    monkeypatch.setattr(module.mmap, "mmap", Reserve)
    stop = Stop()
    assert closed == []
    stop.halt_if_ended(MemoryError())
    assert len(closed) == 1


@pytest.mark.parametrize(("error", "told", "stopped"), [
    (MemoryError(), False, True), (ConnectionError("reset"), True, False), (None, True, False),
])
def test_an_error_that_nobody_awaits_is_reported_unless_it_stops_the_run(error, told, stopped, caplog):
    stop, context = Stop(), {"message": "Fatal read error on socket transport", "exception": error}

    async def loose() -> None:
        asyncio.get_running_loop().set_exception_handler(stop.on_loose_error)
        asyncio.get_running_loop().call_exception_handler({key: each for key, each in context.items() if each})

    with caplog.at_level(logging.ERROR):
        asyncio.run(loose())
    assert (bool(caplog.records), bool(stop.reason)) == (told, stopped)


def test_without_room_for_a_reply_no_match_begins_and_without_memory_for_it_the_run_stops() -> None:
    stop = Stop()
    stop.close(OSError(errno.ENOSPC, "No space left on device", "cache"))
    stop.check()
    assert (stop.reason, "cache: No space left on device" in stop.closing) == ("", True)
    stop = Stop()
    stop.close(MemoryError())
    with pytest.raises(NoMoreCalls, match="no more memory"):
        stop.check()
    assert stop.closing == stop.reason
