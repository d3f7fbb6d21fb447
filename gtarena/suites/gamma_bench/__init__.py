"""gamma-Bench: eight games for ten players in which models show how well they reason about others (Huang et al.)."""

from collections.abc import Iterator, Sequence
from math import isnan
from pathlib import Path

from gtarena.logs.records import Outcome
from gtarena.reports.reported_log import ReportedLog
from gtarena.reports.sections import Findings
from gtarena.suites.contract import Importer, Measure, Trace
from gtarena.suites.gamma_bench.results import ScoredMatch, extract, match_results
from gtarena.suites.gamma_bench.scores import GAME_SCORES, Match, Scheme

__all__ = ["IMPORTERS", "NAME", "SCHEMES", "SCORED", "extract", "findings", "measures"]

NAME = "gamma_bench"
SCHEMES: tuple[Scheme, ...] = ("coded", "printed", "paper")
SCORED: tuple[Outcome, ...] = ("finished",)


def measures(trace: Trace, scheme: Scheme) -> Iterator[Measure]:
    """Yields a match's ``score``, ``raw_score`` and their parts, and the ``player_score`` of each player.

    The score is from 0 to 100, but for the cases that :mod:`~gtarena.suites.gamma_bench.scores` lists.

    Raises:
        ValueError: a logged action is illegal.
    """
    if trace.game not in GAME_SCORES:
        return
    result = GAME_SCORES[trace.game](Match.of(trace), scheme)
    yield Measure("score", result.score)
    yield Measure("raw_score", result.raw)
    for name, value in result.parts.items():
        yield Measure(name, value)
    for seat, value in enumerate(result.players):
        if not isnan(value):  # undefined for a player of Battle Royale who never shot
            yield Measure("player_score", value, seat)


def findings(found: Sequence[ScoredMatch], log: ReportedLog) -> Findings:
    """Returns the tables and figures that these matches allow."""
    from gtarena.suites.gamma_bench.figures import figures
    from gtarena.suites.gamma_bench.sweeps import all_sweeps
    from gtarena.suites.gamma_bench.tables import sweep_table

    results = match_results(found)
    compared = all_sweeps(results)
    return Findings(
        tables={scheme: [sweep_table(sweep, scheme) for sweep in compared] for scheme in SCHEMES},
        figures=figures(results, compared),
    )


def _import_logs(folder: Path, out: Path) -> Iterator[str]:
    from gtarena.suites.gamma_bench.importer.log_import import import_logs

    return import_logs(folder, out)


def _import_prompts(folder: Path, out: Path) -> Iterator[str]:
    from gtarena.suites.gamma_bench.importer.prompt_import import import_prompts

    return import_prompts(folder, out)


IMPORTERS: tuple[Importer, ...] = (Importer("gamabench", "gamma-Bench", _import_logs, _import_prompts),)
