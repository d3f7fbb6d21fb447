"""Estimate of what all matches of a run take, from the records of some of them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from gtarena.logs.records import Call, MatchRecord, Seat
from gtarena.runs.estimates.extrapolation import Group, Total, extrapolated
from gtarena.runs.estimates.probe import Cell, Numbered
from gtarena.runs.schedule import MatchSpec

MEASURES = ("requests", "tokens_in", "tokens_out", "cost", "waited", "seconds")
ENOUGH = 1  # matches beyond one for each cell, which tell how matches of a cell differ

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


def match_cost(record: MatchRecord, price: PriceOf) -> MatchCost:
    """Returns what a match took; ``price`` is asked for replies from the cache, which have cost nothing."""
    costs = [_cost(record, call, price) for call in record.calls]
    return MatchCost(
        requests=sum(1 + call.retries for call in record.calls),
        tokens_in=sum(call.tokens_in or 0 for call in record.calls),
        tokens_out=sum(call.tokens_out or 0 for call in record.calls),
        cost=None if None in costs else sum(cost or 0.0 for cost in costs),
        waited=sum(call.seconds for call in record.calls),
        seconds=record.seconds,
        invalid=record.outcome == "invalid",
    )


def _cost(record: MatchRecord, call: Call, price: PriceOf) -> float | None:
    if not call.cached:
        return call.cost
    seat = record.seats[call.player]
    called = seat if call.model is None else seat.model_copy(update={"model": call.model})
    return price(called, call.tokens_in or 0, call.tokens_out or 0)


def totals(
    found: Mapping[Cell, Sequence[Numbered]], taken: Taken, replays: int, variance: Callable[[MatchSpec], float]
) -> dict[str, Total | None]:
    """Returns the total of each measure over all matches; that of the cost is ``None`` if a price is unknown.

    Each cell has a mean of its own if all are measured, and some of them twice. Otherwise a match takes the product of
    an effect of the kind of game and one of its agents. Matches that are invalid are expected to be played again, up to
    ``replays`` further ones for each planned. ``variance`` tells how matches of a kind differ at least, by the square
    of their mean (:meth:`gtarena.runs.estimates.call_counts.CallCounts.variance`).

    Raises:
        ValueError: no match of some kind, or of some agents, is measured.
    """
    measured = {cell: [taken[job, spec.match_id] for job, spec in matches if (job, spec.match_id) in taken]
                for cell, matches in found.items()}
    known = sum(map(len, measured.values()))
    complete = all(len(measured[cell]) == len(matches) for cell, matches in found.items())
    apart = all(measured.values()) and (complete or known >= len(found) + ENOUGH)
    invalid = sum(cost.invalid for costs in measured.values() for cost in costs) / max(1, known)
    least = {cell: variance(matches[0][1]) for cell, matches in found.items()}
    result: dict[str, Total | None] = {}
    for measure in MEASURES:
        values = {cell: [getattr(cost, measure) for cost in costs] for cell, costs in measured.items()}
        unknown = any(None in each for each in values.values())
        result[measure] = None if unknown else extrapolated([
            Group(*((str(cell), "") if apart else (cell.kind, cell.agents)), tuple(values[cell]),
                  _left(len(matches), measured[cell], replays, invalid), least[cell])
            for cell, matches in found.items()])
    return result


def _left(planned: int, measured: Sequence[MatchCost], replays: int, invalid: float) -> float:
    """Returns how many matches of a cell are expected to be played yet; ``invalid`` is the share in the whole run."""
    share = sum(cost.invalid for cost in measured) / len(measured) if measured else invalid
    times = 1 + replays if share == 1 else min(1 / (1 - share), 1 + replays)
    return max(0.0, planned * times - len(measured))
