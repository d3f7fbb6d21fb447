"""Calibration of stated probabilities: proper scores, their parts, and the distance to the posterior.

The Brier score of a question is the sum over its options of the squared difference between the probability stated and
1 for the true option or 0 for another (Brier, Monthly Weather Review 78, 1950): 0 is best, 2 is worst.

Its parts take each option of each question as one event. Events are gathered in bins of stated probability; in a bin of
n events, f is their mean probability and o the share that came true. Over all events, of which the share o' came true,
and per question of N,

    reliability = sum n (f - o)^2 / N,  resolution = sum n (o - o')^2 / N,  uncertainty = sum n o' (1 - o') / N,

and Brier = reliability - resolution + uncertainty + within bins (Murphy, Journal of Applied Meteorology 12, 1973,
595-600; the last part, by which probabilities within a bin differ, is that of Stephenson, Coelho and Jolliffe, Weather
and Forecasting 23, 2008, 752-757).
"""

import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gtarena.metrics.bootstrap import BootstrapEstimate, estimate_mean, resampled_sums
from gtarena.reports.tables import Cell, Table

BINS = 10
DIGITS = 3
COLUMNS = ("asked", "unanswered", "Brier score", "log score", "excess", "distance", "reliability", "resolution",
           "uncertainty", "within bins")
NOTES = (
    "Brier score and log score: lower is better. The excess is how far the expected Brier score is above that of the "
    "posterior, and the distance is the total variation between the two. Brier score = reliability - resolution + "
    "uncertainty + within bins; a low reliability and a high resolution are better.",)

Numbers = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Statement:
    """Answer to a question: the probability stated for each option, ``None`` if none were, and the true option.

    ``unit`` is the match or position that the question belongs to; those of one unit are resampled together.
    ``posterior`` is that of the rules, ``None`` if it is not known.
    """

    agent: str
    unit: Hashable
    stated: tuple[float, ...] | None
    truth: int
    posterior: tuple[float, ...] | None = None


class Bin(NamedTuple):
    """Events of similar stated probability: their number, their mean probability and the share that came true."""

    events: int
    stated: float
    observed: float


def brier_score(stated: Sequence[float], truth: int) -> float:
    """Returns the Brier score of one question, from 0 to 2."""
    return sum((share - (place == truth)) ** 2 for place, share in enumerate(stated))


def log_score(stated: Sequence[float], truth: int) -> float:
    """Returns minus the logarithm of the true option's probability, which is infinite if that is 0 (Good 1952)."""
    return -math.log(stated[truth]) if stated[truth] > 0 else math.inf


def excess_brier(stated: Sequence[float], posterior: Sequence[float]) -> float:
    """Returns how far the Brier score, expected under the posterior, is above that of stating the posterior.

    With q the posterior, E[sum (p - o)^2] = sum (p - q)^2 + sum q (1 - q), of which the second part is all that is left
    for p = q.
    """
    return sum((share - right) ** 2 for share, right in zip(stated, posterior, strict=True))


def total_variation(stated: Sequence[float], posterior: Sequence[float]) -> float:
    """Returns half the sum of the absolute differences, from 0 to 1."""
    return sum(abs(share - right) for share, right in zip(stated, posterior, strict=True)) / 2


def reliability_bins(statements: Sequence[Statement]) -> list[Bin]:
    """Returns the bins of stated probability that have events, from the lowest."""
    sums = _event_sums([statement for statement in statements if statement.stated is not None]).sum(axis=0)
    events, stated, observed = sums[:-2].reshape(3, BINS)
    return [Bin(int(n), f / n, o / n) for n, f, o in zip(events, stated, observed, strict=True) if n]


def calibration_table(statements: Sequence[Statement], seed: int = 0) -> Table:
    """Returns the scores of every agent, with bootstrap intervals over units.

    Questions that got no answer have no score; the column "unanswered" counts them.
    """
    by_agent = _by_agent(statements)
    rows = tuple((agent, _cells(own, seed)) for agent, own in by_agent.items())
    return Table("beliefs", "Stated beliefs about what is hidden", COLUMNS, rows, label="agent", notes=NOTES)


def _by_agent(statements: Sequence[Statement]) -> dict[str, list[Statement]]:
    found: dict[str, list[Statement]] = {}
    for statement in statements:
        found.setdefault(statement.agent, []).append(statement)
    return found


def _cells(own: Sequence[Statement], seed: int) -> tuple[Cell | None, ...]:
    asked = Cell(len(own), digits=0)
    given = [(each, each.stated) for each in own if each.stated is not None]
    unanswered = Cell(len(own) - len(given), digits=0)
    if not given:
        return asked, unanswered, *[None] * (len(COLUMNS) - 2)
    logs = float(np.mean([log_score(stated, each.truth) for each, stated in given]))
    known = [(each.unit, stated, each.posterior) for each, stated in given if each.posterior is not None]
    units = [unit for unit, _, _ in known]
    excess, distance = (
        _cell(estimate_mean(np.array([measure(stated, right) for _, stated, right in known]), seed, units))
        if known else None for measure in (excess_brier, total_variation))
    brier, *parts = map(_cell, decompose([each for each, _ in given], seed).values())
    return asked, unanswered, brier, Cell(logs, digits=DIGITS), excess, distance, *parts


def _cell(estimate: BootstrapEstimate) -> Cell:
    low, high = estimate.interval()
    return Cell(estimate.value, low=low, high=high, digits=DIGITS)


def decompose(statements: Sequence[Statement], seed: int = 0) -> Mapping[str, BootstrapEstimate]:
    """Returns the mean Brier score and its parts, by their names; all statements have probabilities."""
    rows = _event_sums(statements)
    observed, resampled = _parts(rows.sum(axis=0, keepdims=True)), _parts(resampled_sums(rows, seed))
    return {name: BootstrapEstimate(float(observed[name][0]), resampled[name], len(statements), len(rows))
            for name in observed}


def _event_sums(statements: Sequence[Statement]) -> Numbers:
    """Returns a row for each unit: by bin its events, their probabilities and what came true; Brier score, questions.

    The shape is (units, 3 bins + 2).
    """
    numbers = {unit: number for number, unit in enumerate(dict.fromkeys(each.unit for each in statements))}
    sums, last = np.zeros((len(numbers), 3, BINS)), np.zeros((len(numbers), 2))
    for each in statements:
        assert each.stated is not None, "only statements with probabilities have events"
        row = numbers[each.unit]
        last[row] += brier_score(each.stated, each.truth), 1
        for place, share in enumerate(each.stated):
            sums[row, :, min(int(share * BINS), BINS - 1)] += 1, share, place == each.truth
    return np.hstack([sums.reshape(len(numbers), 3 * BINS), last])


def _parts(sums: Numbers) -> dict[str, Numbers]:
    """Returns the parts of the Brier score for each row of sums."""
    events, stated, observed = sums[:, :-2].reshape(len(sums), 3, BINS).transpose(1, 0, 2)
    brier, questions = sums[:, -2] / sums[:, -1], sums[:, -1]
    many = np.maximum(events, 1)  # an empty bin has no sums either
    all_events = events.sum(axis=1)
    share = observed.sum(axis=1) / all_events
    reliability = ((stated - observed) ** 2 / many).sum(axis=1) / questions
    resolution = (events * (observed / many - share[:, None]) ** 2).sum(axis=1) / questions
    uncertainty = all_events * share * (1 - share) / questions
    return {"Brier score": brier, "reliability": reliability, "resolution": resolution, "uncertainty": uncertainty,
            "within bins": brier - reliability + resolution - uncertainty}
