"""GameBench: nine board, card and talking games in which models are rated against each other (Costarelli et al.)."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from gtarena.games import label
from gtarena.logs.records import Outcome
from gtarena.logs.replay import ReplayedMatch
from gtarena.reports.reported_log import ReportedLog
from gtarena.reports.sections import Findings
from gtarena.suites.contract import Importer, Measure, Trace
from gtarena.suites.gamebench.scores import Scheme, seat_scores
from gtarena.suites.gamebench.taxonomy import is_listed

NAME = "gamebench"
SCHEMES: tuple[Scheme, ...] = ("checked", "published")
SCORED: tuple[Outcome, ...] = ("finished", "forfeit")


def measures(trace: Trace, scheme: Scheme) -> Iterator[Measure]:
    """Yields the ``score`` of each seat, from 0 to 1, which is the same in both schemes; ratings differ."""
    for seat, score in enumerate(seat_scores(trace)):
        yield Measure("score", score, seat)


def extract(match: ReplayedMatch, numbers: Sequence[int]) -> str | None:
    """Returns the id of a match of the suite, or of one for no suite in its games, as people play them.

    The latter are played one by one with ``gtarena play``, and are the human baseline.
    """
    record = match.record
    return record.match_id if record.suite or is_listed(label(record.game, record.params)) else None


def findings(found: Sequence[str], log: ReportedLog) -> Findings:
    """Returns the tables and figures that these matches allow."""
    from gtarena.suites.gamebench.figures import figures
    from gtarena.suites.gamebench.results import results
    from gtarena.suites.gamebench.tables import all_tables

    rated = results(log.seats.frame(set(found)))
    return Findings(tables={scheme: all_tables(rated, scheme) for scheme in SCHEMES}, figures=figures(rated))


def _import_matches(path: Path, out: Path) -> Iterator[str]:
    from gtarena.suites.gamebench.importer.match_import import import_matches

    return import_matches(path, out)


def _import_prompts(folder: Path, out: Path) -> Iterator[str]:
    from gtarena.suites.gamebench.importer.prompt_import import import_prompts

    return import_prompts(folder, out)


IMPORTERS: tuple[Importer, ...] = (
    Importer("gamebench", "GameBench", _import_matches, _import_prompts, place="FILE",
             results="matches.json, or the folder with it"),)
