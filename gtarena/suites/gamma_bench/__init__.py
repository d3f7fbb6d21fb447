"""gamma-Bench: eight games for ten players in which models show how well they reason about others (Huang et al.)."""

from collections.abc import Iterable, Iterator
from math import isnan
from pathlib import Path

from gtarena.logs.positions import played
from gtarena.logs.records import MatchRecord
from gtarena.reports.sections import Findings
from gtarena.suites.contract import Importer, Measure, Trace
from gtarena.suites.gamma_bench.scores import GAME_SCORES, Match, Scheme

NAME = "gamma_bench"
SCHEMES: tuple[Scheme, ...] = ("coded", "printed")


def match_of(trace: Trace) -> Match:
    """The match as its scores and figures see it.

    Raises:
        ValueError: a logged action is not legal where it stands.
    """
    node = played(trace.game, trace.params, trace.history)
    return Match(node.rules, node.position, trace.tags.get("stated", ()))


def measures(trace: Trace, scheme: Scheme) -> Iterator[Measure]:
    """``score`` (0 to 100) and ``raw_score`` of a match, their parts, and each player's ``player_score`` if it has one.

    Raises:
        ValueError: a logged action is not legal where it stands.
    """
    if trace.game not in GAME_SCORES:
        return
    result = GAME_SCORES[trace.game](match_of(trace), scheme)
    yield Measure("score", result.score)
    yield Measure("raw_score", result.raw)
    for name, value in result.parts.items():
        yield Measure(name, value)
    for seat, value in enumerate(result.players):
        if not isnan(value):  # who never shot has not aimed badly
            yield Measure("player_score", value, seat)


def findings(records: Iterable[MatchRecord]) -> Findings:
    """The benchmark's tables and figures, as far as these matches allow them."""
    from gtarena.suites.gamma_bench.figures import figures
    from gtarena.suites.gamma_bench.results import match_results
    from gtarena.suites.gamma_bench.sweeps import all_sweeps
    from gtarena.suites.gamma_bench.tables import table

    found = match_results(records)
    compared = all_sweeps(found)
    return Findings(
        tables={scheme: [table(sweep, scheme) for sweep in compared] for scheme in SCHEMES},
        figures=figures(found, compared),
    )


def _import_logs(folder: Path, out: Path) -> Iterator[str]:
    from gtarena.suites.gamma_bench.importer.log_import import import_logs

    return import_logs(folder, out)


def _import_prompts(folder: Path, out: Path) -> Iterator[str]:
    from gtarena.suites.gamma_bench.importer.prompt_import import import_prompts

    return import_prompts(folder, out)


IMPORTERS: tuple[Importer, ...] = (Importer("gamabench", "gamma-Bench", _import_logs, _import_prompts),)
