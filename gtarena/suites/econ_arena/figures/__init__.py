"""The figures of Economics Arena: payoffs, deviations from equilibrium, and paths over the runs of sessions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gtarena.reports.sections import Figure, with_file_names
from gtarena.suites.econ_arena.figures import deviations, paths, payoffs
from gtarena.suites.econ_arena.situations import studied

if TYPE_CHECKING:
    import pandas as pd


def figures(found: pd.DataFrame) -> list[Figure]:
    """All figures that these matches allow, under names of files.

    Args:
        found: what :func:`gtarena.suites.econ_arena.results.results` gives.
    """
    rows = studied(found)
    return with_file_names([*payoffs.figures(rows), *deviations.figures(rows), *paths.figures(rows)])
