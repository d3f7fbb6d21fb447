"""Sums of requests, tokens and cost over model calls."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from gtarena.formatting import format_count, format_dollars
from gtarena.logs.records import Attempt, MatchRecord


@dataclass
class Spending:
    """Total spending of records and attempts; replies from the cache count as ``cached`` and cost nothing.

    Of the ``requests``, those ``under_way`` have no end that was noted: they are being made, or were when their process
    was stopped, and may not have reached the server. ``cost`` is in US dollars, ``None`` if a price is unknown.
    """

    requests: int = 0
    cached: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    cost: float | None = 0.0
    under_way: int = 0

    def add_record(self, record: MatchRecord) -> None:
        self.cached += sum(call.cached for call in record.calls)
        for call in record.calls:
            if not call.cached:
                self._add(call.requests, call.tokens_in or 0, call.tokens_out or 0, call.cost)

    def add_attempt(self, attempt: Attempt) -> None:
        self._add(attempt.requests, attempt.tokens_in, attempt.tokens_out, attempt.cost)

    def add(self, other: "Spending") -> None:
        self.cached += other.cached
        self.under_way += other.under_way
        self._add(other.requests, other.tokens_in, other.tokens_out, other.cost)

    def beyond(self, other: "Spending") -> "Spending":
        """Returns what was spent beyond the other, nothing where the other is higher; replies are not counted."""
        requests, tokens_in, tokens_out, under_way = (
            max(0, mine - others) for mine, others in (
                (self.requests, other.requests), (self.tokens_in, other.tokens_in),
                (self.tokens_out, other.tokens_out), (self.under_way, other.under_way)))
        known = self.cost is not None and other.cost is not None
        cost = max(0.0, (self.cost or 0.0) - (other.cost or 0.0)) if known else None
        # An unknown sum does not tell that anything is missing from the other.
        missing = requests or tokens_in or tokens_out
        return Spending(requests, 0, tokens_in, tokens_out, cost if known or missing else 0.0, under_way)

    @property
    def tokens(self) -> int:
        """Tokens in and out together."""
        return self.tokens_in + self.tokens_out

    def share(self, of: int) -> "Spending":
        """Returns one of ``of`` equal parts, counts rounded up."""
        requests, cached, tokens_in, tokens_out, under_way = (
            math.ceil(number / of) for number in (
                self.requests, self.cached, self.tokens_in, self.tokens_out, self.under_way))
        return Spending(requests, cached, tokens_in, tokens_out, self.cost and self.cost / of, under_way)

    def _add(self, requests: int, tokens_in: int, tokens_out: int, cost: float | None) -> None:
        self.requests += requests
        self.tokens_in += tokens_in
        self.tokens_out += tokens_out
        self.cost = None if self.cost is None or cost is None else self.cost + cost

    def text(self) -> str:
        open_ones = f", {self.under_way:,} of them under way now or at a kill" if self.under_way else ""
        return (f"{self.requests:,} requests{open_ones} ({self.cached:,} more replies came from the cache), "
                f"{format_count(self.tokens_in)} tokens in, {format_count(self.tokens_out)} out, "
                f"cost {'unknown' if self.cost is None else format_dollars(self.cost)}")


def sum_attempts(attempts: Iterable[Attempt]) -> Spending:
    """Returns the total spending of attempts."""
    spent = Spending()
    for attempt in attempts:
        spent.add_attempt(attempt)
    return spent
