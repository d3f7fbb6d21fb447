"""Processes of Hydra's parallel launchers: they end with the command, and one that dies does not end the sweep."""

import multiprocessing
import os
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from functools import cache

from gtarena.errors import UnfinishedError

LAUNCHER = "GTARENA_LAUNCHER"  # environment variable with the process id of the command, for the processes of its jobs
RELAUNCHES = 3
WATCH = "end with launcher"
LOOK_EVERY = 0.2  # seconds
DIED = "a process of the sweep died (out of memory, or killed)"


def relaunched(launch: Callable[[], object]) -> None:
    """Launches jobs, again if a process died: joblib then ends all others too, but jobs go on where they were.

    Raises:
        UnfinishedError: processes died time and again.
        Exception: what the launch raises otherwise.
    """
    os.environ[LAUNCHER] = str(os.getpid())
    for _ in range(RELAUNCHES + 1):
        try:
            launch()
            return
        except BrokenProcessPool:
            print(f"gtarena: {DIED}; the sweep goes on", file=sys.stderr)
    raise UnfinishedError(f"{DIED} {RELAUNCHES + 1} times; with fewer at a time (hydra.launcher.n_jobs=1) it is seen "
                          "which job it is. The same command goes on; finished matches are kept.")


@cache
def end_with_launcher() -> None:
    """Ends this process, if it is a child in which a launcher runs jobs, as soon as the command is gone."""
    launcher = int(os.environ.get(LAUNCHER) or os.getpid())
    # Launchers on clusters start main processes, which are to outlive the command. A program may run the command in a
    # child of its own.
    if launcher != os.getpid() and multiprocessing.current_process().name != "MainProcess":
        threading.Thread(target=_end_with, args=(launcher,), name=WATCH, daemon=True).start()


def _end_with(launcher: int) -> None:
    while os.getppid() == launcher:
        time.sleep(LOOK_EVERY)
    os._exit(1)
