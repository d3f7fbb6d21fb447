"""Runs started from the command line, and the files that they write."""

import asyncio
import hashlib
import json
import multiprocessing
import os
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import IO, Any

from gtarena.agents.search import bot_agent
from gtarena.models import litellm_loader
from tests.support.commands import run_command

os.register_at_fork(after_in_child=bot_agent._search_threads.cache_clear)  # whose threads a copy does not have


def play_here(folder: Path, *words: str) -> int:
    """Runs ``gtarena WORDS`` with its results in the folder, in this process, and returns its exit code."""
    return run_command(f"hydra.run.dir={folder}", *words)


class Forked:
    """A run in a forked copy of this process, which has imported what it needs; ``prepare`` is called in it first."""

    def __init__(self, folder: Path, *words: str, prepare: Callable[[], object] | None = None) -> None:
        reading, writing = os.pipe()
        self._output = os.fdopen(reading)
        self.process = multiprocessing.get_context("fork").Process(
            target=_run_apart, args=(writing, folder, words, prepare))
        self.process.start()
        os.close(writing)

    def finish(self) -> tuple[str, int | None]:
        """Waits until the last process of the run has ended; returns what they wrote, and the first one's exit code."""
        late = threading.Timer(300, self.process.kill)
        late.start()
        with self._output:
            written = self._output.read()  # every process of the run holds the other end
        self.process.join()
        late.cancel()
        return written, self.process.exitcode


def _run_apart(writing: int, folder: Path, words: Sequence[str], prepare: Callable[[], object] | None) -> None:
    for descriptor in (1, 2):
        os.dup2(writing, descriptor)
    os.close(writing)
    sys.stdout, sys.stderr = (os.fdopen(descriptor, "w", closefd=False) for descriptor in (1, 2))
    if prepare:
        prepare()
    sys.exit(play_here(folder, *words))


def pipe_that_nobody_reads() -> int:
    """Returns the descriptor to write to."""
    reading, writing = os.pipe()
    os.close(reading)
    return writing


def kill_when(ready: threading.Event, folder: Path, *words: str) -> None:
    """Starts a run and kills it without warning as soon as the event is set."""
    asyncio.run(litellm_loader.warm_up())  # once, and not in every copy
    run = Forked(folder, *words)
    for _ in range(300):
        if ready.wait(timeout=1):
            break
        assert run.process.is_alive(), run.finish()
    assert ready.is_set(), "the run got stuck"
    run.process.kill()
    run.finish()


def read_until(stream: IO[str], ending: str) -> str:
    """Reads from a process up to a text; fails if the process ends before it has written that."""
    seen = ""
    while not seen.endswith(ending):
        character = stream.read(1)
        assert character, f"ended without {ending!r}: {seen}"
        seen += character
    return seen


def whole(path: Path) -> bytes:
    """Returns the content of a file up to its last line break."""
    return b"".join(line for line in path.read_bytes().splitlines(keepends=True) if line.endswith(b"\n"))


def match_lines(folder: Path) -> Iterator[str]:
    """Yields the complete lines of all match logs in the folder."""
    for path in sorted(folder.glob("matches*.jsonl")):
        yield from whole(path).decode().splitlines()


def untimed(folder: Path) -> dict[str, str]:
    """Returns the logged lines by match, without times of day and durations; no match may be logged twice."""
    found: dict[str, str] = {}
    for line in match_lines(folder):
        fields: dict[str, Any] = json.loads(line)
        del fields["started"], fields["seconds"]
        for call in fields["calls"]:
            del call["seconds"]
        assert fields["match_id"] not in found
        found[fields["match_id"]] = json.dumps(fields)
    return found


def check_texts(folder: Path) -> None:
    """Checks that every text of a logged call is stored under its hash, and no text twice in a file."""
    stored: set[str] = set()
    for path in folder.glob("texts*.jsonl"):
        rows = [json.loads(line) for line in whole(path).splitlines()]
        assert all(hashlib.sha256(row["text"].encode()).hexdigest() == row["sha256"] for row in rows)
        assert max(Counter(row["sha256"] for row in rows).values(), default=1) == 1
        stored |= {row["sha256"] for row in rows}
    calls = [call for line in match_lines(folder) for call in json.loads(line)["calls"]]
    assert {message["sha256"] for call in calls for message in call["messages"]} <= stored
