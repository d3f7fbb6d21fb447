"""Grouped syncs: lines are told of as soon as they are on disk, and lines written close together share a sync."""

import asyncio
from collections.abc import Callable

Tell = Callable[[Exception | None], None]  # called with the error if the line may not be on disk


class GroupedSyncs:
    """Syncs of one log, one at a time, each for all lines that were written before it began.

    A sync begins as soon as a line waits for it and none is under way, so that no line waits longer than two take. It
    runs in a thread: what writes lines and awaits replies goes on meanwhile. ``sync`` returns when all lines are on
    disk, or raises. The tasks are made in ``tasks``, which fails with what a ``tell`` raises.
    """

    def __init__(self, sync: Callable[[], None], tasks: asyncio.TaskGroup) -> None:
        self._sync, self._tasks = sync, tasks
        self._waiting: list[Tell] = []
        self._task: asyncio.Task[None] | None = None

    def written(self, tell: Tell) -> None:
        """Takes note of a line that has been written; ``tell`` is called after its sync."""
        self._waiting.append(tell)
        if self._task is None or self._task.done():
            self._task = self._tasks.create_task(self._sync_all())

    async def at_most(self, lines: int) -> None:
        """Returns at once if no more than so many lines wait for the next sync, and otherwise when none waits."""
        if self._task is not None and len(self._waiting) > lines:
            await asyncio.wait({self._task})

    async def _sync_all(self) -> None:
        while self._waiting:
            covered, self._waiting = self._waiting, []
            failure: Exception | None = None
            try:
                await asyncio.to_thread(self._sync)
            except Exception as error:  # noqa: BLE001  (whatever kept the lines from the disk, or the sync from a thread)
                failure = error
            for tell in covered:
                tell(failure)
