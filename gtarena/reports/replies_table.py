"""Table of the replies that had to state a move: why none was read, and the forms of the others."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from gtarena.metrics.frames import FORMS
from gtarena.metrics.leaderboard import RATES
from gtarena.reports.leaderboard_rows import leaderboard_rows
from gtarena.reports.tables import Cell, Table

if TYPE_CHECKING:
    import pandas as pd

FORM_TITLES = dict(zip(FORMS, ("JSON", "Line", "Tags or box", "Whole reply", "JSON by schema"), strict=True))
NOTE = ("Shares of the replies from which a move was read: from a JSON object, from a line with a label, from tags or "
        "a box, or because they are nothing but the move. JSON by schema was asked for with a JSON schema, to which "
        "the server was to hold the reply. Older logs do not tell the form.")
_COLUMNS = {"illegal_rate": "no legal move", **{rate: kind for kind, rate in RATES.items()}, **FORM_TITLES}


def replies_table(overall: pd.DataFrame) -> Table:
    """Returns the table, with a row for each agent with a model, from their leaderboard over all games."""
    rows = tuple((row["name"], tuple(_cell(row[column]) for column in _COLUMNS))
                 for row in leaderboard_rows(overall) if row["calls"])
    return Table(
        "replies", "Replies without a legal move, and the forms of the others, in per cent", tuple(_COLUMNS.values()),
        rows, label="agent", notes=(NOTE,))


def _cell(share: float) -> Cell | None:
    return None if math.isnan(share) else Cell(100 * share)
