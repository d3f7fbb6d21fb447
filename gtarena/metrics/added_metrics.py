"""Metrics that plug-ins add: functions from the frame of all matches or seats to the frame that a report shows."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import pandas as pd


@dataclass(frozen=True)
class Metric:
    """Function from a frame to a frame, whose index has the labels of the rows and whose columns are numbers.

    Attributes:
        compute: gets a row per match, as :func:`gtarena.load_records` returns them, or a row per seat.
        rows: what the rows of the frame are that it gets.
        title: the heading of the table in reports.
    """

    compute: Callable[[pd.DataFrame], pd.DataFrame]
    rows: Literal["matches", "seats"] = "seats"
    title: str = ""
