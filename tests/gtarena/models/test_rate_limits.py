"""Limits per minute in virtual time."""

import asyncio
from itertools import chain
from pathlib import Path

import pytest

from gtarena.models.base import ModelError, Reply, Request
from gtarena.models.rate_limits import Queues, RateLimitedModel
from gtarena.models.settings import ModelSettings
from gtarena.models.stop import Stop
from tests.support import virtual_time


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


def limited(inner: Timed, requests: int | None, tokens: int | None, queues: Queues | None = None) -> RateLimitedModel:
    settings = ModelSettings("openai/x", requests_per_minute=requests, tokens_per_minute=tokens)
    return RateLimitedModel(inner, settings, queues or Queues(clock=virtual_time.now), Stop())


def ask_for(content: str) -> Request:
    return Request(messages=({"role": "user", "content": content},))


def ask(model: RateLimitedModel, contents: list[str]) -> None:
    """Makes all requests at once and waits until all are answered."""

    async def simultaneous() -> None:
        await asyncio.gather(*(model.complete(ask_for(content)) for content in contents), return_exceptions=True)

    virtual_time.run(simultaneous())


def test_requests_leave_in_their_order() -> None:
    inner = Timed(Reply(text=""))
    ask(limited(inner, requests=12, tokens=None), [str(i) for i in range(13)])
    assert inner.contents == [str(i) for i in range(13)]


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
    ask(limited(inner, requests, tokens), contents)
    assert inner.times == pytest.approx(times)


def test_a_limit_is_kept_over_every_minute() -> None:
    inner = Timed(Reply(text=""))
    ask(limited(inner, requests=90, tokens=None), ["x"] * 400)
    for start in inner.times:
        assert sum(start <= time < start + 60 for time in inner.times) <= 91  # a second's worth on top


@pytest.mark.parametrize(("tokens_in", "times"), [(20, [5, 8, 11, 14]), (200, [5, 18.8, 32.6, 46.4])])
def test_what_was_really_used_is_settled_by_the_next_request(tokens_in: int, times: list[float]) -> None:
    inner = Timed(Reply(text="", tokens_in=tokens_in, tokens_out=30))
    model = limited(inner, requests=None, tokens=1000)

    async def one_by_one() -> None:
        for _ in range(4):
            await model.complete(Request(messages=({"role": "user", "content": "x" * 400},)))

    virtual_time.run(one_by_one())
    assert inner.times == times


def shared_by_two(folder: Path, per_minute: int, each: int) -> list[list[float]]:
    """Returns the times of so many requests of each of two processes, all made at once."""
    inners = [Timed(Reply(text="")) for _ in range(2)]
    queues = [Queues(folder / "limits.sqlite", clock=virtual_time.now) for _ in range(2)]

    async def simultaneous() -> None:
        models = [limited(inner, per_minute, None, queue) for inner, queue in zip(inners, queues, strict=True)]
        await asyncio.gather(*(model.complete(ask_for("x")) for model in models for _ in range(each)))

    virtual_time.run(simultaneous())
    for queue in queues:
        queue.close()
    return [inner.times for inner in inners]


def test_models_of_several_processes_share_a_limit(tmp_path: Path) -> None:
    one, two = shared_by_two(tmp_path, 12, 4)
    assert sorted(one + two) == [5 * i for i in range(8)]
    assert len(one) == len(two) == 4


def test_sixty_requests_a_minute_of_two_processes_are_never_62(tmp_path: Path) -> None:
    times = sorted(chain(*shared_by_two(tmp_path, 60, 75)))
    assert len(times) == 150
    assert max(sum(start <= time < start + 60 for time in times) for start in times) == 60


def test_a_command_that_follows_another_waits_for_what_that_one_used(tmp_path: Path) -> None:
    times = []
    for now in (1000.0, 1001.0, 1030.0, 1600.0):
        queues = Queues(tmp_path / "limits.sqlite", clock=lambda now=now: now)
        times.append(now + queues.use("requests", 2, 1))
        queues.close()
    assert times == [1000.0, 1030.0, 1060.0, 1600.0]


def test_a_clock_that_is_put_back_holds_nobody_up(tmp_path: Path) -> None:
    clock = iter([5000.0, 5001.0, 100.0, 101.0])
    queues = Queues(tmp_path / "limits.sqlite", clock=lambda: next(clock))
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
    models.append(limited(inner, 1, None, queues))

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
    model = limited(inner, None, 1000, queues)

    async def one_by_one() -> None:
        assert (await model.complete(ask_for("x"))).tokens_in == 5
        with pytest.raises(OSError, match=r"disk is full$"):
            await model.complete(ask_for("x"))

    virtual_time.run(one_by_one())
    assert len(inner.times) == 1
