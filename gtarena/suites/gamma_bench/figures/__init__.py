"""The figures of gamma-Bench: comparisons round by round, play against fixed strategies, and single matches."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from gtarena.reports.sections import Figure, with_file_names
from gtarena.suites.gamma_bench.figures import actions, battle, choices, comparisons, fixed, pirates
from gtarena.suites.gamma_bench.figures.selection import first_runs
from gtarena.suites.gamma_bench.results import MatchResult
from gtarena.suites.gamma_bench.series import CHOICES
from gtarena.suites.gamma_bench.sweeps import Sweep

SINGLE = {"battle_royale": ("battle", battle.draw), "pirate_game": ("pirates", pirates.draw)}


def figures(results: Sequence[MatchResult], sweeps: Sequence[Sweep]) -> list[Figure]:
    """Returns all figures that these matches allow, under names of files."""
    single = [figure for who, runs in first_runs(results).items() for figure in _single_matches(who, runs)]
    return with_file_names([*comparisons.figures(sweeps), *fixed.figures(results), *single])


def _single_matches(who: str, runs: Mapping[str, MatchResult]) -> Iterator[Figure]:
    """Yields figures of each game's first run, games of simultaneous choices together (Figures 2, 3, 11, Table 3)."""
    simultaneous = {title: result for title, result in runs.items() if result.game in CHOICES}
    if simultaneous:
        yield Figure(f"choices {who}", f"Choices and outcomes in one run, {who}", partial(choices.draw, simultaneous))
        yield Figure(f"actions {who}", f"Every player's action in one run, {who}", partial(actions.draw, simultaneous))
    for title, result in runs.items():
        if result.game in SINGLE:
            name, draw = SINGLE[result.game]
            yield Figure(f"{name} {who}", f"{title}, one run, {who}", partial(draw, result))
