"""Measures the time that gtarena and litellm add to the model's own.

    python scripts/latency.py

Makes two measurements:

- 64 concurrent matches with a server that takes 200 ms per reply. The playing time, from the logged start of the first
  match to the logged end of the last, is compared with the number of calls in the longest match times the latency. It
  includes neither the start of the process nor the import of litellm.
- One match at a time with a server that replies at once. The time between the end of one litellm call and the start of
  the next is gtarena's; the time of a litellm call minus that of a bare HTTP request is litellm's.

The exit code is 1 if a target is missed.
"""

import argparse
import asyncio
import contextlib
import http.client
import io
import json
import sys
import tempfile
import time
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any
from unittest.mock import patch
from urllib.parse import urlsplit

from _harness import Checks, records, serving

from gtarena.cli import hydra_app
from gtarena.models import litellm_loader

MOST_RATIO = 1.15
MOST_OVERHEAD = 0.002  # seconds
LEAST_MOVES = 10
BARE_REQUESTS = 200


def play(folder: Path, address: str, game: str, matches: int, concurrency: int, workers: int = 1) -> None:
    """Plays the model against itself in this process, with a new cache."""
    words = [
        f"hydra.run.dir={folder}", f"game={game}", "agents=[llm]", f"matches={matches}",
        "model.name=openai/served", f"model.api_base={address}", f"model.concurrency={concurrency}",
        f"workers={workers}",
        "cache.enabled=true", f"cache.path={folder.with_suffix('.cache')}",
    ]
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()) as complaints:
        code = hydra_app.launch(words)
    if code:
        sys.exit(f"gtarena failed:\n{complaints.getvalue()[-2000:]}")


def measure_ratio(check: Checks, folder: Path, game: str, latency: float, matches: int) -> None:
    """Compares the playing time of concurrent matches with the reply time of a slow server."""
    asyncio.run(litellm_loader.load_litellm())
    with serving("--rate", "0", "--latency", str(latency)) as address:
        used = time.process_time()
        play(folder, address, game, matches, concurrency=matches)
        used = time.process_time() - used
        found = records(folder)
        bare = asyncio.run(litellm_alone(address, matches, max(len(record.calls) for record in found)))
    cpu = used / sum(len(record.calls) for record in found)
    starts = [datetime.fromisoformat(record.started).timestamp() for record in found]
    ends = [start + record.seconds for start, record in zip(starts, found, strict=True)]
    seconds, calls = max(ends) - min(starts), [len(record.calls) for record in found]
    least = max(calls) * latency
    print(f"{matches} concurrent matches, {latency * 1000:.0f} ms per reply: {seconds:.2f} s for {sum(calls)} calls, "
          f"{cpu * 1000:.1f} ms of CPU per call; longest match: {max(calls)} x {latency:g} = {least:.2f} s")
    print(f"litellm alone, {matches} chains of {max(calls)} calls: {bare:.2f} s, {bare / least:.3f} times the reply "
          f"time; gtarena: {seconds / bare:.3f} times litellm's time")
    check(f"every match has at least {LEAST_MOVES} moves", min(calls) >= LEAST_MOVES, min(calls))
    check(f"playing time at most {MOST_RATIO} times that of the longest match's replies", seconds <= MOST_RATIO * least,
          f"{seconds / least:.3f}")


async def litellm_alone(address: str, chains: int, calls: int) -> float:
    """Returns the seconds that concurrent chains of consecutive calls take without gtarena."""
    litellm = await litellm_loader.load_litellm()
    messages = [{"role": "system", "content": "word " * 200}, {"role": "user", "content": "Legal moves: a | b"}]

    async def chain(length: int) -> None:
        for _ in range(length):
            await litellm.acompletion(model="openai/served", messages=messages, api_base=address, api_key="none")

    await chain(1)
    started = time.perf_counter()
    await asyncio.gather(*(chain(calls) for _ in range(chains)))
    seconds = time.perf_counter() - started
    await litellm_loader.close()
    return seconds


def measure_overhead(check: Checks, folder: Path, game: str, matches: int) -> None:
    """Measures the time per call outside of litellm, one call at a time, with a server that replies at once."""
    litellm = asyncio.run(litellm_loader.load_litellm())
    complete, spans, asked = litellm.acompletion, [], {}

    async def timed(**arguments: Any) -> Any:
        asked.update(arguments)
        started = time.perf_counter()
        try:
            return await complete(**arguments)
        finally:
            spans.append((started, time.perf_counter()))

    with serving("--rate", "0") as address:
        with patch.object(litellm, "acompletion", timed):
            play(folder, address, game, matches, concurrency=1)
        bare = bare_request(address, {"model": "served", "messages": asked["messages"]})
    ours = median(start - end for (_, end), (start, _) in pairwise(spans))
    inside = median(end - start for start, end in spans)
    print(f"Instant replies, one call at a time, medians of {len(spans)} calls: {inside * 1000:.2f} ms per litellm "
          f"call, {bare * 1000:.2f} ms of it for the bare HTTP request and {(inside - bare) * 1000:.2f} ms for litellm")
    check(f"gtarena takes at most {MOST_OVERHEAD * 1000:.0f} ms per call", ours <= MOST_OVERHEAD,
          f"{ours * 1000:.2f} ms")


def bare_request(address: str, payload: dict[str, Any]) -> float:
    """Returns the median seconds of this request with the standard library's HTTP client on one connection."""
    parts = urlsplit(address)
    connection = http.client.HTTPConnection(parts.netloc)
    body, headers, seconds = json.dumps(payload), {"Content-Type": "application/json"}, []
    for _ in range(BARE_REQUESTS):
        started = time.perf_counter()
        connection.request("POST", f"{parts.path}/chat/completions", body, headers)
        connection.getresponse().read()
        seconds.append(time.perf_counter() - started)
    connection.close()
    return median(seconds)


def main() -> None:
    """Runs the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="connect_four", help="game for two players (default: connect_four)")
    parser.add_argument("--matches", type=int, default=64, help="concurrent matches (default: 64)")
    parser.add_argument("--latency", type=float, default=0.2, help="seconds per reply (default: 0.2)")
    options = parser.parse_args()
    check = Checks()
    with tempfile.TemporaryDirectory() as folder:
        measure_ratio(check, Path(folder) / "slow", options.game, options.latency, options.matches)
        measure_overhead(check, Path(folder) / "instant", options.game, matches=8)
    sys.exit(check.failed > 0)


if __name__ == "__main__":
    main()
