"""Shared parts of the benchmark: a stopwatch, the rows of its table, and the machine's name."""

import contextlib
import importlib.metadata
import io
import os
import platform
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import _harness  # noqa: F401  (makes the packages importable from any directory)

PACKAGES = ("open_spiel", "litellm", "numpy", "pandas")


@dataclass(frozen=True)
class Row:
    """A measured time with the time that it is compared with, in seconds.

    ``most`` is the target: the largest ratio of the two, if there is one.
    """

    measured: str
    seconds: float
    reference: str
    other: float
    most: float | None = None

    @property
    def ratio(self) -> float:
        return self.seconds / self.other

    @property
    def met(self) -> bool:
        return self.most is None or self.ratio <= self.most

    def cells(self) -> tuple[str, ...]:
        """Returns the row's cells as text."""
        target = "" if self.most is None else f"at most {self.most:.3g}{'' if self.met else ', MISSED'}"
        return self.measured, _time(self.seconds), self.reference, _time(self.other), f"{self.ratio:.3g}", target

    def line(self) -> str:
        """Returns the row for a terminal."""
        measured, ours, reference, other, ratio, target = self.cells()
        return f"{measured:64} {ours:>9}   {reference:44} {other:>9} {ratio:>7}  {target}"

    def markdown(self) -> str:
        """Returns the row of a Markdown table."""
        return f"| {' | '.join(self.cells())} |"


def _time(seconds: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e6:.3g} µs"


def cpu_seconds(work: Callable[[], object], times: int = 1, best_of: int = 1) -> float:
    """Returns the CPU seconds that the work takes: the mean of ``times`` in a row, the best of several rows."""
    found = []
    for _ in range(best_of):
        started = time.process_time()
        for _ in range(times):
            work()
        found.append((time.process_time() - started) / times)
    return min(found)


def gtarena(command: Callable[[Sequence[str]], int], *words: str) -> float:
    """Runs a command of gtarena in this process, and returns its CPU seconds; if it fails, exits with its output."""
    started = time.process_time()
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()) as complaints:
        code = command(words)
    if code:
        sys.exit(f"gtarena failed:\n{complaints.getvalue()[-2000:]}")
    return time.process_time() - started


def machine() -> str:
    """Returns the system, processor, Python and libraries on one line."""
    cpuinfo = Path("/proc/cpuinfo")
    lines = cpuinfo.read_text().splitlines() if cpuinfo.exists() else []
    model = next((line.partition(": ")[2] for line in lines if line.startswith("model name")), platform.processor())
    libraries = ", ".join(f"{name} {importlib.metadata.version(name)}" for name in PACKAGES)
    return (f"{platform.system()} {platform.machine()}, {model}, {os.cpu_count()} cores, "
            f"Python {platform.python_version()}, {libraries}")
