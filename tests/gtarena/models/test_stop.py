import asyncio
import errno
import logging
import os

import pytest

from gtarena.errors import NoMoreCalls, UsageError
from gtarena.models import stop as module
from gtarena.models.base import Message, ModelError, Reply, Request
from gtarena.models.stop import Stop, StoppedMeter, StoppedModel
from tests.support import virtual_time
from tests.support.scripted import ScriptedModel

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
def test_an_error_that_nobody_awaits_is_reported_unless_it_stops_the_run(
    error: Exception | None, told: bool, stopped: bool, caplog: pytest.LogCaptureFixture
) -> None:
    stop, context = Stop(), {"message": "Fatal read error on socket transport", "exception": error}

    async def loose() -> None:
        asyncio.get_running_loop().set_exception_handler(stop.on_loose_error)
        asyncio.get_running_loop().call_exception_handler({key: each for key, each in context.items() if each})

    with caplog.at_level(logging.ERROR):
        asyncio.run(loose())
    assert (bool(caplog.records), bool(stop.reason)) == (told, stopped)


def test_without_room_for_a_reply_no_match_begins_and_calls_go_on() -> None:
    stop = Stop()
    stop.close(OSError(errno.ENOSPC, "No space left on device", "cache"))
    stop.check()
    assert (stop.reason, "cache: No space left on device" in stop.closing) == ("", True)


def test_a_reply_that_cannot_be_stored_for_lack_of_memory_stops_the_run() -> None:
    stop = Stop()
    stop.close(MemoryError())
    with pytest.raises(NoMoreCalls, match="no more memory"):
        stop.check()
    assert stop.closing == stop.reason
