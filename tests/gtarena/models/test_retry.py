import asyncio
import random
from email.utils import formatdate
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from gtarena.models import retry
from gtarena.models.base import ModelError, Reply, Request
from gtarena.models.client import LitellmModel
from gtarena.models.rate_limits import Queues, RateLimitedModel
from gtarena.models.retry import RetryingModel
from gtarena.models.settings import ModelSettings
from gtarena.models.stop import Stop
from tests.support import virtual_time
from tests.support.model_calls import run
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
    coming, waits = iter(answers), Waits()
    server.reply = lambda payload: next(coming)
    inner = LitellmModel(ModelSettings("openai/anything", api_base=server.api_base, **settings))
    return run(RetryingModel(inner, retries, random.Random(1), waits).complete(ASK)), waits


def limited(retry_after: str) -> Raw:
    return Raw(error(429, "slow down").body, 429, headers={"Retry-After": retry_after})


@pytest.mark.parametrize(
    "fault",
    [error(429, "slow down"), limited("0"), error(500, "boom"), error(503, "boom"), Reset(),
     Raw('{"error": {"message": "boom", "code": 429}}')], ids=repr)
def test_a_fault_that_may_pass_is_tried_again_until_it_has(fault: Answer, openai_server: OpenAIServer) -> None:
    reply, waits = ask(openai_server, fault, fault, "Answer: a")
    assert (reply.text, reply.retries) == ("Answer: a", 2)
    assert (len(openai_server.received), len(waits)) == (3, 2)


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
    inner = LitellmModel(ModelSettings("openai/x", timeout=0.3))
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
        openai_server, answers, retries, kind, requests):
    with pytest.raises(ModelError) as caught:
        ask(openai_server, *answers, "Answer: a", retries=retries)
    assert (caught.value.kind, caught.value.requests) == (kind, requests)
    assert len(openai_server.received) == requests


@pytest.mark.parametrize(("stated", "floor"), [
    ("7", 7), (" 2.5 ", 2.5), ("0", 0), ("99999", retry.LONGEST_RETRY_AFTER),
    ("soon", 0), ("-3", 0), ("", 0), ("nan", 0), ("inf", 0), ("9" * 400, 0), (formatdate(0), 0),
    ("Fri, 31 Dec 9999 23:59:59 GMT", retry.LONGEST_RETRY_AFTER)])
def test_the_server_is_left_alone_for_as_long_as_it_asked_within_reason(stated, floor, openai_server):
    _, waits = ask(openai_server, limited(stated), "Answer: a")
    assert floor + retry.FIRST_WAIT / 2 <= waits[0] <= floor + retry.FIRST_WAIT


def test_calls_at_the_same_time_count_their_own_retries_and_waits_double_up_to_a_ceiling() -> None:
    rng = random.Random(0)
    for failures, longest in [(1, 1), (2, 2), (3, 4), (6, 32), (7, 60), (8, 60), (100_000, 60)]:
        waits = [retry.wait_seconds(failures, None, rng) for _ in range(200)]
        assert longest / 2 <= min(waits) < longest * 0.6
        assert longest * 0.9 < max(waits) <= longest
    one, two, three = (ModelError("boom", requests=1) for _ in range(3))
    model = RetryingModel(ScriptedModel(one, "one", two, three, "two"), 5, random.Random(1), Waits())

    async def both() -> list[Reply]:
        return [await model.complete(ASK), await model.complete(ASK)]

    assert [(reply.text, reply.retries) for reply in asyncio.run(both())] == [("one", 1), ("two", 2)]


def test_a_call_that_is_called_off_or_fails_otherwise_is_not_tried_again() -> None:
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

    class Broken:
        async def complete(self, request: Request) -> Reply:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        asyncio.run(RetryingModel(Broken(), 5, random.Random(1), Waits()).complete(ASK))


class Timed:
    """Model that answers at once and records the time and the content of each request."""

    def __init__(self, reply: Reply | None) -> None:
        self._reply = reply
        self.times: list[float] = []
        self.contents: list[str] = []

    async def complete(self, request: Request) -> Reply:
        self.times.append(round(virtual_time.now(), 3))
        self.contents.append(request.messages[0]["content"])
        if self._reply is None:
            raise ModelError("boom")
        return self._reply


def rate_limited(
        inner: Timed, requests: int | None, tokens: int | None, queues: Queues | None = None) -> RateLimitedModel:
    settings = ModelSettings("openai/x", requests_per_minute=requests, tokens_per_minute=tokens)
    return RateLimitedModel(inner, settings, queues or Queues(clock=virtual_time.now), Stop())


def ask_for(content: str) -> Request:
    return Request(messages=({"role": "user", "content": content},))


def ask_at_once(model: RateLimitedModel, contents: list[str]) -> None:
    async def simultaneous() -> None:
        await asyncio.gather(*(model.complete(ask_for(content)) for content in contents), return_exceptions=True)

    virtual_time.run(simultaneous())


def test_requests_leave_in_their_order_and_no_minute_has_too_many() -> None:
    inner = Timed(Reply(text=""))
    ask_at_once(rate_limited(inner, requests=12, tokens=None), [str(i) for i in range(13)])
    assert inner.contents == [str(i) for i in range(13)]
    inner = Timed(Reply(text=""))
    ask_at_once(rate_limited(inner, requests=90, tokens=None), ["x"] * 400)
    for start in inner.times:
        assert sum(start <= time < start + 60 for time in inner.times) <= 91  # a second's worth on top


@pytest.mark.parametrize(("reply", "requests", "tokens", "contents", "times"), [
    (Reply(text=""), 12, None, ["x"] * 13, [5 * i for i in range(13)]),
    (None, 12, None, ["x"] * 7, [5 * i for i in range(7)]),  # failed requests count too
    (Reply(text=""), 600, None, ["x"] * 30, [0] * 10 + [i / 10 for i in range(1, 21)]),  # a second's worth at a time
    # Prompts are charged by their length: 100 tokens each, of 1000 a minute, take 6 seconds, less the first second's.
    (Reply(text=""), None, 1000, ["x" * 400] * 4, [5, 11, 17, 23]),
    (Reply(text="", tokens_in=None), None, 1000, ["x" * 200] * 3, [2, 5, 8]),  # the estimate stands
    (Reply(text=""), None, 100, ["x" * 1000], [149]),  # more than a minute's tokens, sent in the end
])
def test_requests_are_spread_over_the_minute(reply, requests, tokens, contents, times):
    inner = Timed(reply)
    ask_at_once(rate_limited(inner, requests, tokens), contents)
    assert inner.times == pytest.approx(times)


@pytest.mark.parametrize(("tokens_in", "times"), [(20, [5, 8, 11, 14]), (200, [5, 18.8, 32.6, 46.4])])
def test_what_was_really_used_is_settled_by_the_next_request(tokens_in: int, times: list[float]) -> None:
    inner = Timed(Reply(text="", tokens_in=tokens_in, tokens_out=30))
    model = rate_limited(inner, requests=None, tokens=1000)

    async def one_by_one() -> None:
        for _ in range(4):
            await model.complete(Request(messages=({"role": "user", "content": "x" * 400},)))

    virtual_time.run(one_by_one())
    assert inner.times == times


def shared_by_two(folder: Path, per_minute: int, each: int) -> list[list[float]]:
    inners = [Timed(Reply(text="")) for _ in range(2)]
    queues = [Queues(folder / "limits.sqlite", clock=virtual_time.now) for _ in range(2)]

    async def simultaneous() -> None:
        models = [rate_limited(inner, per_minute, None, queue) for inner, queue in zip(inners, queues, strict=True)]
        await asyncio.gather(*(model.complete(ask_for("x")) for model in models for _ in range(each)))

    virtual_time.run(simultaneous())
    for queue in queues:
        queue.close()
    return [inner.times for inner in inners]


def test_models_of_several_processes_share_a_limit_and_sixty_a_minute_are_never_62(tmp_path: Path) -> None:
    one, two = shared_by_two(tmp_path, 12, 4)
    assert sorted(one + two) == [5 * i for i in range(8)]
    assert len(one) == len(two) == 4
    times = sorted(chain(*shared_by_two(tmp_path / "sixty", 60, 75)))
    assert len(times) == 150
    assert max(sum(start <= time < start + 60 for time in times) for start in times) == 60


def test_a_command_that_follows_another_waits_for_what_that_one_used_and_no_put_back_clock_holds_it_up(tmp_path):
    times = []
    for now in (1000.0, 1001.0, 1030.0, 1600.0):
        queues = Queues(tmp_path / "limits.sqlite", clock=lambda now=now: now)
        times.append(now + queues.use("requests", 2, 1))
        queues.close()
    assert times == [1000.0, 1030.0, 1060.0, 1600.0]
    clock = iter([5000.0, 5001.0, 100.0, 101.0])
    queues = Queues(tmp_path / "another.sqlite", clock=lambda: next(clock))
    assert [queues.use("requests", 2, 1) for _ in range(4)] == [0.0, 29.0, 59.0, 88.0]
    queues.close()


def test_what_was_saved_is_used_within_a_minute_or_not_at_all() -> None:
    clock = iter([0.0, 0.0, 30.0, 200.0, 261.0])
    queues = Queues(clock=lambda: next(clock))
    # 60 a minute: one a second, and one at once.
    assert queues.use("tokens", 60, 11) == 10
    queues.use("tokens", 60, -5)
    assert queues.use("tokens", 60, 6) == 0
    queues.use("tokens", 60, -5)
    assert queues.use("tokens", 60, 6) == 5


def test_models_addresses_and_keys_have_queues_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    inner = Timed(Reply(text=""))
    queues = Queues(clock=virtual_time.now)
    monkeypatch.setenv("OPENAI_API_KEY", "one")
    others = [("openai/x", None), ("openai/y", None), ("openai/x", "http://127.0.0.1:9/v1")]
    models = [RateLimitedModel(inner, ModelSettings(name, base, requests_per_minute=1), queues, Stop())
              for name, base in others]
    monkeypatch.setenv("OPENAI_API_KEY", "two")
    models.append(rate_limited(inner, 1, None, queues))

    async def simultaneous() -> None:
        await asyncio.gather(*(model.complete(ask_for("x")) for model in models))

    virtual_time.run(simultaneous())
    assert inner.times == [0] * 4


class Full(Queues):
    """Queues on a disk that is full once a request is made."""

    full = False

    def use(self, name: str, per_minute: int, amount: float) -> float:
        if self.full:
            raise OSError("limits.sqlite: database or disk is full")
        return super().use(name, per_minute, amount)


def test_a_request_that_cannot_be_counted_is_not_made_and_a_reply_that_cannot_is_kept() -> None:
    queues = Full(clock=virtual_time.now)

    class Filling(Timed):
        async def complete(self, request: Request) -> Reply:
            queues.full = True
            return await super().complete(request)

    inner = Filling(Reply(text="", tokens_in=5, tokens_out=5))
    model = rate_limited(inner, None, 1000, queues)

    async def one_by_one() -> None:
        assert (await model.complete(ask_for("x"))).tokens_in == 5
        with pytest.raises(OSError, match=r"disk is full$"):
            await model.complete(ask_for("x"))

    virtual_time.run(one_by_one())
    assert len(inner.times) == 1
