"""Facts at the head of a report: what was played, when, and what the models took."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from gtarena import formatting
from gtarena.logs.records import OURS
from gtarena.logs.spending import Spending
from gtarena.metrics import leaderboard
from gtarena.reports.provenance import Origins

if TYPE_CHECKING:
    import pandas as pd


def match_facts(found: Origins) -> list[tuple[str, str]]:
    """Returns headings and lines that summarise the matches."""
    words = {"finished": "finished", "forfeit": "forfeited", "invalid": "invalid"}
    ended = ", ".join(f"{found.outcomes[key]:,} {word}" for key, word in words.items() if key in found.outcomes)
    days = sorted(found.days)
    listed = {
        "Matches": f"{found.outcomes.total():,} ({ended})",
        "Played": days[0] if len(days) == 1 else f"{days[0]} to {days[-1]}",
        "Suite": ", ".join(sorted(found.suites)),
        "Source": ", ".join(sorted(set(found.sources) - {OURS})),
        "Versions": ", ".join(sorted(found.versions)),
    }
    return [(heading, formatting.one_line(line, 300)) for heading, line in listed.items() if line]


def spending_facts(seats: pd.DataFrame, unfinished: Spending) -> list[tuple[str, str]]:
    """Returns headings and lines that sum up the model calls."""
    total = seats[leaderboard.SPENT].sum(skipna=False)
    if not total["calls"] and not unfinished.requests:
        return [("Model calls", "none")]
    listed = {"Model replies": f"{total['calls']:,.0f} ({total['cached']:,.0f} from the cache)"}
    requests, parts = total["requests"] + unfinished.requests, []
    if total["retries"]:
        parts.append(f"{total['retries']:,.0f} retries")
    if unfinished.requests:
        parts.append(f"{unfinished.requests:,} for unfinished matches")
    if unfinished.under_way:
        parts.append(f"{unfinished.under_way:,} under way at a kill")
    listed["Requests"] = f"{requests:,.0f}" + (f", including {' and '.join(parts)}" if parts else "")
    read, written = total["tokens_in"] + unfinished.tokens_in, total["tokens_out"] + unfinished.tokens_out
    listed["Tokens"] = f"{formatting.format_count(read)} in, {formatting.format_count(written)} out"
    cost = math.nan if unfinished.cost is None else total["cost"] + unfinished.cost
    listed["Cost"] = "unknown for some calls" if math.isnan(cost) else formatting.format_dollars(cost)
    listed["Waiting for models"] = f"{total['seconds']:,.1f} s"
    return list(listed.items())


def spending_per_game(seats: pd.DataFrame) -> list[Mapping[str, Any]]:
    """Returns the spending of each game in which models were called, as rows of a table."""
    spent = leaderboard.sum_spending(seats, ["game"]).reset_index().to_dict("records")
    return [{str(key): value for key, value in row.items()} for row in spent if row["calls"]]
