"""Retries against a local server that counts requests; waits are recorded instead of waited."""

import asyncio
import random
from email.utils import formatdate
from typing import Any

import pytest

from gtarena.models import litellm_loader, retry
from gtarena.models.base import ModelError, Reply, Request
from gtarena.models.client import LitellmModel
from gtarena.models.retry import RetryingModel
from gtarena.models.settings import ModelSettings
from tests.support import virtual_time
from tests.support.openai_server import Answer, OpenAIServer, Raw, Reset, chat, error
from tests.support.scripted import ScriptedModel
from tests.support.stub_litellm import StubLitellm

ASK = Request(messages=({"role": "user", "content": "Legal moves: a"},))
HTML = Raw("<html><body>Welcome</body></html>", content_type="text/html")


class Waits(list[float]):
    """Records the seconds of each wait in place of sleeping."""

    async def __call__(self, seconds: float) -> None:
        self.append(seconds)


def ask(server: OpenAIServer, *answers: str | Answer, retries: int = 3, **settings: Any) -> tuple[Reply, Waits]:
    """Returns the reply to a call whose requests get the answers in turn, and the waits between them."""
    coming, waits = iter(answers), Waits()
    server.reply = lambda payload: next(coming)
    inner = LitellmModel(ModelSettings("openai/anything", api_base=server.api_base, **settings))
    model = RetryingModel(inner, retries, random.Random(1), waits)

    async def closing() -> Reply:
        try:
            return await model.complete(ASK)
        finally:
            await litellm_loader.close_litellm()

    return asyncio.run(closing()), waits


def limited(retry_after: str) -> Raw:
    return Raw(error(429, "slow down").body, 429, headers={"Retry-After": retry_after})


@pytest.mark.parametrize(
    "fault",
    [error(429, "slow down"), limited("0"), error(500, "boom"), error(503, "boom"), Reset(),
     Raw('{"error": {"message": "boom", "code": 429}}')],
    ids=repr,
)
def test_a_fault_that_may_pass_is_tried_again_until_it_has(fault: Answer, openai_server: OpenAIServer) -> None:
    reply, waits = ask(openai_server, fault, fault, "Answer: a")
    assert (reply.text, reply.retries) == ("Answer: a", 2)
    assert len(openai_server.received) == 3
    assert len(waits) == 2


LOST = [HTML, Raw("{"), Raw(""), chat("", choices=[]), chat("", choices=...), Raw(chat("Answer: a").body, cut=30)]


@pytest.mark.parametrize("lost", LOST, ids=repr)
def test_an_answer_that_cannot_be_read_is_bought_once_more_and_then_no_more(lost, openai_server):
    reply, _ = ask(openai_server, lost, error(503, "boom"), "Answer: a")
    assert (reply.text, reply.retries) == ("Answer: a", 2)
    openai_server.received.clear()
    with pytest.raises(ModelError) as caught:
        ask(openai_server, lost, error(503, "boom"), lost, "Answer: a", retries=6)
    assert (caught.value.kind, caught.value.requests) == ("unreadable", 3)
    assert len(openai_server.received) == 3


def test_a_reply_that_is_late_is_asked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    litellm = StubLitellm(100, 0.25)
    litellm.replace_litellm(monkeypatch)
    inner = LitellmModel(ModelSettings("offline/first", timeout=0.3))
    reply = virtual_time.run(RetryingModel(inner, 3, random.Random(1), Waits()).complete(ASK))
    assert (reply.text, reply.retries) == ("Answer: a", 1)
    assert reply.seconds == pytest.approx(0.25)  # that of the request which brought it
    assert litellm.calls == [0, 0.3]


@pytest.mark.parametrize(("answers", "retries", "kind", "requests"), [
    *(([error(status, "no")], 3, "setup", 1) for status in (400, 401, 403, 404)),  # these will not pass
    ([error(500, "boom")] * 10, 3, "temporary", 4),
    ([error(500, "boom"), error(401, "no")], 3, "setup", 2),
    ([error(500, "boom")], 0, "temporary", 1),
])
def test_a_fault_that_does_not_pass_ends_a_call_with_the_number_of_its_requests(
    openai_server, answers, retries, kind, requests
):
    with pytest.raises(ModelError) as caught:
        ask(openai_server, *answers, "Answer: a", retries=retries)
    assert (caught.value.kind, caught.value.requests) == (kind, requests)
    assert len(openai_server.received) == requests


@pytest.mark.parametrize(("stated", "floor"), [
    ("7", 7), (" 2.5 ", 2.5), ("0", 0), ("99999", retry.LONGEST_RETRY_AFTER),
    ("soon", 0), ("-3", 0), ("", 0), ("nan", 0), ("inf", 0), ("9" * 400, 0), (formatdate(0), 0),
    ("Fri, 31 Dec 9999 23:59:59 GMT", retry.LONGEST_RETRY_AFTER),
])
def test_the_server_is_left_alone_for_as_long_as_it_asked_within_reason(stated, floor, openai_server):
    _, waits = ask(openai_server, limited(stated), "Answer: a")
    assert floor + retry.FIRST_WAIT / 2 <= waits[0] <= floor + retry.FIRST_WAIT


def test_waits_double_up_to_a_ceiling_and_are_spread() -> None:
    rng = random.Random(0)
    for failures, longest in [(1, 1), (2, 2), (3, 4), (6, 32), (7, 60), (8, 60), (100_000, 60)]:
        waits = [retry.wait_seconds(failures, None, rng) for _ in range(200)]
        assert longest / 2 <= min(waits) < longest * 0.6
        assert longest * 0.9 < max(waits) <= longest


def test_a_call_that_is_called_off_is_not_tried_again() -> None:
    class Endless:
        requests = 0

        async def complete(self, request: Request) -> Reply:
            self.requests += 1
            await asyncio.Event().wait()
            raise AssertionError

    async def calling_off() -> None:
        task = asyncio.create_task(RetryingModel(inner, 5, random.Random(1), waits).complete(ASK))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    inner, waits = Endless(), Waits()
    asyncio.run(calling_off())
    assert (inner.requests, waits) == (1, [])


def test_other_exceptions_pass_through_at_once() -> None:
    class Broken:
        async def complete(self, request: Request) -> Reply:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        asyncio.run(RetryingModel(Broken(), 5, random.Random(1), Waits()).complete(ASK))


def test_calls_at_the_same_time_count_their_own_retries() -> None:
    one, two, three = (ModelError("boom", requests=1) for _ in range(3))
    model = RetryingModel(ScriptedModel(one, "one", two, three, "two"), 5, random.Random(1), Waits())

    async def both() -> list[Reply]:
        return [await model.complete(ASK), await model.complete(ASK)]

    assert [(reply.text, reply.retries) for reply in asyncio.run(both())] == [("one", 1), ("two", 2)]
