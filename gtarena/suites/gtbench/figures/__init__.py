"""The figures of GTBench: NRA, regret, agreements and errors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gtarena.metrics.duels import nra_by_duel
from gtarena.reports.sections import Figure, with_file_names
from gtarena.suites.gtbench.comparisons import comparisons, matrices
from gtarena.suites.gtbench.figures import advantage, characteristics, errors
from gtarena.suites.gtbench.results import MatchFrames

if TYPE_CHECKING:
    import pandas as pd


def figures(found: MatchFrames, profile: pd.DataFrame) -> list[Figure]:
    """Returns all figures that these matches allow, the most important first, under names of files.

    Args:
        found: the matches.
        profile: their error profile, from :func:`gtarena.suites.gtbench.profile.profile`.
    """
    seats = found.valid("returns")
    estimates = nra_by_duel(seats)
    compared = comparisons(seats, estimates)
    return with_file_names([
        *advantage.figures(seats, compared, matrices(seats, estimates)), *characteristics.figures(found.measured),
        *errors.figures(profile), *advantage.kinds(compared)])
