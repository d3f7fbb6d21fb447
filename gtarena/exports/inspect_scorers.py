"""Scorers of inspect, for samples that are matches, with the record in their metadata.

Import this module only where inspect_ai is installed.
"""

from collections.abc import Mapping, Sequence
from math import nan
from statistics import fmean
from typing import Any

from inspect_ai.scorer import Score, Scorer, Target, grouped, mean, scorer, stderr
from inspect_ai.solver import TaskState

from gtarena import plugins
from gtarena.exports import inspect_samples
from gtarena.logs.records import MatchRecord
from gtarena.logs.replay import ReplayedMatch
from gtarena.suites import SUITES
from gtarena.suites.contract import Trace
from gtarena.suites.scoring import score_rows

GAME, MEASURED, RECORD = "game", "measured", "record"  # in the metadata: game, seats that are scored, record of a match
_METRICS = [mean(), stderr(), grouped(mean(), GAME, all=False)]


def all_scorers(suite: str | None) -> list[Scorer]:
    """Returns the scorers of matches: that of their suite, if it measures any, and those of every match."""
    own = [suite_measures()] if suite in {*SUITES, *plugins.added("suites", SUITES)} else []
    return [*own, *map(seat_score, inspect_samples.SCORES)]


def seat_score(name: str) -> Scorer:
    """Returns the scorer of one of ``inspect_samples.SCORES``: its mean over the measured seats."""
    @scorer(metrics=_METRICS, name=name)  # type: ignore[untyped-decorator]
    def score_seats() -> Scorer:
        async def score(state: TaskState, target: Target) -> Score:
            record = _read_record(state)
            seats = [inspect_samples.scores(record, seat) for seat in state.metadata[MEASURED] if record]
            found = [scores[name] for scores in seats if name in scores]
            words = dict.fromkeys(each.explanation for each in found if each.explanation)
            return _mean_score([each.as_float() for each in found], "; ".join(words))

        return score

    return score_seats()


@scorer(metrics=_METRICS, name="suite")  # type: ignore[untyped-decorator]
def suite_measures() -> Scorer:
    """Returns the scorer of the first number that the benchmark measures in a match; all are in its metadata."""
    async def score(state: TaskState, target: Target) -> Score:
        record, measures = _read_record(state), dict[str, list[float]]()
        for row in score_rows([Trace.of(ReplayedMatch(record))], str(record.suite)) if record else ():
            if row.player in (None, *state.metadata[MEASURED]):
                measures.setdefault(row.metric, []).append(row.value)
        first = next(iter(measures), "")
        return _mean_score(measures.get(first, []), first, {name: fmean(found) for name, found in measures.items()})

    return score


def _read_record(state: TaskState) -> MatchRecord | None:
    """Returns the record of a match; ``None`` if a limit of inspect's, such as that of tokens, has ended it."""
    return MatchRecord.model_validate(state.metadata[RECORD]) if RECORD in state.metadata else None


def _mean_score(values: Sequence[float], explanation: str, metadata: Mapping[str, Any] | None = None) -> Score:
    """Returns the mean; a match without values stays unscored, which inspect writes as NaN."""
    return Score(value=fmean(values) if values else nan, explanation=explanation or None,
                 metadata=dict(metadata) if metadata else None)
