"""Checks that runs survive server errors and kills: nothing is lost, played twice or paid for twice.

    python scripts/survive.py --matches 500

Plays the same matches of kuhn_poker three times: with a server that fails some requests, again from the cache of the
first run, and with a run that is killed at random moments. The exit code is 1 if a check fails.
"""

import argparse
import random
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from _harness import Checks, records, run, start

from gtarena.logs.records import MatchRecord
from tests.support.faulty_server import FAULTS, GOOD, FaultyServer

AGENTS = ("llm", "random", "cot")
TABLES = 3  # pairings of the agents
CONCURRENCY = 16
LATENCY = 0.05  # seconds per reply, so that calls are in flight when a run is killed
TIME_LIMIT = 1.5  # seconds per request
# With 30 % of faults, one call in a million needs more retries; with six retries it would be one in five thousand.
RETRIES = 10

# Faults that litellm accepts as valid answers.
HARMLESS = ("wrong_content_type",)
# Fields that may differ between two runs of the same matches.
INCIDENTAL = {"started": True, "seconds": True,
              "calls": {"__all__": {"seconds": True, "cached": True, "retries": True, "cost": True}}}


@dataclass(frozen=True)
class Trial:
    """The server, the folder for all results, and the number of matches."""

    server: FaultyServer
    folder: Path
    matches: int

    def words(self, cache: str) -> list[str]:
        """Returns the arguments of gtarena for a run with the cache of this name."""
        return [
            "game=kuhn_poker", f"agents=[{','.join(AGENTS)}]", f"matches={self.matches // TABLES}",
            "model.name=openai/faulty", f"model.api_base={self.server.api_base}", f"model.timeout={TIME_LIMIT}",
            f"model.concurrency={CONCURRENCY}", f"model.retries={RETRIES}",
            "cache.enabled=true", f"cache.path={self.folder / cache}",
        ]

    def requests(self) -> int:
        """Returns the number of requests that the server has received."""
        return int(self.server.stats()["requests"])

    def answered(self) -> int:
        """Returns the number of requests to which the server gave an answer that clients accept."""
        kinds = self.server.stats()["kinds"]
        return sum(kinds.get(kind, 0) for kind in (GOOD, *HARMLESS))


def results(found: list[MatchRecord]) -> dict[str, Any]:
    """Returns the records by match id, without the fields that may differ between runs."""
    return {record.match_id: record.model_dump(exclude=INCIDENTAL) for record in found}


def check_complete(check: Checks, trial: Trial, found: list[MatchRecord]) -> None:
    """Checks that every match has finished, and is logged once."""
    finished = sum(record.outcome == "finished" for record in found)
    check(f"all {trial.matches} matches finished", finished == trial.matches, finished)
    times = Counter(record.match_id for record in found)
    check("no match is logged twice", max(times.values(), default=0) == 1, f"{len(times)} different matches")


def against_faults(check: Checks, trial: Trial) -> dict[str, Any]:
    """Runs with failing requests, and returns the results."""
    run(trial.folder / "faults", *trial.words("cache"))
    found = records(trial.folder / "faults")
    check_complete(check, trial, found)
    calls = [call for record in found for call in record.calls]
    paid = [call for call in calls if not call.cached]
    check("no two matches share a reply", len(paid) == len(calls), f"{len(paid)} of {len(calls)} calls were made")
    logged = sum(1 + call.retries for call in paid)
    check("the log accounts for every request", logged == trial.requests(), f"{logged} of {trial.requests()}")
    check("every answer is logged", len(paid) == trial.answered(), f"{len(paid)} of {trial.answered()}")
    kinds = trial.server.stats()["kinds"]
    for kind in (GOOD, *FAULTS):
        print(f"          {kind:24} {kinds.get(kind, 0):6}")
    return results(found)


def with_warm_cache(check: Checks, trial: Trial, expected: dict[str, Any]) -> None:
    """Runs the same matches in a new folder, with the cache of the first run."""
    before = trial.requests()
    run(trial.folder / "warm", *trial.words("cache"))
    found = records(trial.folder / "warm")
    check("no request reached the server", trial.requests() == before, trial.requests() - before)
    check("every call came from the cache", all(call.cached for record in found for call in record.calls), "")
    check("the results are the same", len(found) == trial.matches and results(found) == expected, "")


def with_kills(check: Checks, trial: Trial, expected: dict[str, Any], kills: int, rng: random.Random) -> None:
    """Runs the same matches in a new folder with a new cache, and kills the run repeatedly."""
    requests, answered = trial.requests(), trial.answered()
    trial.server.start_over()
    moments = sorted(rng.sample(range(1, requests * 9 // 10), kills))
    in_flight = [kill_at(trial, moment, rng) for moment in moments]
    killed = [most for most in in_flight if most is not None]
    check(f"the run was killed {kills} times", len(killed) == kills, f"after {moments} requests")
    run(trial.folder / "kills", *trial.words("cache of kills"))
    found = records(trial.folder / "kills")
    check_complete(check, trial, found)
    check("the results are the same as without kills", results(found) == expected, "")
    repeated = trial.answered() - answered
    check("only calls in flight at a kill are paid for twice", 0 <= repeated <= sum(killed),
          f"{repeated} of {sum(killed)}")


def kill_at(trial: Trial, moment: int, rng: random.Random) -> int | None:
    """Starts the run, and kills it soon after ``moment`` requests in total, at least one of them its own.

    Returns:
        The maximum number of calls that were in flight, or ``None`` if the run ended before the kill.
    """
    folder, before = trial.folder / "kills", trial.requests()
    process = start(folder, *trial.words("cache of kills"))
    while trial.requests() < max(moment, before + 1):
        if process.poll() is not None:
            return None
        time.sleep(0.005)
    time.sleep(rng.uniform(0, 2 * LATENCY))
    process.kill()
    process.wait()
    lines = sum(file.read_bytes().count(b"\n") for file in folder.glob("matches*.jsonl"))
    # Each match makes one call at a time.
    return min(CONCURRENCY, trial.matches - lines)


def main() -> None:
    """Runs the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=500, help="minimum number of matches (default: 500)")
    parser.add_argument("--rate", type=float, default=0.3, help="share of requests that fail (default: 0.3)")
    parser.add_argument("--kills", type=int, default=10, help="number of kills of the third run (default: 10)")
    parser.add_argument("--seed", type=int, default=0, help="seed of faults and kills (default: 0)")
    options = parser.parse_args()
    check = Checks()
    server = FaultyServer(options.seed, options.rate, latency=LATENCY, patience=2 * TIME_LIMIT)
    with tempfile.TemporaryDirectory() as folder:
        trial = Trial(server, Path(folder), TABLES * -(-options.matches // TABLES))
        print(f"{trial.matches} matches, {options.rate:.0%} of the requests fail")
        expected = against_faults(check, trial)
        print("The same matches from the cache")
        with_warm_cache(check, trial, expected)
        print("The same matches with a new cache, killed at random moments")
        with_kills(check, trial, expected, options.kills, random.Random(options.seed))
    server.close()
    sys.exit(check.failed > 0)


if __name__ == "__main__":
    main()
