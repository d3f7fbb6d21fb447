import asyncio

import pytest

from gtarena.errors import NoMoreCalls
from gtarena.models.exchange import BASE, BrokenOffError, Exchange, ExchangeError, most_bytes


@pytest.mark.parametrize(
    ("logprobs", "tokens", "expected"),
    [
        (None, 1, 2_097_152 + 128),
        (None, 1000, 2_097_152 + 128_000),
        (0, 1000, 2_097_152 + 2 * 128_000),
        (20, 1000, 2_097_152 + 22 * 128_000),
        (None, None, 2_097_152 + 262_144 * 128),
    ],
)
def test_an_answer_may_be_as_long_as_the_tokens_asked_for_can_make_it(
    logprobs: int | None, tokens: int | None, expected: int
) -> None:
    assert most_bytes(tokens, logprobs) == expected
    assert expected > BASE


async def nothing() -> None:
    pass


def test_requests_leave_one_after_the_other_while_they_succeed() -> None:
    exchange = Exchange(1, nothing)
    for number in (1, 2):
        exchange.require_open()
        asyncio.run(exchange.depart())
        assert (exchange.requests, exchange.status, exchange.answer) == (number, None, None)
        exchange.status = 200


@pytest.mark.parametrize(("status", "fault"), [
    (302, None), (404, None), (500, None), (None, BrokenOffError("reset")), (200, BrokenOffError("reset"))])
def test_nothing_leaves_after_an_answer_that_is_no_success_or_a_fault(status: int | None, fault: Exception) -> None:
    exchange = Exchange(1, nothing, requests=1, status=status, fault=fault)
    with pytest.raises(ExchangeError, match=str(fault or status)):
        exchange.require_open()


def test_a_request_that_is_kept_back_does_not_count() -> None:
    async def refuse() -> None:
        raise NoMoreCalls("enough")

    exchange = Exchange(1, refuse)
    with pytest.raises(NoMoreCalls):
        asyncio.run(exchange.depart())
    assert exchange.requests == 0
    with pytest.raises(NoMoreCalls):
        exchange.require_open()


@pytest.mark.parametrize(("status", "succeeded"), [(None, False), (199, False), (200, True), (299, True), (300, False)])
def test_a_success_is_known_by_its_status_before_its_body_has_come(status: int | None, succeeded: bool) -> None:
    assert Exchange(1, nothing, status=status).succeeded is succeeded
