"""Sample matches of a report, one per game, as the page shows them move by move."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from gtarena import games
from gtarena.logs.records import MatchRecord
from gtarena.logs.replay import whole_turns
from gtarena.reports.leaderboard_rows import leaderboard_rows

if TYPE_CHECKING:
    import pandas as pd

TURNS_SHOWN = 60
CALLS_SHOWN = 4


def sample_matches(records: Iterable[MatchRecord]) -> list[MatchRecord]:
    """Returns one match per game, preferably with model calls, then preferably finished."""
    chosen: dict[str, MatchRecord] = {}
    for record in records:
        label = games.label(record.game, record.params)
        chosen[label] = min(chosen.get(label, record), record, key=_preference)
    return [chosen[label] for label in sorted(chosen)]


def _preference(record: MatchRecord) -> tuple[bool, bool, str]:
    """Sort key of sample matches, the best first."""
    return not record.calls, record.outcome != "finished", record.match_id


def shown_sample(record: MatchRecord, seats: pd.DataFrame, texts: Mapping[str, str]) -> Mapping[str, Any]:
    """Returns the variables of the template for a sample match; ``texts`` has the prompts by SHA-256."""
    every_turn = list(whole_turns(record))
    own = seats[seats["match_id"] == record.match_id]
    return {
        "record": record,
        "label": own["game"].iloc[0],
        "seats": [row["name"] for row in leaderboard_rows(own)],
        "turns": every_turn[:TURNS_SHOWN],
        "left_out": max(0, len(every_turn) - TURNS_SHOWN),
        "calls_shown": CALLS_SHOWN,
        "texts": texts,
    }
