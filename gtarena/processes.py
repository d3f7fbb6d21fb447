"""Processes that work for this one and end with it."""

import gc
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing.context import SpawnContext
from typing import TypeVar

from gtarena.output import without_secrets

Item = TypeVar("Item")
Result = TypeVar("Result")

MOST = 4  # processes of a pool


def cores() -> int:
    """Returns the number of processor cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def spawning() -> SpawnContext:
    """Returns what starts new processes; a forked copy of a process with threads can deadlock.

    A process of joblib would name its own way of starting processes to new ones, which do not know it.
    """
    if multiprocessing.get_start_method(allow_none=True) == "loky":
        multiprocessing.set_start_method("spawn", force=True)
    return multiprocessing.get_context("spawn")


def in_order(work: Callable[[Item], Result], items: Sequence[Item], processes: int) -> Iterator[Result]:
    """Yields the results of work on the items, in their order; with one process, in this one.

    Args:
        work: what is done with an item; it, the items and the results are sent between processes.
        items: the items.
        processes: the number of processes that share them.

    Raises:
        BrokenProcessPool: a process has died.
    """
    if processes <= 1:
        yield from map(work, items)
        return
    with ProcessPoolExecutor(processes, spawning(), _begin) as pool:
        try:
            yield from pool.map(partial(_done, work), items)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _begin() -> None:
    """Prepares a process of a pool."""
    # Work on logs makes many objects at once, and no cycles: to look for them as often as usual takes a sixth longer.
    gc.set_threshold(50_000)
    # Ctrl-C reaches every process of the terminal; the parent ends its workers.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()


def _done(work: Callable[[Item], Result], item: Item) -> Result:
    with without_secrets():
        return work(item)


def end_with_parent() -> None:
    """Watches the parent, in a thread, and ends this process as soon as it is gone."""
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
