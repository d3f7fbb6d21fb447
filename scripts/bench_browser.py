"""Measures the report of a long log with its match browser: seconds, memory of all processes, and sizes of its files.

    python scripts/bench_browser.py --matches 20000

Plays a few matches of several games with offline models, and copies them under new ids until there are enough, with
prompts and replies that differ from match to match, as those of a real model do. Then makes the report in a process of
its own. The exit code is 1 if the report takes more than 60 s or 1 GB for 20,000 matches, or as much more for more.
"""

import argparse
import hashlib
import json
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from subprocess import DEVNULL, Popen
from typing import Any

from _bench import gtarena
from _harness import Checks

from gtarena.cli import hydra_app

GAMES = {"tic_tac_toe": 20, "connect_four": 14, "kuhn_poker": 20, "nim": 20, "santorini": 3}
AGENTS = "agents=[llm@offline/flaky,llm@offline/random,cot@offline/random]"
SECONDS, MEGABYTES, MATCHES = 60, 1000, 20_000
FIRST = 1000  # matches among which every match that was played has a copy
WORDS = ("I think", "the next move", "should stop", "what my opponent plans", "because a corner", "now threatens",
         "two lines", "while waiting", "gives away the centre", "and then", "every reply", "loses one more piece")


def main() -> None:
    """Runs the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=MATCHES, help=f"number of matches (default: {MATCHES:,})")
    parser.add_argument("--log", type=Path, help="folder of a log that an earlier run of this script has kept here")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        log = options.log or Path(name) / "log"
        if not log.exists():
            write_log(log, options.matches, Path(name) / "played")
        sys.exit(measure(log, Path(name) / "report", options.matches))


def write_log(log: Path, matches: int, folder: Path) -> None:
    """Plays a few matches below ``folder`` and writes a log of many copies of them."""
    for game, number in GAMES.items():
        gtarena(hydra_app.launch, f"hydra.run.dir={folder / game}", f"game={game}", AGENTS, f"matches={number}")
    lines = [line for file in sorted(folder.rglob("matches.jsonl")) for line in file.read_bytes().splitlines()]
    texts = {row["sha256"]: row["text"] for file in folder.rglob("texts.jsonl")
             for row in map(json.loads, file.read_bytes().splitlines())}
    log.mkdir(parents=True)
    decisions = 0
    with (log / "matches.jsonl").open("w") as records, (log / "texts.jsonl").open("w") as prompts:
        for number in range(matches):
            record = json.loads(lines[number % len(lines)])
            for text in changed(record, number, texts):
                prompts.write(json.dumps(text) + "\n")
            records.write(json.dumps(record, separators=(",", ":")) + "\n")
            decisions += len({(call["player"], call["move_number"]) for call in record["calls"]})
    size = sum(file.stat().st_size for file in log.iterdir()) / 1e6
    print(f"{matches:,} matches, {decisions:,} decisions, {size:,.0f} MB of logs", flush=True)


def changed(record: dict[str, Any], number: int, texts: dict[str, str]) -> Iterator[dict[str, str]]:
    """Makes a copy of a match one of its own, and yields the prompts that it alone has."""
    draw = random.Random(number)
    record["match_id"] = hashlib.sha256(str(number).encode()).hexdigest()[:16]
    for call in record["calls"]:
        call["reply"] = f"{' '.join(draw.choices(WORDS, k=25))}. {call['reply']}"
        asked = call["messages"][-1]
        text = f"{texts[asked['sha256']]}\n\n{' '.join(draw.choices(WORDS, k=60))}, {number}."
        asked["sha256"] = hashlib.sha256(text.encode()).hexdigest()
        yield {"sha256": asked["sha256"], "text": text}
    for digest in sorted({message["sha256"] for call in record["calls"] for message in call["messages"][:-1]}):
        if number < FIRST:  # they are the same in all copies
            yield {"sha256": digest, "text": texts[digest]}


def measure(log: Path, out: Path, matches: int) -> int:
    """Makes the report, prints what it takes, and returns the exit code."""
    started = time.monotonic()
    process = Popen([sys.executable, "-m", "gtarena", "report", str(log), "--out", str(out)], stdout=DEVNULL)
    most = 0
    while process.poll() is None:
        most = max(most, memory(process.pid))
        time.sleep(0.1)
    seconds = time.monotonic() - started
    sizes = [file.stat().st_size / 1e6 for file in (out / "report_files").glob("*.js")]
    print(f"report.html {(out / 'report.html').stat().st_size / 1e6:.1f} MB, report_files {sum(sizes):.0f} MB in "
          f"{len(sizes):,} files, the largest {max(sizes):.2f} MB")
    check, share = Checks(), max(1.0, matches / MATCHES)
    check("the report was made", process.returncode == 0, f"exit code {process.returncode}")
    check(f"within {SECONDS * share:.0f} s", seconds < SECONDS * share, f"{seconds:.1f} s")
    check(f"all processes together below {MEGABYTES} MB", most < MEGABYTES, f"{most} MB")
    return int(check.failed > 0)


def memory(pid: int) -> int:
    """Returns the megabytes that a process and those that it has started hold, shared ones divided among them."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except (FileNotFoundError, ProcessLookupError, PermissionError):
        return 0
    held = sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return held // 1000 + sum(memory(int(child)) for child in children)


if __name__ == "__main__":
    main()
