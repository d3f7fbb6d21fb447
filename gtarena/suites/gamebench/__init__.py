"""GameBench: nine board, card and talking games in which models are rated against each other (Costarelli et al.)."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from gtarena.logs.records import MatchRecord, Outcome
from gtarena.reports.sections import Findings
from gtarena.suites.contract import Importer, Measure, Trace
from gtarena.suites.gamebench.scores import Scheme, seat_scores

NAME = "gamebench"
SCHEMES: tuple[Scheme, ...] = ("checked", "published")
SCORED: tuple[Outcome, ...] = ("finished", "forfeit")


def measures(trace: Trace, scheme: Scheme) -> Iterator[Measure]:
    """Yields the ``score`` of each seat, from 0 to 1, which is the same in both schemes; ratings differ."""
    for seat, score in enumerate(seat_scores(trace)):
        yield Measure("score", score, seat)


def findings(records: Iterable[MatchRecord]) -> Findings:
    """Returns the tables and figures that these records allow."""
    from gtarena.suites.gamebench.figures import figures
    from gtarena.suites.gamebench.results import results
    from gtarena.suites.gamebench.tables import all_tables

    found = results(records)
    return Findings(tables={scheme: all_tables(found, scheme) for scheme in SCHEMES}, figures=figures(found))


def _import_matches(path: Path, out: Path) -> Iterator[str]:
    from gtarena.suites.gamebench.importer import import_matches

    return import_matches(path, out)


IMPORTERS: tuple[Importer, ...] = (
    Importer("gamebench", "GameBench", _import_matches, place="FILE", results="matches.json, or the folder with it"),)
