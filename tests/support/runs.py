"""Runs started from the command line, and the files that they write."""

import hashlib
import json
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from tests.support.commands import run_command


def play_here(folder: Path, *words: str) -> int:
    """Runs ``gtarena WORDS`` with its results in the folder, in this process, and returns its exit code."""
    return run_command(f"hydra.run.dir={folder}", *words)


def start(folder: Path, *words: str, module: str = "gtarena") -> subprocess.Popen[str]:
    """Starts the same in a process of its own; ``module`` is another one that runs the command line."""
    command = [sys.executable, "-m", module, f"hydra.run.dir={folder}", *words]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def kill_when(ready: threading.Event, folder: Path, *words: str, module: str = "gtarena") -> None:
    """Starts a run and kills it without warning as soon as the event is set."""
    process = start(folder, *words, module=module)
    for _ in range(300):
        if ready.wait(timeout=1):
            break
        assert process.poll() is None, process.communicate()[0]
    assert ready.is_set(), "the run got stuck"
    process.kill()
    # Every process of the run holds the other end of the pipe, so this returns when the last of them has ended.
    process.communicate(timeout=300)


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
