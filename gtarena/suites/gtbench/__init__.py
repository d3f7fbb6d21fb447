"""GTBench: ten two-player games of models against search, simple strategies and each other (Duan et al.)."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from gtarena.logs.records import Outcome
from gtarena.reports.reported_log import ReportedLog
from gtarena.reports.sections import Findings
from gtarena.suites.contract import Importer, Measure, Trace
from gtarena.suites.gtbench.results import MatchMeasures, extract, match_frames
from gtarena.suites.gtbench.scores import SEATS, Scheme, scheme_returns, scores

__all__ = ["IMPORTERS", "NAME", "SCHEMES", "SCORED", "extract", "findings", "measures"]

NAME = "gtbench"
SCHEMES: tuple[Scheme, ...] = ("returns", "published")
SCORED: tuple[Outcome, ...] = ("finished",)


def measures(trace: Trace, scheme: Scheme) -> Iterator[Measure]:
    """Yields each player's ``return`` and the measures of :func:`.scores.scores`; none unless there are two players.

    Raises:
        ValueError: a logged action is illegal.
    """
    if trace.returns is None or len(trace.seats) != SEATS:
        return
    for seat in range(SEATS):
        yield Measure("return", float(scheme_returns(trace.returns[seat], trace.returns[1 - seat], scheme)), seat)
    yield from scores(trace)


def findings(found: Sequence[MatchMeasures], log: ReportedLog) -> Findings:
    """Returns the tables and figures that these matches allow."""
    from gtarena.suites.gtbench.figures import figures
    from gtarena.suites.gtbench.profile import profile
    from gtarena.suites.gtbench.tables import all_tables

    frames, errors = match_frames(found, log.seats), profile([match.cases for match in found], log.seats.different)
    return Findings(
        tables={scheme: all_tables(frames, errors, scheme) for scheme in SCHEMES}, figures=figures(frames, errors))


def _import_prompts(folder: Path, out: Path) -> Iterator[str]:
    from gtarena.suites.gtbench.importer.prompt_import import import_prompts

    return import_prompts(folder, out)


IMPORTERS: tuple[Importer, ...] = (Importer("gtbench", "GTBench", import_prompts=_import_prompts),)
