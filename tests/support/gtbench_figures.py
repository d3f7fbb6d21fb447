"""Figures of GTBench, from hand-made matches and error profiles, read back."""

from collections.abc import Sequence
from typing import Any

import pandas as pd
from matplotlib.figure import Figure as Drawing

from gtarena.logs.records import MatchRecord
from gtarena.reports.sections import Figure
from gtarena.suites.gtbench.figures import figures
from gtarena.suites.gtbench.profile import PROFILE_COLUMNS
from gtarena.suites.gtbench.results import match_frames
from tests.support import drawn_figures

NO_ERRORS = pd.DataFrame(columns=list(PROFILE_COLUMNS)).astype({"value": "float64", "count": "int64"})


def errors(*rows: tuple[Any, ...]) -> pd.DataFrame:
    """An error profile from rows of game, model, metric, value and count."""
    return pd.DataFrame([(game, "llm", who, "", *row) for game, who, *row in rows], columns=list(PROFILE_COLUMNS))


def titled(matches: Sequence[MatchRecord], profile: pd.DataFrame = NO_ERRORS) -> dict[str, Figure]:
    """All figures by title, which ends before the words on intervals."""
    found = figures(match_frames(matches), profile)
    return {figure.title.removesuffix(", with 95 % intervals"): figure for figure in found}


def drawn(matches: Sequence[MatchRecord], title: str, profile: pd.DataFrame = NO_ERRORS) -> Drawing:
    """Draws the figure with this title."""
    return drawn_figures.drawn(titled(matches, profile)[title])


def map_cells(drawing: Drawing, heading: str) -> dict[tuple[str, int], str]:
    """The text in the cells of a map, by row and number of the column."""
    rows = drawn_figures.row_names(drawing)
    return {(rows[round(text.get_position()[1])], round(text.get_position()[0]) + 1): text.get_text()
            for text in drawn_figures.panels(drawing)[heading].texts}
