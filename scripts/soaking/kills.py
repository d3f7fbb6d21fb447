"""Kills at random moments: by time, at the marks of each phase, by several signals, alone and with workers."""

import os
import random
import signal
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from gtarena.logs.ledger import read_ledgers
from gtarena.logs.spending import Spending
from soaking.trial import CONCURRENCY, Fault, Finding, Trial

SIGNALS = (signal.SIGKILL, signal.SIGKILL, signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
PAUSE = 0.002  # seconds between two looks at a run
WORKERS_END = 15.0  # seconds, on a busy machine

Reached = Callable[[Trial], bool]


def _lines(trial: Trial) -> int:
    return sum(file.read_bytes().count(b"\n") for file in trial.results.glob("matches*.jsonl"))


def _reported(trial: Trial) -> bool:
    return any(trial.results.glob("*.html*")) or any(trial.results.glob("*.csv*"))


# The moment of a phase at which a run is killed, given a random number of calls.
PHASES: Mapping[str, Callable[[int], Reached]] = {
    "start": lambda calls: lambda trial: True,
    "plan": lambda calls: lambda trial: any(trial.results.glob("plan.json*")),
    "first call": lambda calls: lambda trial: trial.server.stats()["requests"] > 0,
    "calls": lambda calls: lambda trial: trial.server.stats()["requests"] >= calls,
    "first match": lambda calls: lambda trial: _lines(trial) > 0,
    "last match": lambda calls: lambda trial: _lines(trial) >= trial.matches,
    "report": lambda calls: _reported,
    "text files": lambda calls: lambda trial: any(trial.results.glob("texts*.jsonl")),
}


def faults(number: int, rng: random.Random, expected: Mapping[str, Any]) -> Iterator[Fault]:
    """Yields ``number`` kills, each phase equally often."""
    names = list(PHASES)
    for index in range(number):
        phase, how, workers = names[index % len(names)], rng.choice(SIGNALS), rng.choice((1, 1, 2))
        calls, delay = rng.randint(1, 30), rng.uniform(0, 0.15 if phase != "start" else 3.0)
        name = f"{how.name} at {phase} + {delay:.2f} s, workers={workers}"
        yield Fault(name, _kill(name, PHASES[phase](calls), delay, how, workers, expected))


def _kill(
    name: str, reached: Reached, delay: float, how: signal.Signals, workers: int, expected: Mapping[str, Any]
) -> Callable[[Trial], Finding]:
    def attempt(trial: Trial) -> Finding:
        words = [*trial.words(), f"workers={workers}"]
        process = trial.start(*words)
        while process.poll() is None and not reached(trial):
            time.sleep(PAUSE)
        time.sleep(delay)
        if process.poll() is None:
            os.kill(process.pid, how)
        process.wait()
        finding = Finding(name, trouble=_left_over(process.pid) or _torn(trial.results) or _miscounted(trial))
        trial.in_flight += min(CONCURRENCY, max(0, trial.matches - _lines(trial)))
        return trial.settle(finding, expected)

    return attempt


def _left_over(group: int) -> str:
    """Returns the reason for a complaint if workers of a run go on long after it has ended."""
    due = time.monotonic() + WORKERS_END
    while time.monotonic() < due:
        if not any(_is_alive(path, group) for path in Path("/proc").glob("[0-9]*")):
            return ""
        time.sleep(0.05)
    return f"workers go on {WORKERS_END:g} s after the end of the run"


def _is_alive(process: Path, group: int) -> bool:
    try:
        state, _, of_group = (process / "stat").read_text().rpartition(")")[2].split()[:3]
    except OSError:
        return False
    return int(of_group) == group and state != "Z"


def _miscounted(trial: Trial) -> str:
    """Returns the numbers if the server received another number of requests than the run's folder tells.

    Those under way at a kill may have been received.
    """
    received, told = trial.server.stats()["requests"], read_ledgers(trial.results) or Spending()
    counted = told.requests - told.under_way <= received <= told.requests
    return "" if counted else f"{received} requests were received, and the folder tells of {told}"


def _torn(folder: Path) -> str:
    """Returns the first file that was left half written under its final name."""
    for path in sorted(folder.glob("*")):
        whole = path.suffix != ".html" or path.read_text().rstrip().endswith("</html>")
        if path.suffix == ".csv":
            whole = path.read_bytes().endswith(b"\n")
        if path.suffix == ".parquet":
            whole = path.read_bytes()[-4:] == b"PAR1"
        if not whole:
            return f"{path.name} is cut off"
    return ""
