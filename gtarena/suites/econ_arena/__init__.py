"""Economics Arena: beauty contests and auctions in sessions, against models and equilibrium agents (Guo et al.)."""

from collections.abc import Iterator, Sequence
from math import isnan
from statistics import mean

from gtarena.logs.records import Outcome
from gtarena.reports.reported_log import ReportedLog
from gtarena.reports.sections import Findings
from gtarena.suites.contract import Importer, Measure, Trace
from gtarena.suites.econ_arena.results import PlayedSession, extract, runs_frame
from gtarena.suites.econ_arena.scores import LEVELS, RUN_READERS, RunPlay, plays

__all__ = ["IMPORTERS", "NAME", "SCHEMES", "SCORED", "extract", "findings", "measures"]

NAME = "econ_arena"
# The paper published no program, so its scores are those that it prints.
SCHEMES: tuple[str, ...] = ("printed",)
SCORED: tuple[Outcome, ...] = ("finished",)
IMPORTERS: tuple[Importer, ...] = ()

RUN_METRICS = ("net_gain", "gap", "asset_ratio", "payoff_ratio", "deviation", "won", "rule_break")


def measures(trace: Trace, scheme: str) -> Iterator[Measure]:
    """Yields each player's means over its runs of ``RUN_METRICS``, which are fields of :class:`~.scores.Play`.

    ``action_1`` and so on are its actions in each run. In a beauty contest ``level_0`` to ``level_rational`` are the
    shares of its numbers at these levels of reasoning. Undefined values are left out.

    Raises:
        ValueError: a logged action is illegal.
    """
    if trace.game not in RUN_READERS:
        return
    by_seat: dict[int, list[RunPlay]] = {}
    for play in plays(trace):
        by_seat.setdefault(play.seat, []).append(play)
    for seat, own in by_seat.items():
        for metric in RUN_METRICS:
            if known := [value for value in (getattr(play, metric) for play in own) if not isnan(value)]:
                yield Measure(metric, mean(known), seat)
        for play in own:
            if not isnan(play.action):
                yield Measure(f"action_{play.run}", play.action, seat)
        if levels := [play.level for play in own if play.level]:
            for level in LEVELS:
                yield Measure(f"level_{level}", levels.count(level) / len(levels), seat)


def findings(found: Sequence[PlayedSession], log: ReportedLog) -> Findings:
    """Returns the tables and figures that these matches allow."""
    from gtarena.suites.econ_arena.figures import figures
    from gtarena.suites.econ_arena.tables import all_tables

    runs = runs_frame(found, log.seats.different)
    return Findings(tables={scheme: all_tables(runs) for scheme in SCHEMES}, figures=figures(runs))
