"""Reports: the leaderboard of many matches, a suite's report with its pictures, and the error profile."""

import argparse
import tempfile
from collections.abc import Iterator
from pathlib import Path

from _bench import Row, cpu_seconds, gtarena
from _harness import records

from gtarena.cli import hydra_app, main
from gtarena.logs.replay import ReplayedMatch
from gtarena.metrics.agent_settings import DifferentSeats
from gtarena.suites.gtbench.profile import collect_cases, profile

LEADERBOARD_SECONDS = 14 / 21_000  # per match
SUITE_SECONDS = 15
PROFILE_SECONDS = 0.030  # per decision
SUITES = ("gtbench", "gamma_bench")
PROFILED = "connect_four"
PROFILED_MATCHES = 5


def rows(options: argparse.Namespace) -> Iterator[Row]:
    """Yields a row for each kind of report."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for suite in SUITES:
            played(folder / suite, f"suite={suite}", "matches=2", "agents=[llm]")
            yield Row(f"report of {suite}, with pictures", report(folder / suite), "limit", SUITE_SECONDS, 1.0)
        yield error_profile(folder / "profiled")
        played(folder / "many", "game=tic_tac_toe", "agents=[random,random]", f"matches={options.logged}")
        yield Row(f"leaderboard of {options.logged:,} matches", report(folder / "many"), "14 s for 21,000",
                  LEADERBOARD_SECONDS * options.logged, 1.0)


def played(folder: Path, *words: str) -> None:
    """Plays a run whose results are in the folder."""
    gtarena(hydra_app.launch, f"hydra.run.dir={folder}", *words)


def report(folder: Path) -> float:
    """Returns the CPU seconds that the report of a run takes."""
    return gtarena(main.run, "report", str(folder), "--out", str(folder / "again"))


def error_profile(folder: Path) -> Row:
    """Returns the time of the error profile for each decision of random agents."""
    played(folder, f"game={PROFILED}", "agents=[random,random]", f"matches={PROFILED_MATCHES}")
    found = records(folder)
    decisions = sum(len(record.history) for record in found)
    seats = DifferentSeats()

    def profiled() -> None:
        profile([collect_cases(ReplayedMatch(record), seats.add(record), judged=lambda seat: True) for record in found],
                seats)

    seconds = cpu_seconds(profiled) / decisions
    return Row(f"error profile of a decision in {PROFILED}", seconds, "half of 30 ms", PROFILE_SECONDS / 2, 1.0)
