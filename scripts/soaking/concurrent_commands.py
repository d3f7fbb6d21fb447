"""Several processes at once: two writers of one folder, two identical commands on one cache, and limits they share."""

import time
from collections.abc import Iterator, Mapping
from typing import Any

from soaking.trial import Fault, Finding, Trial


def faults(expected: Mapping[str, Any]) -> Iterator[Fault]:
    """Yields all faults of this kind."""
    yield Fault("two writers of one folder", lambda trial: _two_writers(trial, expected))
    for workers in (1, 2):
        name = f"two identical commands on one cache, workers={workers}"
        yield Fault(name, lambda trial, name=name, workers=workers: _two_commands(name, trial, workers, expected))
    yield Fault("one command killed while another waits for its calls", lambda trial: _abandoned(trial, expected))


def _two_writers(trial: Trial, expected: Mapping[str, Any]) -> Finding:
    first, second = trial.start(), trial.start()
    ends = (trial.end(first), trial.end(second))
    trouble = next((ended.trouble for ended in ends if ended.trouble), "")
    if not any(ended.code == 0 for ended in ends):
        trouble = f"neither command succeeded: {ends}"
    return trial.settle(Finding("two writers of one folder", trouble), expected)


def _two_commands(name: str, trial: Trial, workers: int, expected: Mapping[str, Any]) -> Finding:
    other = trial.folder / "other"
    words = [*trial.words()[1:], f"workers={workers}"]
    processes = [trial.start(f"hydra.run.dir={folder}", *words) for folder in (trial.results, other)]
    ends = [trial.end(process) for process in processes]
    trouble = next((ended.trouble or f"exit code {ended.code}" for ended in ends if ended.code), "")
    return trial.settle(Finding(name, trouble), expected)


def _abandoned(trial: Trial, expected: Mapping[str, Any]) -> Finding:
    """Kills the command that makes the calls; the other must take them over."""
    other = trial.folder / "other"
    first = trial.start()
    while first.poll() is None and not trial.server.stats()["requests"]:
        time.sleep(0.002)
    second = trial.start(f"hydra.run.dir={other}", *trial.words()[1:])
    time.sleep(0.05)
    first.kill()
    first.wait()
    ended = trial.end(second)
    trial.in_flight += 4
    trouble = ended.trouble or (f"exit code {ended.code}" if ended.code else "")
    return trial.settle(Finding("one command killed while another waits for its calls", trouble), expected)
