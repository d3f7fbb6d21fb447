"""A minute lasts a fraction of a second here."""

import asyncio
import time
from itertools import pairwise

import pytest

from gtarena.models.base import ModelError, Reply, Request
from gtarena.models.rate_limits import LimitedModel


class Timed:
    """Answers at once, and remembers when it was asked what."""

    def __init__(self, reply: Reply | None) -> None:
        self._reply = reply
        self.asked: list[tuple[float, str]] = []

    async def complete(self, request: Request) -> Reply:
        self.asked.append((time.monotonic(), request.messages[0]["content"]))
        if self._reply is None:
            raise ModelError("boom")
        return self._reply

    def gaps(self) -> list[float]:
        moments = [moment for moment, _ in self.asked]
        return [after - before for before, after in pairwise(moments)]


def ask(model: LimitedModel, contents: list[str]) -> float:
    """Makes all requests at once, and returns how many seconds it took until all were answered."""

    async def together() -> None:
        requests = [Request(messages=({"role": "user", "content": content},)) for content in contents]
        await asyncio.gather(*map(model.complete, requests), return_exceptions=True)

    started = time.monotonic()
    asyncio.run(together())
    return time.monotonic() - started


def test_requests_are_spread_over_the_minute_in_their_order() -> None:
    inner = Timed(Reply(text=""))
    took = ask(LimitedModel(inner, requests=12, tokens=None, minute=0.6), [str(i) for i in range(13)])
    assert 0.6 * 12 / 12 <= took + 0.001 < 0.9  # the first goes at once
    assert min(inner.gaps()) > 0.04  # about 0.05 each
    assert [content for _, content in inner.asked] == [str(i) for i in range(13)]


def test_many_requests_a_minute_may_come_a_second_s_worth_at_a_time() -> None:
    inner = Timed(Reply(text=""))
    took = ask(LimitedModel(inner, requests=600, tokens=None, minute=6.0), ["x"] * 30)
    assert 0.2 <= took + 0.001 < 0.4  # ten at once, then a hundred a second


def test_failed_requests_count_too() -> None:
    assert ask(LimitedModel(Timed(None), requests=12, tokens=None, minute=0.6), ["x"] * 7) >= 0.299


def test_prompts_are_charged_by_their_length_before_they_are_sent() -> None:
    inner = Timed(Reply(text=""))
    # 100 tokens each, of 1000 a minute: 0.1 minutes apart.
    ask(LimitedModel(inner, requests=None, tokens=1000, minute=1.0), ["x" * 400] * 4)
    assert inner.gaps() == pytest.approx([0.1] * 3, abs=0.03)


@pytest.mark.parametrize("tokens_in", [20, 200])
def test_what_was_really_used_is_settled_by_the_next_request(tokens_in: int) -> None:
    inner = Timed(Reply(text="", tokens_in=tokens_in, tokens_out=30))
    model = LimitedModel(inner, requests=None, tokens=1000, minute=1.0)

    async def one_by_one() -> None:
        for _ in range(4):
            await model.complete(Request(messages=({"role": "user", "content": "x" * 400},)))

    asyncio.run(one_by_one())
    assert inner.gaps() == pytest.approx([(tokens_in + 30) / 1000] * 3, abs=0.03)


def test_a_prompt_longer_than_a_minute_s_tokens_is_sent_in_the_end() -> None:
    inner = Timed(Reply(text=""))
    assert 0.2 < ask(LimitedModel(inner, requests=None, tokens=100, minute=0.1), ["x" * 1000]) < 0.4
    assert len(inner.asked) == 1


def test_without_tokens_in_the_reply_the_estimate_stands() -> None:
    inner = Timed(Reply(text="", tokens_in=None, tokens_out=None))
    ask(LimitedModel(inner, requests=None, tokens=1000, minute=1.0), ["x" * 200] * 3)
    assert inner.gaps() == pytest.approx([0.05] * 2, abs=0.03)
