"""Measures the time that gtarena and litellm add to the model's own.

    python scripts/latency.py

Makes three measurements:

- 64 concurrent matches with a server that takes 200 ms per reply, and again with one that takes a second. The playing
  time, from the logged start of the first match to the logged end of the last, is compared with as long chains of calls
  by litellm alone, in a process of its own, and with the ideal: the number of calls in the longest match times the
  latency. It includes neither the start of the process nor the import of litellm.
- Single calls to a server that replies at once: litellm's providers for OpenAI's protocol, and aiohttp alone. Their
  medians of wall time and their CPU time are those of this process; the server's own time is in all of them.
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
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any
from unittest.mock import patch
from urllib.parse import urlsplit

import aiohttp
from _harness import Checks, records, serving

from gtarena.cli import hydra_app
from gtarena.models import litellm_loader
from gtarena.models.exchange import HttpExchange, exchanging, most_bytes

MOST_RATIO = 1.15  # to the ideal
MOST_RATIO_TO_LITELLM = 1.1
FLAG = "EXPERIMENTAL_OPENAI_BASE_LLM_HTTP_HANDLER"  # litellm's other way of calling openai/
MOST_OVERHEAD = 0.002  # seconds
LEAST_MOVES = 10
MODEL = "openai/served"
MESSAGES = [{"role": "system", "content": "word " * 200}, {"role": "user", "content": "Legal moves: a | b"}]
BARE_REQUESTS = 200
WARM_UP = 20  # requests


def play(folder: Path, address: str, game: str, matches: int, concurrency: int, workers: int = 1) -> None:
    """Plays the model against itself in this process, with a new cache."""
    words = [
        f"hydra.run.dir={folder}", f"game={game}", "agents=[llm]", f"matches={matches}",
        f"model.name={MODEL}", f"model.api_base={address}", f"model.concurrency={concurrency}",
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
        bare = litellm_alone(address, matches, max(len(record.calls) for record in found))
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
    check(f"playing time at most {MOST_RATIO_TO_LITELLM} times litellm's", seconds <= MOST_RATIO_TO_LITELLM * bare,
          f"{seconds / bare:.3f}")
    check(f"playing time at most {MOST_RATIO} times that of the longest match's replies", seconds <= MOST_RATIO * least,
          f"{seconds / least:.3f}")


def litellm_alone(address: str, chains: int, calls: int) -> float:
    """Returns the seconds that concurrent chains of consecutive calls take without gtarena."""
    command = [sys.executable, str(Path(__file__).with_name("_litellm_alone.py")), MODEL, address, str(chains)]
    return float(subprocess.run([*command, str(calls)], check=True, stdout=subprocess.PIPE).stdout)


def measure_providers() -> None:
    """Prints the time of single calls by different ways through litellm, and without it."""
    with serving("--rate", "0") as address:
        for name, flag in (("openai/", "false"), ("openai/", "true"), ("hosted_vllm/", "false")):
            with patch.dict(os.environ, {FLAG: flag}):
                wall, cpu = asyncio.run(time_calls(by_litellm(f"{name}served", address)))
            way = f"{name} with {FLAG}" if flag == "true" else name
            print(f"{way:60} {wall * 1000:6.2f} ms per call, {cpu * 1000:6.2f} ms of CPU")
        wall, cpu = asyncio.run(time_calls(by_aiohttp(address)))
        print(f"{'aiohttp alone':60} {wall * 1000:6.2f} ms per call, {cpu * 1000:6.2f} ms of CPU")


Call = Callable[[], Awaitable[object]]


@contextlib.asynccontextmanager
async def by_litellm(name: str, address: str) -> AsyncIterator[Call]:
    """Yields a call through litellm and gtarena's transport."""
    async def leave() -> None:
        pass

    litellm = await litellm_loader.load_litellm()
    with exchanging(HttpExchange(most_bytes(None, None), leave)):
        yield lambda: litellm.acompletion(
            model=name, messages=MESSAGES, api_base=address, api_key="none", max_retries=0)
    await litellm_loader.close_litellm()


@contextlib.asynccontextmanager
async def by_aiohttp(address: str) -> AsyncIterator[Call]:
    """Yields the same call without litellm."""
    async with aiohttp.ClientSession() as session:
        async def call() -> object:
            payload = {"model": "served", "messages": MESSAGES}
            async with session.post(f"{address}/chat/completions", json=payload) as response:
                return await response.json()

        yield call


async def time_calls(way: AbstractAsyncContextManager[Call]) -> tuple[float, float]:
    """Returns the median wall time and the mean CPU time of a call in seconds, made one after another."""
    async with way as call:
        for _ in range(WARM_UP):
            await call()
        seconds, used = [], time.process_time()
        for _ in range(BARE_REQUESTS):
            started = time.perf_counter()
            await call()
            seconds.append(time.perf_counter() - started)
        return median(seconds), (time.process_time() - used) / BARE_REQUESTS


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
    parser.add_argument(
        "--latency", type=float, nargs="*", default=[0.2, 1.0], help="seconds per reply (default: 0.2 1)")
    options = parser.parse_args()
    check = Checks()
    with tempfile.TemporaryDirectory() as folder:
        for latency in options.latency:
            measure_ratio(check, Path(folder) / f"slow{latency:g}", options.game, latency, options.matches)
        measure_providers()
        measure_overhead(check, Path(folder) / "instant", options.game, matches=8)
    sys.exit(check.failed > 0)


if __name__ == "__main__":
    main()
