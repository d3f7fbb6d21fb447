"""Shows that memory stays flat however many matches are played.

    python scripts/memory.py --matches 10000

plays kuhn_poker with offline models in a process of its own and prints the most memory that this has ever held
(resident), every 2,000 matches and after the report. The exit code is 1 if that was too much.
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
    """The most memory in kB that a process has held, ``None`` once it has ended."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next((int(line.split()[1]) for line in lines if line.startswith("VmHWM")), None)


def written(log: Path) -> Iterator[int]:
    """The number of lines of a file that grows; each step reads what has come since the last."""
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
    parser.add_argument("--matches", type=int, default=10_000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        process = start(Path(folder), "game=kuhn_poker", "agents=[llm,random]", f"matches={options.matches}")
        most, due = 0, STEP
        for lines in written(Path(folder) / "matches.jsonl"):
            held = peak(process.pid)
            # Not waited for before: until then the system keeps what /proc tells, though not the memory's size.
            if held is None:
                break
            most = max(most, held)
            if lines >= due:
                print(f"{lines:7,} matches {most / 1000:6.0f} MB", flush=True)
                due += STEP
            time.sleep(0.05)
        code = process.wait()
    check = Checks()
    check("the run ended well", code == 0, f"exit code {code}")
    check(f"with the report it held less than {TARGET} MB", most < TARGET * 1000, f"{most / 1000:.0f} MB")
    sys.exit(check.failed > 0)


if __name__ == "__main__":
    main()
