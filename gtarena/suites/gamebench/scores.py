"""Scores of single matches of GameBench, from 0 to 1 for each seat."""

from typing import Literal

from gtarena.suites.contract import Trace

Scheme = Literal["checked", "published"]

EXACT = 1e-9  # sums that differ from 1 by less are 1


def seat_scores(trace: Trace) -> list[float]:
    """Returns the score of every seat, or no number if the match does not tell.

    Returns that are shares of 1 are the scores. Other returns are scaled so that the lowest is 0 and the highest 1, and
    equal ones are one half: in Hive, OpenSpiel's -1, 0 and 1 become 0, 0.5 and 1. A forfeit is 0 for the offender's
    team and 1 for the other one; among three or more teams it tells nothing.
    """
    if trace.outcome == "forfeit":
        return _forfeited(trace)
    if trace.returns is None:
        return []
    low, high = min(trace.returns), max(trace.returns)
    if low >= 0 and abs(low + high - 1) < EXACT:
        return list(trace.returns)
    return [(value - low) / (high - low) if high > low else 0.5 for value in trace.returns]


def _forfeited(trace: Trace) -> list[float]:
    if trace.offender is None or len(set(trace.teams)) != 2:
        return []
    lost = trace.teams[trace.offender]
    return [float(team != lost) for team in trace.teams]
