"""GTBench: ten two-player games of models against search, simple strategies and each other (Duan et al.)."""

from collections.abc import Iterable, Iterator

from gtarena.logs.records import MatchRecord, Outcome
from gtarena.reports.sections import Findings
from gtarena.suites.contract import Importer, Measure, Trace
from gtarena.suites.gtbench.scores import SEATS, Scheme, scheme_returns, scores

NAME = "gtbench"
SCHEMES: tuple[Scheme, ...] = ("returns", "published")
SCORED: tuple[Outcome, ...] = ("finished",)
IMPORTERS: tuple[Importer, ...] = ()


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


def findings(records: Iterable[MatchRecord]) -> Findings:
    """Returns the tables and figures that these records allow."""
    from gtarena.suites.gtbench.figures import figures
    from gtarena.suites.gtbench.profile import profile
    from gtarena.suites.gtbench.results import match_frames, two_player_records
    from gtarena.suites.gtbench.tables import all_tables

    found, errors = match_frames(records), profile(two_player_records(records))
    return Findings(
        tables={scheme: all_tables(found, errors, scheme) for scheme in SCHEMES}, figures=figures(found, errors))
