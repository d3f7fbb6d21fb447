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
from gtarena.models import retry
from gtarena.models import stop as module
from gtarena.models.base import Message, Model, ModelError, Reply, Request
from gtarena.models.budget import Account, Budget, BudgetedModel, BudgetSpent, Limits, Spent, check_price, count_request
from gtarena.models.cache import ResponseCache
from gtarena.models.rate_limits import Queues
from gtarena.models.settings import ModelSettings
from gtarena.models.stack import Shared, model_for
from gtarena.models.stop import Stop, StoppedMeter, StoppedModel
from gtarena.system.exhaustion import ExhaustedError
from tests.support import virtual_time
from tests.support.model_calls import run
from tests.support.openai_server import OpenAIServer, Payload, Raw, chat, error
from tests.support.scripted import ScriptedModel
from tests.support.stub_litellm import StubLitellm

ASK = Request(messages=({"role": "user", "content": "Legal moves: a"},))
PRICED = Reply(text="a", tokens_in=30, tokens_out=10, cost=0.25)
UNPRICED = Reply(text="a", tokens_in=30, tokens_out=10)


class Counted:
    """Model whose requests are counted as they leave, as those of a client are."""

    def __init__(self, model: Model, budget: Budget) -> None:
        self._model, self._budget = model, budget

    async def complete(self, request: Request) -> Reply:
        await count_request(self._budget)
        return await self._model.complete(request)


def budgeted(model: Model, budget: Budget, name: str = "openai/x") -> BudgetedModel:
    return BudgetedModel(Counted(model, budget), name, budget, Stop())


def asked_until_spent(reply: Reply | ModelError, **limits: Any) -> tuple[int, Budget]:
    """Returns the number of requests, one after the other, before the first that was refused, and the budget."""
    budget, inner = Budget(**limits), ScriptedModel(*[reply] * 100)
    model = budgeted(inner, budget)

    async def ask() -> None:
        while True:
            try:
                await model.complete(ASK)
            except ModelError:
                continue

    with pytest.raises((BudgetSpent, UsageError)) as caught:
        asyncio.run(ask())
    with pytest.raises(caught.type, match=str(caught.value)):
        asyncio.run(model.complete(ASK))  # it stays spent
    return len(inner.requests), budget


@pytest.mark.parametrize(("limits", "requests"), [
    ({"calls": 7}, 7), ({"tokens": 100}, 3), ({"tokens": 80}, 2),  # 40, 80, 120
    ({"usd": 1.0}, 4), ({"usd": 1.01}, 5), ({"usd": 100.0, "tokens": 10_000, "calls": 2}, 2)])
def test_no_request_is_made_once_a_limit_is_reached(limits: dict[str, Any], requests: int) -> None:
    made, budget = asked_until_spent(PRICED, **limits)
    assert made == requests
    assert budget.spent == Spent(made * 0.25, made * 40, made, budget.spent.uncounted)


def test_failed_requests_count_and_what_was_spent_is_said() -> None:
    assert asked_until_spent(ModelError("boom"), calls=5)[0] == 5
    budget = Budget(tokens=50)
    budget.add(Reply(text="", tokens_in=40, tokens_out=30), "openai/x")
    with pytest.raises(BudgetSpent, match=r"^budget\.tokens=50 is spent: 70 used$"):
        budget.take_call()


def test_requests_under_way_are_all_that_can_exceed_a_budget() -> None:
    class Slow:
        requests = 0

        async def complete(self, request: Request) -> Reply:
            self.requests += 1
            await asyncio.sleep(1)
            return PRICED

    async def lane() -> None:
        while True:
            await model.complete(ASK)

    async def lanes() -> list[BaseException | None]:
        return await asyncio.gather(*(lane() for _ in range(8)), return_exceptions=True)

    inner, budget = Slow(), Budget(tokens=1000)
    model = BudgetedModel(inner, "openai/x", budget, Stop())
    assert {type(error) for error in virtual_time.run(lanes())} == {BudgetSpent}
    # The 25th reply, the first of the fourth second, spends the last token; the other seven are on their way then.
    assert inner.requests == 32


def test_accounts_of_the_same_file_and_name_are_one_and_so_is_a_price_that_one_does_not_know(tmp_path: Path) -> None:
    account = Account(tmp_path / "budgets.sqlite", "sweep")
    first, second = (Limits(calls=3, tokens=1000).budget(account) for _ in range(2))
    other = Limits(calls=3).budget(Account(account.file, "another"))
    assert first
    assert second
    assert other
    first.take_call()
    second.take_call()
    first.add(PRICED, "openai/x")
    second.take_call()
    assert first.spent == second.spent == Spent(0.25, 40, 3)
    with pytest.raises(BudgetSpent, match=r"^budget\.calls=3 is spent: 3 used$"):
        first.take_call()
    other.take_call()
    assert other.spent.calls == 1
    for budget in (first, second, other):
        budget.close()
    first, second = (Budget(usd=5, file=tmp_path / "budgets.sqlite") for _ in range(2))
    first.add(UNPRICED, "openai/x")
    with pytest.raises(UsageError, match="the price of openai/x is unknown"):
        second.take_call()


def full(*_: object) -> None:
    raise OSError(errno.ENOSPC, "no room")


def test_a_reply_that_cannot_be_noted_is_kept_and_what_cannot_be_counted_is_not_asked(monkeypatch):
    budget, stop = Budget(calls=5), Stop()
    model = BudgetedModel(ScriptedModel(PRICED), "openai/x", budget, stop)
    monkeypatch.setattr(budget, "add", full)
    assert asyncio.run(model.complete(ASK)) is PRICED
    with pytest.raises(NoMoreCalls, match="no room"):
        stop.check()
    budget, inner = Budget(calls=5), ScriptedModel(PRICED)
    monkeypatch.setattr(budget, "take_call", full)
    with pytest.raises(ExhaustedError, match="no room"):
        asyncio.run(budgeted(inner, budget).complete(ASK))
    assert inner.requests == []


def test_calls_at_the_same_time_never_exceed_a_number_of_requests() -> None:
    async def at_once() -> list[Reply | BaseException]:
        return await asyncio.gather(*(model.complete(ASK) for _ in range(8)), return_exceptions=True)

    budget, inner = Budget(calls=3), ScriptedModel(*[PRICED] * 8)
    model = budgeted(inner, budget)
    assert [type(each) for each in asyncio.run(at_once())].count(BudgetSpent) == 5
    assert len(inner.requests) == budget.spent.calls == 3


@pytest.mark.parametrize(("reply", "limit", "told", "other", "requests"), [
    (UNPRICED, {"usd": 5}, "the price of openai/x is unknown", {"tokens": 400}, 10),  # tokens need no price
    (Reply(text="a"), {"tokens": 5}, r"^openai/x reported no token counts .* set budget\.calls instead$",
     {"calls": 10}, 10),  # requests need no counts
])
def test_what_is_unknown_ends_a_budget_of_it_after_a_reply_that_is_not_lost(reply, limit, told, other, requests):
    model = BudgetedModel(ScriptedModel(reply), "openai/x", Budget(**limit), Stop())
    assert asyncio.run(model.complete(ASK)) is reply
    with pytest.raises(UsageError, match=told):
        asyncio.run(model.complete(ASK))
    assert asked_until_spent(reply, **other)[0] == requests


def test_a_price_can_be_checked_without_a_request(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("OPENAI_API_BASE", "OPENAI_BASE_URL"):
        monkeypatch.delenv(variable, raising=False)
    run(check_price(ModelSettings("offline/random")))
    run(check_price(ModelSettings("openai/gpt-4o-mini")))
    for unknown in (ModelSettings("openai/gpt-4o-mini", "http://127.0.0.1:9/v1"), ModelSettings("ollama/my-own")):
        with pytest.raises(UsageError, match=r"budget\.usd cannot be kept; set budget\.tokens or budget\.calls"):
            run(check_price(unknown))


@pytest.mark.parametrize("limits", [{"usd": 0.0}, {"usd": float("nan")}, {"tokens": 0}, {"calls": -1}])
def test_a_budget_of_nothing_is_refused(limits: dict[str, Any]) -> None:
    with pytest.raises(UsageError, match=r"^budget\.\w+=\S+ is not a number above 0, or null$"):
        Limits(**limits)


def test_limits_make_a_budget_only_if_there_are_any_and_equal_shares_exceed_them_by_nothing() -> None:
    assert Limits().budget() is None
    budget = Limits(tokens=100).budget()
    assert (budget.usd, budget.tokens, budget.calls) == (None, 100, None)
    assert Limits(usd=1.0, tokens=103, calls=7).share(2) == Limits(usd=0.5, tokens=51, calls=3)
    assert Limits().share(3) == Limits()


REQUESTS = [
    Request(messages=({"role": "user", "content": "Which?"},), sample=sample, form=ReplyForm((Pattern("a"),)))
    for sample in range(5)]


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retry, "FIRST_WAIT", 0.001)


def ask_all(cache: ResponseCache | None, budget: Budget | None, name: str, **settings: Any) -> list[Reply]:
    async def one_by_one() -> list[Reply]:
        model = model_for(ModelSettings(name, **settings), Shared(cache, budget))
        return [await model.complete(request) for request in REQUESTS]

    return run(one_by_one())


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
    assert (caught.value.requests, litellm.calls) == (len(calls), pytest.approx(calls, abs=0.1))


def test_offline_models_are_not_cached_and_wait_for_no_limits_but_can_be_budgeted(tmp_path):
    cache = ResponseCache(tmp_path / "cache.sqlite")
    replies = ask_all(cache, Budget(calls=5, usd=1.0), "offline/first")
    assert {(reply.text, reply.cached) for reply in replies} == {("Answer: a", False)}
    assert cache.summary().entries == 0
    with pytest.raises(BudgetSpent):
        ask_all(cache, Budget(calls=3), "offline/first")
    cache.close()
    model = model_for(ModelSettings("offline/first", requests_per_minute=1, tokens_per_minute=1), Shared())

    async def simultaneous() -> float:
        await asyncio.gather(*map(model.complete, REQUESTS))
        return virtual_time.now()

    assert virtual_time.run(simultaneous()) < 0.001


YOUR_MOVE = Request(messages=(Message(role="user", content="Your move."),))


class Failing:
    """Model that raises an error, perhaps from another one."""

    def __init__(self, error: Exception, origin: Exception | None = None) -> None:
        self._error, self._origin = error, origin

    async def complete(self, request: Request) -> Reply:
        raise self._error from self._origin


@pytest.mark.parametrize("model", [
    Failing(MemoryError()), Failing(ModelError("the connection broke off"), MemoryError()),
    Failing(RuntimeError("can't start new thread")), Failing(OSError(errno.EMFILE, os.strerror(errno.EMFILE))),
    Failing(PermissionError(errno.EACCES, os.strerror(errno.EACCES), "budgets.sqlite")),
    Failing(NoMoreCalls("the budget is spent"))])
def test_what_ends_a_run_is_told_once_and_no_further_call_is_made(model: Failing) -> None:
    stop, other = Stop(), ScriptedModel("a")
    with pytest.raises(NoMoreCalls) as first:
        asyncio.run(StoppedModel(model, stop).complete(YOUR_MOVE))
    assert stop.reason == str(first.value)
    stop.halt_if_ended(MemoryError("later"))
    with pytest.raises(NoMoreCalls) as second:
        asyncio.run(StoppedModel(other, stop).complete(YOUR_MOVE))
    assert (str(second.value), other.requests) == (str(first.value), [])


@pytest.mark.parametrize("error", [ModelError("nothing answers"), UsageError("no price"), KeyError("choices")])
def test_other_errors_stop_nothing(error: Exception) -> None:
    stop = Stop()
    with pytest.raises(type(error)):
        asyncio.run(StoppedModel(Failing(error), stop).complete(YOUR_MOVE))
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


def test_no_request_leaves_a_stopped_run_or_unnoted_and_no_reply_is_lost() -> None:
    stop, noting = Stop(), Noting()
    meter = StoppedMeter(noting, stop)
    meter.request()
    meter.reply(Reply(text="paid for"))
    with pytest.raises(NoMoreCalls, match="no more memory"):
        meter.request()
    assert noting.requests == 1
    stop, noting = Stop(), Noting()
    meter = StoppedMeter(noting, stop)
    for _ in range(2):
        meter.request()
    refused = "what the run pays for cannot be written down: spending.jsonl: Permission denied"
    with pytest.raises(NoMoreCalls, match=refused):
        meter.request()
    assert (stop.reason, noting.requests) == (refused, 2)


def test_a_stop_wakes_who_sleeps_and_without_room_for_a_reply_no_match_begins() -> None:
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
    stop = Stop()
    stop.close(OSError(errno.ENOSPC, "No space left on device", "cache"))
    stop.check()
    assert (stop.reason, "cache: No space left on device" in stop.closing) == ("", True)
    stop = Stop()
    stop.close(MemoryError())
    with pytest.raises(NoMoreCalls, match="no more memory"):
        stop.check()
    assert stop.closing == stop.reason


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
    (MemoryError(), False, True), (ConnectionError("reset"), True, False), (None, True, False)])
def test_an_error_that_nobody_awaits_is_reported_unless_it_stops_the_run(error, told, stopped, caplog):
    stop, context = Stop(), {"message": "Fatal read error on socket transport", "exception": error}

    async def loose() -> None:
        asyncio.get_running_loop().set_exception_handler(stop.on_loose_error)
        asyncio.get_running_loop().call_exception_handler({key: each for key, each in context.items() if each})

    with caplog.at_level(logging.ERROR):
        asyncio.run(loose())
    assert (bool(caplog.records), bool(stop.reason)) == (told, stopped)
