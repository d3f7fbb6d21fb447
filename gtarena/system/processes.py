"""Processes that work for this one and end with it."""

import copy
import errno
import gc
import multiprocessing
import os
import signal
import threading
import traceback
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, suppress
from functools import partial
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnContext
from typing import Any, TypeVar

from gtarena.system.exhaustion import ExhaustedError, Resource, find_exhaustion, require_room
from gtarena.system.output import without_secrets

Item = TypeVar("Item")
Result = TypeVar("Result")

MOST = 4  # processes of a pool
at_start: dict[str, Callable[[], None]] = {}  # done first in every process that is started, under names of one's own


def count_cores() -> int:
    """Returns the number of processor cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def spawn_context() -> SpawnContext:
    """Returns what starts new processes; a forked copy of a process with threads can deadlock.

    A process of joblib would name its own way of starting processes to new ones, which do not know it.
    """
    if multiprocessing.get_start_method(allow_none=True) == "loky":
        multiprocessing.set_start_method("spawn", force=True)
    return multiprocessing.get_context("spawn")


def start_process(work: Callable[[Connection], None]) -> Connection:
    """Starts a process that does some work, and returns this process's end of a pipe; the work is given the other end.

    The last that comes through the pipe is the exception that the work raised, if it raised one. Then the pipe ends, as
    it does when the process dies. ``work`` is sent between processes; its modules are imported in the new one.

    Raises:
        OSError: the process cannot be started.
    """
    context = spawn_context()
    # A pipe for each process: one that is killed while it uses a shared pipe would leave it locked for the others.
    own, other = context.Pipe()
    with other:  # Afterwards only the process holds this end, so that the pipe closes when it ends.
        context.Process(target=_begin, args=(other,), daemon=True).start()
    _send(own, tuple(at_start.values()))
    _send(own, work)
    return own


def _send(pipe: Connection, something: object) -> None:
    """Sends something to a process; if that has died, the pipe tells so when it is read."""
    with suppress(BrokenPipeError, ConnectionResetError):
        pipe.send(something)


def map_in_order(work: Callable[[Item], Result], items: Sequence[Item], processes: int) -> Iterator[Result]:
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
    waiting, done = deque(enumerate(items)), dict[int, Any]()
    with ExitStack() as pipes:
        idle = [pipes.enter_context(start_process(partial(_each, work))) for _ in range(min(processes, len(items)))]
        busy: dict[Connection, int] = {}
        for number in range(len(items)):
            while number not in done:
                while idle and waiting:
                    given, item = waiting.popleft()
                    busy[idle[-1]] = given
                    _send(idle.pop(), item)
                for pipe in wait_for_pipes(busy):
                    given = busy.pop(pipe)
                    done[given] = _receive(pipe)
                    idle += [pipe] * (not isinstance(done[given], Exception))  # after which its process ends
            if isinstance(result := done.pop(number), Exception):
                raise result
            yield result


def wait_for_pipes(pipes: Iterable[Connection]) -> list[Connection]:
    """Waits for pipes, and returns those from which something can be read, or which have ended.

    Raises:
        ExhaustedError: this process may not even have as many files open as there are pipes.
    """
    waiting = list(pipes)
    try:
        found = wait(waiting)
    except OSError as error:
        if error.errno == errno.EINVAL:  # as poll(2) says it
            raise ExhaustedError(Resource.DESCRIPTORS) from error
        raise
    return [pipe for pipe in waiting if pipe in found]


def _receive(pipe: Connection) -> Any:
    try:
        return pipe.recv()
    except (EOFError, OSError) as error:
        raise BrokenProcessPool("a process died") from error


def _each(work: Callable[[Item], Result], pipe: Connection) -> None:
    """Works on the items that come through a pipe, and sends the results, until no more come."""
    # Work on logs makes many objects at once, and no cycles: to look for them as often as usual takes a sixth longer.
    gc.set_threshold(50_000)
    with suppress(EOFError):
        while True:
            pipe.send(work(pipe.recv()))


def _begin(pipe: Connection) -> None:
    """Does the work that comes through a pipe, in a new process."""
    # Ctrl-C reaches every process of the terminal; the parent ends its workers.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with without_secrets(), suppress(OSError):  # the other end may be closed
        try:
            end_with_parent()
            require_room()
            for prepare in pipe.recv():
                prepare()
            pipe.recv()(pipe)
        except Exception as error:  # noqa: BLE001  (told where it can be reported)
            error.add_note(traceback.format_exc())
            pipe.send(find_exhaustion(error) or _sendable(error))


def _sendable(error: Exception) -> Exception:
    """Returns an exception, or one of the same text if it cannot be made again in another process."""
    try:
        return copy.copy(error)
    except Exception:  # noqa: BLE001  (whatever the class of an exception demands)
        return RuntimeError(f"{type(error).__name__}: {error}")


def end_with_parent() -> None:
    """Watches the parent, in a thread, and ends this process as soon as it is gone."""
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
