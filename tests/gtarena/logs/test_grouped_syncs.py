import asyncio
import errno
import os
import threading

import pytest

from gtarena.logs.grouped_syncs import GroupedSyncs


class Disk:
    """Syncs that wait until they are let go; ``on_disk`` has the lines that each covered."""

    def __init__(self):
        self.lines, self.on_disk = [], []
        self.began, self.go = threading.Semaphore(0), threading.Semaphore(0)

    def sync(self):
        covered = list(self.lines)
        self.began.release()
        self.go.acquire()
        self.on_disk.append(covered)


def run(play, sync):
    """Runs ``play(syncs, write, told)``, where ``write`` writes a line, and ``told`` has the lines told of."""
    told = []

    async def within():
        async with asyncio.TaskGroup() as tasks:
            syncs = GroupedSyncs(sync, tasks)
            await play(syncs, lambda line: syncs.written(lambda failure: told.append((line, failure))), told)

    asyncio.run(within())
    return told


def test_lines_that_are_written_during_a_sync_share_the_next_and_are_told_of_after_it():
    disk = Disk()

    async def play(syncs, write, told):
        def put(line):
            disk.lines.append(line)
            write(line)

        put("a")
        await asyncio.to_thread(disk.began.acquire)
        put("b")
        put("c")
        assert told == []
        disk.go.release()
        await asyncio.to_thread(disk.began.acquire)
        assert told == [("a", None)]
        disk.go.release()

    told = run(play, disk.sync)
    assert disk.on_disk == [["a"], ["a", "b", "c"]]
    assert told == [("a", None), ("b", None), ("c", None)]


def test_a_failed_sync_is_told_to_the_lines_that_it_should_have_covered_and_to_no_others():
    full = OSError(errno.EIO, os.strerror(errno.EIO))
    outcomes = iter([full, None])

    def sync():
        if error := next(outcomes):
            raise error

    async def play(syncs, write, told):
        write("a")
        write("b")
        await syncs.at_most(0)
        write("c")

    assert run(play, sync) == [("a", full), ("b", full), ("c", None)]


def test_whoever_waits_for_the_disk_goes_on_when_everything_is_on_it():
    async def play(syncs, write, told):
        await syncs.at_most(0)
        write("a")
        write("b")
        await syncs.at_most(2)
        assert told == []
        await syncs.at_most(1)
        assert told == [("a", None), ("b", None)]

    run(play, lambda: None)


def test_an_error_in_telling_ends_everything():
    def tell(failure):
        raise BrokenPipeError

    async def play(syncs, write, told):
        syncs.written(tell)
        await asyncio.Event().wait()

    with pytest.raises(BaseExceptionGroup) as raised:
        run(play, lambda: None)
    assert raised.group_contains(BrokenPipeError)
