"""Totals of a run, estimated from what the matches of its probe took."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

import numpy as np
from scipy.special import stdtrit

from gtarena.logs.records import Call, MatchRecord, Seat
from gtarena.runs.estimates.probe import Numbered

MEASURES = ("requests", "tokens_in", "tokens_out", "cost", "waited", "seconds")
CONFIDENCE = 0.95

PriceOf = Callable[[Seat, int, int], float | None]  # of a call with so many tokens in and out, in US dollars
Taken = Mapping[tuple[int, str], "MatchCost"]  # by the number of the job and the id of the match


@dataclass(frozen=True)
class MatchCost:
    """Requests, tokens and dollars of a match, and the seconds that its calls, and the whole of it, took.

    Replies from the cache count as if they had been asked for. ``cost`` is ``None`` if a price is unknown.
    """

    requests: float
    tokens_in: float
    tokens_out: float
    cost: float | None
    waited: float
    seconds: float
    invalid: bool = False


@dataclass(frozen=True)
class Total:
    """Expected total and its 95 % range, whose ends are ``None`` where no two matches tell how they vary."""

    expected: float
    low: float | None = None
    high: float | None = None


def match_cost(record: MatchRecord, price: PriceOf) -> MatchCost:
    """Returns what a match took; ``price`` is asked for replies from the cache, which have cost nothing."""
    costs = [_price_call(record, call, price) for call in record.calls]
    return MatchCost(
        requests=sum(1 + call.retries for call in record.calls),
        tokens_in=sum(call.tokens_in or 0 for call in record.calls),
        tokens_out=sum(call.tokens_out or 0 for call in record.calls),
        cost=None if None in costs else sum(cost or 0.0 for cost in costs),
        waited=sum(call.seconds for call in record.calls),
        seconds=record.seconds,
        invalid=record.outcome == "invalid",
    )


def _price_call(record: MatchRecord, call: Call, price: PriceOf) -> float | None:
    if not call.cached:
        return call.cost
    seat = record.seats[call.player]
    called = seat if call.model is None else seat.model_copy(update={"model": call.model})
    return price(called, call.tokens_in or 0, call.tokens_out or 0)


def estimate_totals(kinds: Sequence[Sequence[Numbered]], taken: Taken, replays: int) -> dict[str, Total | None]:
    """Returns the total of each measure over all matches; that of the cost is ``None`` if a price is unknown.

    Matches that are invalid are expected to be played again, up to ``replays`` further ones for each planned.

    Raises:
        ValueError: no match of some kind was measured.
    """
    measured = [[taken[job, spec.match_id] for job, spec in matches if (job, spec.match_id) in taken]
                for matches in kinds]
    left = [_count_left(len(matches), costs, replays) for matches, costs in zip(kinds, measured, strict=True)]
    result: dict[str, Total | None] = {}
    for measure in MEASURES:
        values = [[getattr(cost, measure) for cost in costs] for costs in measured]
        result[measure] = None if any(None in each for each in values) else estimate_total(values, left)
    return result


def _count_left(planned: int, measured: Sequence[MatchCost], replays: int) -> float:
    """Returns how many matches of a kind are expected to be played yet."""
    valid = sum(not cost.invalid for cost in measured)
    times = min(len(measured) / valid, 1 + replays) if valid else 1 + replays
    return max(0.0, planned * times - len(measured))


def estimate_total(kinds: Sequence[Sequence[float]], left: Sequence[float]) -> Total:
    """Returns the total of the measured matches of each kind and of those ``left``, at the mean of their kind.

    The range is that of a stratified sample: Student's t with the degrees of freedom of Satterthwaite (W. G. Cochran,
    Sampling Techniques, 3rd edition, 1977, section 5.4).

    Raises:
        ValueError: a kind has no measured match.
    """
    measured = sum(map(sum, kinds))
    expected = measured + sum(number * fmean(values) for values, number in zip(kinds, left, strict=True))
    sampled = [(values, number) for values, number in zip(kinds, left, strict=True) if number]
    if any(len(values) < 2 for values, _ in sampled):
        return Total(expected)
    variances = [number * (1 + number / len(values)) * float(np.var(values, ddof=1)) for values, number in sampled]
    total = sum(variances)
    if not total:
        return Total(expected, expected, expected)
    freedom = 1 / sum((each / total) ** 2 / (len(values) - 1)
                      for each, (values, _) in zip(variances, sampled, strict=True))
    error = math.sqrt(total) * float(stdtrit(freedom, (1 + CONFIDENCE) / 2))
    return Total(expected, max(measured, expected - error), expected + error)
