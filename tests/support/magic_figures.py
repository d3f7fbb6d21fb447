"""Frames of MAgIC for tests of its figures: the published abilities, and rows of matches by hand."""

from math import nan
from typing import Any

import pandas as pd

from gtarena.suites.magic.scores import ABILITIES, radar_area

# Tables 1 and 4 of the paper: win rate, then the abilities in the order of the axes.
PUBLISHED = {
    "o1": (62.1, 90.0, 34.8, 65.0, 73.0, 85.7, 66.7, 69.5),
    "gpt-4-turbo": (57.2, 81.2, 37.0, 65.0, 55.0, 66.7, 33.4, 78.1),
    "gpt-4": (53.3, 83.8, 32.3, 75.0, 55.0, 47.6, 47.6, 69.0),
    "gpt-3.5-turbo": (39.3, 52.5, 24.5, 77.5, 25.9, 57.1, 9.5, 41.4),
    "claude-2": (34.0, 45.0, 34.0, 25.0, 50.0, 71.4, 23.8, 24.3),
    "palm-2": (33.3, 43.8, 25.8, 32.5, 41.1, 42.9, 14.3, 38.1),
    "cohere": (27.3, 42.5, 27.8, 37.5, 35.6, 71.4, 4.8, 18.1),
    "llama-2-70b": (26.5, 45.0, 37.0, 40.0, 53.2, 42.9, 4.8, 5.2),
    "gpt-4-turbo+pgm": (58.3, 76.2, 39.2, 62.5, 56.9, 81.0, 47.6, 76.7),
    "gpt-4+pgm": (63.5, 87.5, 37.8, 75.0, 61.3, 61.9, 57.1, 76.2),
    "gpt-3.5-turbo+pgm": (49.1, 65.0, 33.5, 62.5, 36.1, 71.4, 33.3, 59.5),
    "claude-2+pgm": (43.0, 57.5, 44.0, 42.5, 60.0, 85.7, 61.9, 54.8),
    "palm-2+pgm": (41.4, 62.5, 39.3, 60.0, 34.5, 42.9, 4.8, 40.0),
    "cohere+pgm": (35.8, 52.5, 31.8, 67.5, 30.4, 42.9, 4.8, 30.0),
    "llama-2-70b+pgm": (30.8, 53.7, 29.3, 55.0, 45.2, 52.4, 14.3, 28.1),
}


def abilities(**changed: Any) -> pd.DataFrame:
    """The published abilities by challenger, in the form of ``abilities_frame``; ``changed`` replaces rows."""
    rows = {who: row for who, row in (PUBLISHED | changed).items() if row}
    found = pd.DataFrame.from_dict(rows, orient="index", columns=["win_rate", *ABILITIES], dtype=float)
    return found.assign(area=[radar_area(values) for values in found[list(ABILITIES)].to_numpy().tolist()])


def beliefs_of(table: pd.DataFrame) -> dict[str, str]:
    """The kind of beliefs by challenger, which its name tells."""
    return {who: "text" if who.endswith("+pgm") else "none" for who in table.index}
