"""Frames of MAgIC for tests of its figures: the published abilities, and rows of matches by hand."""

from math import nan
from typing import Any

import pandas as pd

from gtarena.suites.magic.results import COUNTS, DETAILS, MATCH_COLUMNS
from gtarena.suites.magic.scores import ABILITIES, SCHEMES, radar_area
from tests.support.magic_tables import TABLE_1, TABLE_4


def row(challenger: str = "llm m", role: str = "non-chameleon", match_id: str = "1", **fields: Any) -> dict[str, Any]:
    """A row of the frame of matches, of a challenger whose name ends with its model."""
    game = {"non-chameleon": "chameleon", "civilian": "undercover"}.get(role, role)
    usual = {"match_id": match_id, "unit": match_id, "challenger": challenger, "agent": challenger.split()[0],
             "model": challenger.split()[-1], "settings": "", "beliefs": "none", "game": game, "label": game,
             "role": role, "seats": (0,), "opponents": ("defender d",) * 2, "setting": "", "rounds": 5, "outcome": "",
             "credits": 0.0, "win_rate": 0.0, **dict.fromkeys(DETAILS, nan), **dict.fromkeys(COUNTS, 0),
             **{f"units_{scheme}": () for scheme in SCHEMES}}
    return usual | fields


def frame(*rows: dict[str, Any]) -> pd.DataFrame:
    """The frame of matches with these rows."""
    return pd.DataFrame(list(rows), columns=list(MATCH_COLUMNS))


def published(**changed: Any) -> pd.DataFrame:
    """The abilities of Tables 1 and 4 as ``abilities_frame`` has them; ``changed`` has rows of eight numbers to add."""
    rows = TABLE_4 | TABLE_1 | changed
    found = pd.DataFrame.from_dict(rows, orient="index", columns=["win_rate", *ABILITIES], dtype="float64")
    return found.assign(area=[radar_area(values) for values in found[list(ABILITIES)].to_numpy().tolist()])
