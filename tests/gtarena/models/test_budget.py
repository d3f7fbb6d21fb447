import asyncio
import errno
from pathlib import Path
from typing import Any

import pytest

from gtarena.errors import NoMoreCalls, UsageError
from gtarena.models import litellm_loader
from gtarena.models.base import Model, ModelError, Reply, Request
from gtarena.models.budget import Account, Budget, BudgetedModel, BudgetSpent, Limits, Spent, check_price, count_request
from gtarena.models.settings import ModelSettings
from gtarena.models.stop import Stop
from gtarena.system.exhaustion import ExhaustedError
from tests.support import virtual_time
from tests.support.scripted import ScriptedModel

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


def test_failed_requests_count_as_calls() -> None:
    assert asked_until_spent(ModelError("boom"), calls=5)[0] == 5


def test_what_was_spent_is_said() -> None:
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


def test_accounts_of_the_same_file_and_name_are_one(tmp_path: Path) -> None:
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


def test_a_price_that_is_unknown_in_one_process_ends_the_budget_in_all(tmp_path: Path) -> None:
    first, second = (Budget(usd=5, file=tmp_path / "budgets.sqlite") for _ in range(2))
    first.add(UNPRICED, "openai/x")
    with pytest.raises(UsageError, match="the price of openai/x is unknown"):
        second.take_call()


def full(*_: object) -> None:
    raise OSError(errno.ENOSPC, "no room")


def test_a_reply_that_cannot_be_noted_is_kept_and_stops_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    budget, stop = Budget(calls=5), Stop()
    model = BudgetedModel(ScriptedModel(PRICED), "openai/x", budget, stop)
    monkeypatch.setattr(budget, "add", full)
    assert asyncio.run(model.complete(ASK)) is PRICED
    with pytest.raises(NoMoreCalls, match="no room"):
        stop.check()


def test_what_cannot_be_counted_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
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
    ended = asyncio.run(at_once())
    assert [type(each) for each in ended].count(BudgetSpent) == 5
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
    async def check(settings: ModelSettings) -> None:
        await check_price(settings)
        await litellm_loader.close_litellm()

    for variable in ("OPENAI_API_BASE", "OPENAI_BASE_URL"):
        monkeypatch.delenv(variable, raising=False)
    asyncio.run(check(ModelSettings("offline/random")))
    asyncio.run(check(ModelSettings("openai/gpt-4o-mini")))
    for unknown in (ModelSettings("openai/gpt-4o-mini", "http://127.0.0.1:9/v1"), ModelSettings("ollama/my-own")):
        with pytest.raises(UsageError, match=r"budget\.usd cannot be kept; set budget\.tokens or budget\.calls"):
            asyncio.run(check(unknown))


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
