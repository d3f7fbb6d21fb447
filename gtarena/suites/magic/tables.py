"""The tables of MAgIC: abilities, win rates by role, outcomes of the numeric games, settings, and gains by beliefs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gtarena.reports.tables import Table
from gtarena.suites.magic.scores import Scheme

if TYPE_CHECKING:
    import pandas as pd


def all_tables(matches: pd.DataFrame, scheme: Scheme) -> list[Table]:
    """Returns all tables that these matches allow.

    Args:
        matches: the frame of :func:`gtarena.suites.magic.results.matches_frame`.
        scheme: the formulas of the abilities, one of :data:`.scores.SCHEMES`.
    """
    return []
