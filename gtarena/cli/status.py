"""`gtarena status`: shows the status of runs and sweeps once, or again and again."""

import sys
import time
from collections.abc import Callable
from pathlib import Path

from gtarena.runs.status import status_lines

CLEAR = "\x1b[H\x1b[2J\x1b[3J"  # ECMA-48: cursor to the first place, and the page erased


def show(path: str | Path, every: float | None, pause: Callable[[float], None] = time.sleep) -> int:
    """Prints the status, again after so many seconds until Ctrl-C if ``every`` is given, and returns the exit code.

    Raises:
        UsageError: no run has been started there.
    """
    while True:
        text = "\n".join(status_lines(path))
        print(f"{CLEAR if every and sys.stdout.isatty() else ''}{text}", flush=True)
        if every is None:
            return 0
        try:
            pause(every)
        except KeyboardInterrupt:
            return 0
