"""Checks that memory use does not grow with the number of matches.

    python scripts/memory.py --matches 10000

Plays kuhn_poker with an offline model in a subprocess, and prints the subprocess's peak resident memory every 2,000
matches and after the report. The exit code is 1 if the peak is above the limit of 400 MB.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from _harness import Checks, start

TARGET = 400  # megabytes
STEP = 2000


def peak(pid: int) -> int | None:
    """Returns the peak resident memory of a process in kB; ``None`` if the process has ended."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next((int(line.split()[1]) for line in lines if line.startswith("VmHWM")), None)


def written(log: Path) -> Iterator[int]:
    """Yields the number of lines of a growing file; each step reads only the new part."""
    while not log.exists():
        yield 0
    lines = 0
    with log.open("rb") as file:
        while True:
            lines += file.read().count(b"\n")
            yield lines


def main() -> None:
    """Runs the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=10_000, help="number of matches (default: 10,000)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        process = start(Path(folder), "game=kuhn_poker", "agents=[llm,random]", f"matches={options.matches}")
        most, due = 0, STEP
        for lines in written(Path(folder) / "matches.jsonl"):
            held = peak(process.pid)
            # An ended process keeps its entry in /proc until `wait` is called, but without a memory size.
            if held is None:
                break
            most = max(most, held)
            if lines >= due:
                print(f"{lines:7,} matches {most / 1000:6.0f} MB", flush=True)
                due += STEP
            time.sleep(0.05)
        code = process.wait()
    check = Checks()
    check("the run succeeded", code == 0, f"exit code {code}")
    check(f"peak memory below {TARGET} MB, including the report", most < TARGET * 1000, f"{most / 1000:.0f} MB")
    sys.exit(check.failed > 0)


if __name__ == "__main__":
    main()
