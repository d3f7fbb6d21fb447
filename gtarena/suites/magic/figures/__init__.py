"""The figures of MAgIC: abilities, beliefs, tendencies, and case studies."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from gtarena.logs.records import MatchRecord
from gtarena.reports.sections import Figure, with_file_names
from gtarena.suites.magic.figures import abilities, beliefs, case_studies, tendencies
from gtarena.suites.magic.scores import SCHEMES

if TYPE_CHECKING:
    import pandas as pd


def figures(matches: pd.DataFrame, read: Callable[[str], MatchRecord]) -> list[Figure]:
    """Returns all figures that these matches allow, under names of files; abilities are those of the first scheme.

    Args:
        matches: the frame of :func:`gtarena.suites.magic.results.matches_frame`.
        read: reads a match by its id.
    """
    return with_file_names([
        *abilities.figures(matches, SCHEMES[0]), *beliefs.figures(matches), *tendencies.figures(matches),
        *case_studies.figures(matches, read)])
