"""Limits per minute in virtual time."""

import asyncio

import pytest

from gtarena.models.base import ModelError, Reply, Request
from gtarena.models.rate_limits import Queues, RateLimitedModel
from gtarena.models.settings import ModelSettings
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
    return RateLimitedModel(inner, settings, queues or Queues(clock=virtual_time.now))


def ask(model: RateLimitedModel, contents: list[str]) -> None:
    """Makes all requests at once and waits until all are answered."""

    async def simultaneous() -> None:
        requests = [Request(messages=({"role": "user", "content": content},)) for content in contents]
        await asyncio.gather(*map(model.complete, requests), return_exceptions=True)

    virtual_time.run(simultaneous())


def test_requests_are_spread_over_the_minute_in_their_order() -> None:
    inner = Timed(Reply(text=""))
    ask(limited(inner, requests=12, tokens=None), [str(i) for i in range(13)])
    assert inner.times == [5 * i for i in range(13)]
    assert inner.contents == [str(i) for i in range(13)]


def test_many_requests_a_minute_may_come_a_second_s_worth_at_a_time() -> None:
    inner = Timed(Reply(text=""))
    ask(limited(inner, requests=600, tokens=None), ["x"] * 30)
    assert inner.times == pytest.approx([0] * 10 + [i / 10 for i in range(1, 21)])


def test_a_limit_is_kept_over_every_minute() -> None:
    inner = Timed(Reply(text=""))
    ask(limited(inner, requests=90, tokens=None), ["x"] * 400)
    for start in inner.times:
        assert sum(start <= time < start + 60 for time in inner.times) <= 91  # a second's worth on top


def test_failed_requests_count_too() -> None:
    inner = Timed(None)
    ask(limited(inner, requests=12, tokens=None), ["x"] * 7)
    assert inner.times == [5 * i for i in range(7)]


def test_prompts_are_charged_by_their_length_before_they_are_sent() -> None:
    inner = Timed(Reply(text=""))
    # 100 tokens each, of 1000 a minute, take 6 seconds; the first second's worth is let through at once.
    ask(limited(inner, requests=None, tokens=1000), ["x" * 400] * 4)
    assert inner.times == [5, 11, 17, 23]


@pytest.mark.parametrize(("tokens_in", "times"), [(20, [5, 8, 11, 14]), (200, [5, 18.8, 32.6, 46.4])])
def test_what_was_really_used_is_settled_by_the_next_request(tokens_in: int, times: list[float]) -> None:
    inner = Timed(Reply(text="", tokens_in=tokens_in, tokens_out=30))
    model = limited(inner, requests=None, tokens=1000)

    async def one_by_one() -> None:
        for _ in range(4):
            await model.complete(Request(messages=({"role": "user", "content": "x" * 400},)))

    virtual_time.run(one_by_one())
    assert inner.times == times


def test_a_prompt_longer_than_a_minute_s_tokens_is_sent_in_the_end() -> None:
    inner = Timed(Reply(text=""))
    ask(limited(inner, requests=None, tokens=100), ["x" * 1000])
    # 250 tokens of 100 a minute take 150 seconds, less the second's worth that is let through at once.
    assert inner.times == [149]


def test_without_tokens_in_the_reply_the_estimate_stands() -> None:
    inner = Timed(Reply(text="", tokens_in=None, tokens_out=None))
    ask(limited(inner, requests=None, tokens=1000), ["x" * 200] * 3)
    assert inner.times == [2, 5, 8]
