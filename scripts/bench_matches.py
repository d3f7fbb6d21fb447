"""Whole runs of matches: without models beside a bare loop, and with an offline model beside those without."""

import argparse
import random
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pyspiel
from _bench import Row, cpu_seconds, gtarena
from bench_playouts import pyspiel_playout

from gtarena.cli import hydra_app

SECONDS_PER_MATCH = 1 / 2000
FEW = 100  # matches of a run whose time is mostly that of its start and report
BEST_OF = 3


def rows(options: argparse.Namespace) -> Iterator[Row]:
    """Yields the rows of both kinds of runs."""
    with tempfile.TemporaryDirectory() as name:
        folder, many = Path(name), max(options.matches, 2 * FEW)
        played, reported = per_match(folder, many, "game=tic_tac_toe", "agents=[random,random]")
        bare = cpu_seconds(lambda: bare_loop(many), best_of=BEST_OF) / many
        yield Row("tic_tac_toe: logged match of random agents", played, "pyspiel's bare loop, no log", bare)
        yield Row("the same", played, "2,000 matches a second", SECONDS_PER_MATCH, 1.0)
        yield Row("the same, with its share of the report", reported, "the match alone", played)
        asked, _ = per_match(folder / "asked", many, "game=tic_tac_toe", "agents=[llm,random]")
        yield Row("tic_tac_toe: logged match of an offline model and a random agent", asked, "without models", played)


def per_match(folder: Path, many: int, *words: str) -> tuple[float, float]:
    """Returns the CPU seconds that one more match takes in a run of many, without and with the report."""
    few_played, few_reported = run_seconds(folder / "few", FEW, *words)
    played, reported = run_seconds(folder / "many", many, *words)
    return (played - few_played) / (many - FEW), (reported - few_reported) / (many - FEW)


def run_seconds(folder: Path, matches: int, *words: str) -> tuple[float, float]:
    """Returns the least CPU seconds of several runs: for planning and playing, and with start and report."""
    play, playing = hydra_app.play_missing, []

    def timed(*settings: Any) -> Any:
        started = time.process_time()
        try:
            return play(*settings)
        finally:
            playing.append(time.process_time() - started)

    with patch.object(hydra_app, "play_missing", timed):
        whole = [gtarena(hydra_app.launch, f"hydra.run.dir={folder}-{again}", f"matches={matches}", *words)
                 for again in range(BEST_OF)]
    return min(playing), min(whole)


def bare_loop(matches: int) -> None:
    """Plays random matches without agents and logs."""
    game, rng = pyspiel.load_game("tic_tac_toe"), random.Random(1)
    for _ in range(matches):
        pyspiel_playout(game, rng)
