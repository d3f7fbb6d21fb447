import asyncio
import threading

import pytest

from tests.support import virtual_time


def test_sleeping_takes_its_time_on_the_virtual_clock_alone_and_a_timer_in_the_past_is_reached() -> None:
    async def sleep() -> float:
        await asyncio.sleep(1e6)  # eleven days
        return virtual_time.now()

    assert virtual_time.run(sleep()) == pytest.approx(1e6)

    async def wait() -> bool:
        loop = asyncio.get_running_loop()
        reached = loop.create_future()
        loop.call_at(loop.time() - 1, reached.set_result, True)
        return await reached

    assert virtual_time.run(wait())


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
