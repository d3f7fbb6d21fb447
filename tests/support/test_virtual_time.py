import asyncio
import threading

import pytest

from tests.support import virtual_time


def test_sleeping_takes_its_time_on_the_virtual_clock_alone() -> None:
    async def sleep() -> float:
        await asyncio.sleep(1e6)  # eleven days
        return virtual_time.now()

    assert virtual_time.run(sleep()) == pytest.approx(1e6)


def test_timers_end_in_their_order_and_together_where_they_run_together() -> None:
    ended: list[tuple[str, float]] = []

    async def sleep(name: str, seconds: float) -> None:
        await asyncio.sleep(seconds)
        ended.append((name, round(virtual_time.now(), 3)))

    async def both() -> None:
        await asyncio.gather(sleep("long", 60), sleep("short", 2.5))

    virtual_time.run(both())
    assert ended == [("short", 2.5), ("long", 60.0)]


def test_a_deadline_ends_what_takes_longer() -> None:
    async def late() -> None:
        async with asyncio.timeout(3600):
            await asyncio.sleep(3601)

    with pytest.raises(TimeoutError):
        virtual_time.run(late())


def test_a_timer_in_the_past_is_reached() -> None:
    async def wait() -> bool:
        loop = asyncio.get_running_loop()
        reached = loop.create_future()
        loop.call_at(loop.time() - 1, reached.set_result, True)
        return await reached

    assert virtual_time.run(wait())


def test_what_another_thread_does_is_waited_for() -> None:
    async def apart() -> int:
        return await asyncio.to_thread(sum, [1, 2])

    assert virtual_time.run(apart()) == 3


def test_a_deadline_passes_as_soon_as_what_another_thread_does_has_begun() -> None:
    begun, released = threading.Event(), threading.Event()

    def work() -> None:
        begun.set()
        released.wait(60)

    async def deadline() -> None:
        try:
            async with asyncio.timeout(3600):
                await asyncio.to_thread(work)
        finally:
            released.set()

    with pytest.raises(TimeoutError):
        virtual_time.run_until_late(deadline(), begun, 3600)
